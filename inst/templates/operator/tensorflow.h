// The part of TensorFlow's C API that operators need, and types for it.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "tensorflow/c/kernels.h"
#include "tensorflow/c/ops.h"
#include "tensorflow/c/tf_status.h"
#include "tensorflow/c/tf_tensor.h"

namespace op {

using Dims = std::vector<int64_t>;

inline int64_t count(const Dims& dims) {
  int64_t n = 1;
  for (int64_t dim : dims) n *= dim;
  return n;
}

// An input: its dimensions, and its values with the last dimension varying fastest.
template <class T>
struct View {
  Dims dims;
  const T* values;
  int64_t size() const { return count(dims); }
  const T& operator[](int64_t i) const { return values[i]; }
};

// An output, in the same order.
template <class T>
struct Array {
  // Elements of std::vector<bool> have no addresses.
  using Stored = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;
  Dims dims;
  std::vector<Stored> values;
  Array() = default;
  explicit Array(Dims shape) : dims(std::move(shape)), values(count(dims)) {}
  int64_t size() const { return static_cast<int64_t>(values.size()); }
  Stored& operator[](int64_t i) { return values[i]; }
};

// TensorFlow's numbers of the types of elements.
template <class T> constexpr TF_DataType kind_of();
template <> constexpr TF_DataType kind_of<float>() { return TF_FLOAT; }
template <> constexpr TF_DataType kind_of<double>() { return TF_DOUBLE; }
template <> constexpr TF_DataType kind_of<int32_t>() { return TF_INT32; }
template <> constexpr TF_DataType kind_of<int64_t>() { return TF_INT64; }
template <> constexpr TF_DataType kind_of<bool>() { return TF_BOOL; }

// An input or output in the signature. A dimension of -1 may have any size.
struct Port {
  const char* name;
  const char* kind;
  Dims dims;
};

struct Status {
  TF_Status* raw = TF_NewStatus();
  ~Status() { TF_DeleteStatus(raw); }
  bool ok() const { return TF_GetCode(raw) == TF_OK; }
};

struct Input {
  TF_Tensor* raw = nullptr;
  Input() = default;
  Input(Input&& other) : raw(other.raw) { other.raw = nullptr; }
  ~Input() { if (raw) TF_DeleteTensor(raw); }
  Dims dims() const {
    Dims out;
    for (int i = 0; i < TF_NumDims(raw); i++) out.push_back(TF_Dim(raw, i));
    return out;
  }
  // TensorFlow has checked that the elements have the type of the signature, which is T.
  template <class T>
  View<T> view() const { return {dims(), static_cast<const T*>(TF_TensorData(raw))}; }
};

inline std::string shown(const Dims& dims) {
  std::string out;
  for (int64_t dim : dims) out += (out.empty() ? "" : ", ") + (dim < 0 ? "?" : std::to_string(dim));
  return "(" + out + ")";
}

inline void check(const char* what, const Port& port, const Dims& dims) {
  bool same = port.dims.size() == dims.size();
  for (size_t i = 0; same && i < dims.size(); i++) {
    same = port.dims[i] < 0 || port.dims[i] == dims[i];
  }
  if (!same) {
    throw std::invalid_argument(std::string("The ") + what + " `" + port.name + "` must have the shape " +
                                shown(port.dims) + ", not " + shown(dims) + ".");
  }
}

// The inputs and outputs of one call of a kernel K.
template <class K>
struct Context {
  TF_OpKernelContext* raw;
  Input input(int i) const {
    Input input;
    Status status;
    TF_GetInput(raw, i, &input.raw, status.raw);
    if (!status.ok()) throw std::runtime_error(TF_Message(status.raw));
    check("input", K::inputs()[i], input.dims());
    return input;
  }
  template <class T>
  void output(int i, const Array<T>& array) const {
    check("output", K::outputs()[i], array.dims);
    if (array.size() != count(array.dims)) {
      throw std::invalid_argument(std::string("The values of the output `") + K::outputs()[i].name +
                                  "` do not fill its shape.");
    }
    Status status;
    size_t bytes = array.values.size() * sizeof(T);
    int n_dims = static_cast<int>(array.dims.size());
    TF_Tensor* tensor =
        TF_AllocateOutput(raw, i, kind_of<T>(), array.dims.data(), n_dims, bytes, status.raw);
    if (!status.ok()) throw std::runtime_error(TF_Message(status.raw));
    if (bytes) std::memcpy(TF_TensorData(tensor), array.values.data(), bytes);
    TF_DeleteTensor(tensor);
  }
};

template <class K>
void compute(void*, TF_OpKernelContext* raw) {
  std::string message;
  // An exception must not pass through TensorFlow.
  try {
    K::compute(Context<K>{raw});
    return;
  } catch (const std::exception& error) {
    message = error.what();
  } catch (...) {
    message = "The code of the operator threw an exception.";
  }
  Status status;
  TF_SetStatus(status.raw, TF_INVALID_ARGUMENT, (std::string(K::name) + ": " + message).c_str());
  TF_OpKernelContext_Failure(raw, status.raw);
}

// Shapes of the outputs, while a graph is built. Ranks of the inputs are checked.
template <class K>
void shapes(TF_ShapeInferenceContext* context, TF_Status* status) {
  for (size_t i = 0; i < K::inputs().size(); i++) {
    TF_ShapeHandle* shape = TF_NewShapeHandle();
    TF_ShapeInferenceContextGetInput(context, static_cast<int>(i), shape, status);
    int64_t rank = static_cast<int64_t>(K::inputs()[i].dims.size());
    TF_ShapeInferenceContextWithRank(context, shape, rank, shape, status);
    TF_DeleteShapeHandle(shape);
    if (TF_GetCode(status) != TF_OK) return;
  }
  for (size_t i = 0; i < K::outputs().size(); i++) {
    TF_ShapeHandle* shape = TF_ShapeInferenceContextScalar(context);
    for (int64_t dim : K::outputs()[i].dims) {
      TF_ShapeHandle* one = TF_ShapeInferenceContextVectorFromSize(context, static_cast<size_t>(dim));
      TF_ShapeInferenceContextConcatenateShapes(context, shape, one, shape, status);
      TF_DeleteShapeHandle(one);
    }
    TF_ShapeInferenceContextSetOutput(context, static_cast<int>(i), shape, status);
    TF_DeleteShapeHandle(shape);
  }
}

// Tells TensorFlow the operator and its kernel, when the library is loaded.
template <class K>
void register_kernel() {
  Status status;
  TF_OpDefinitionBuilder* builder = TF_NewOpDefinitionBuilder(K::name);
  for (const Port& port : K::inputs()) {
    TF_OpDefinitionBuilderAddInput(builder, (std::string(port.name) + ": " + port.kind).c_str());
  }
  for (const Port& port : K::outputs()) {
    TF_OpDefinitionBuilderAddOutput(builder, (std::string(port.name) + ": " + port.kind).c_str());
  }
  TF_OpDefinitionBuilderSetShapeInferenceFunction(builder, shapes<K>);
  TF_RegisterOpDefinition(builder, status.raw);
  TF_KernelBuilder* kernel = TF_NewKernelBuilder(K::name, "CPU", nullptr, compute<K>, nullptr);
  TF_RegisterKernelBuilder(K::name, kernel, status.raw);
}

}  // namespace op
