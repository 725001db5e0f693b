"""Makes arrays of Arrow from parts that need not fit each other."""
import ctypes, pyarrow as pa, struct
def bytes_of(*values): return pa.py_buffer(bytes(values))
def int32(*values): return pa.py_buffer(struct.pack(f'{len(values)}i', *values))
def int64(*values): return pa.py_buffer(struct.pack(f'{len(values)}q', *values))
def int32_array(*values): return pa.array(values, pa.int32())
def array(type, n, buffers, null_count=-1, offset=0, children=None):
  return pa.Array.from_buffers(type, n, buffers, null_count, offset, children)
text, two = pa.py_buffer(b'abc'), int32_array(1, 2)
pairs = pa.array([{'key': 'a', 'value': 1}], pa.struct(
  [pa.field('key', pa.string(), nullable=False), ('value', pa.int32())]))
def view(type, size, buffer, offset):
  is_inline = size == 3
  view = struct.pack('i12s', size, b'\1\1\1') if is_inline else struct.pack('=i4sii', size, b'aaaa', buffer, offset)
  return array(type, 1, [None, pa.py_buffer(view), pa.py_buffer(b'a' * 30)])
def run_ends(*ends):
  return array(pa.run_end_encoded(pa.int32(), pa.int64()), 9, [None],
               children=[int32_array(*ends), pa.array([1] * len(ends))])
def union(kind, offset, is_dense):
  fields, kinds = [pa.field('a', pa.int32()), pa.field('b', pa.string())], bytes_of(kind % 256)
  type = pa.dense_union(fields) if is_dense else pa.sparse_union(fields)
  buffers = [None, kinds] + ([int32(offset)] if is_dense else [])
  return array(type, 1, buffers, children=[int32_array(1), pa.array(['a'])])
class Exported(ctypes.Structure):
  _fields_ = [(name, ctypes.c_int64) for name in ('length', 'null_count', 'offset', 'n_buffers', 'n_children')] + [
    (name, ctypes.c_void_p) for name in ('buffers', 'children', 'dictionary', 'release', 'private')]
kept = []
def imported(buffer=True, **fields):
  '''An array by the C data interface, some of whose fields are wrong.'''
  source = int32_array(1, 2)
  memory, schema = (ctypes.c_char * 80)(), (ctypes.c_char * 72)()
  source._export_to_c(ctypes.addressof(memory), ctypes.addressof(schema))
  exported = Exported.from_buffer(memory)
  for name, value in fields.items(): setattr(exported, name, value)
  if not buffer: ctypes.cast(exported.buffers, ctypes.POINTER(ctypes.c_void_p))[1] = None
  kept.append((source, memory, schema))
  return pa.Array._import_from_c(ctypes.addressof(memory), ctypes.addressof(schema))
