"""Objects that lie, raise or never end: `objects` has a function for each, by name."""
import array, collections, ctypes, datetime, decimal, enum, fractions, functools, itertools, types, weakref
import numpy as np, pandas as pd

def make(name, bases=(), **members): return type(name, bases, members)
def fails(*args, **kwargs): raise RuntimeError('hostile')
def gives(value): return lambda self, *args, **kwargs: value
def one(name, value, base=object): return make('One', (base,), **{name: value})
objects = {}
def add(name, object_of): objects[name] = object_of

exceptions = {'RuntimeError': RuntimeError, 'KeyboardInterrupt': KeyboardInterrupt, 'SystemExit': SystemExit,
              'StopIteration': StopIteration, 'GeneratorExit': GeneratorExit, 'MemoryError': MemoryError}
class Strange(BaseException):
  def __str__(self): raise RuntimeError('no text')
  __repr__ = __str__
exceptions['Strange'] = Strange
def raising(kind):
  def raises(self, *args, **kwargs): raise exceptions[kind]
  return raises
for kind in exceptions:
  add('getattr raises ' + kind, lambda kind=kind: one('__getattr__', raising(kind))())
  add('repr raises ' + kind, lambda kind=kind: one('__repr__', raising(kind))())
  add('everything raises ' + kind, lambda kind=kind: make('All', (), **{name: raising(kind) for name in (
    '__repr__', '__str__', '__len__', '__iter__', '__getitem__', '__eq__', '__hash__', '__bool__', '__dir__',
    '__getattr__', '__int__', '__float__', '__index__', '__call__', '__contains__', '__reduce_ex__', '__add__',
    '__array__', '__del__')})())
for name in ('__len__', '__iter__', '__eq__', '__hash__', '__bool__', '__str__', '__dir__', '__getattribute__',
             '__getitem__', '__contains__', '__format__', '__sizeof__', '__reduce_ex__', '__del__', '__array__',
             '__add__', '__call__', '__setattr__'):
  add(name + ' raises', lambda name=name: one(name, fails)())
for name, value in (('__len__', -1), ('__len__', 2**62), ('__len__', 2**100), ('__len__', 'a'), ('__repr__', 5),
                    ('__repr__', None), ('__str__', b'a'), ('__iter__', 5), ('__iter__', None), ('__dir__', 5),
                    ('__dir__', [1, None]), ('__hash__', 'a'), ('__bool__', 5), ('__eq__', NotImplemented),
                    ('__array__', 5), ('__getitem__', None), ('__index__', 'a'), ('__length_hint__', -5)):
  add(f'{name} gives {value!r}', lambda name=name, value=value: one(name, gives(value))())
for kind in (int, str, list, dict, float, bool, type, type(None), np.ndarray, pd.DataFrame, types.FunctionType,
             types.ModuleType, BaseException, pd.Series):
  add(f'class lies {kind.__name__}', lambda kind=kind: one('__class__', property(gives(kind)))())
add('class raises', lambda: one('__class__', property(fails))())
add('class is 5', lambda: one('__class__', property(gives(5)))())
add('module is 5', lambda: make('A', __module__=5)())
add('module raises', lambda: one('__module__', property(fails))())
add('name has a NUL', lambda: make('A B\n')())
add('name is long', lambda: make('A' * 10**5)())
add('name is not ASCII', lambda: make('\u00e4\u4e2d')())
class Meta(type):
  def __getattribute__(cls, name):
    if name in ('__name__', '__module__', '__qualname__', '__mro__'): raise RuntimeError('hostile')
    return super().__getattribute__(name)
add('metaclass raises', lambda: Meta('A', (), {})())
add('class of a metaclass', lambda: Meta('A', (), {}))
class Order(type):
  def mro(cls): return [cls, object]
  def __instancecheck__(cls, x): raise RuntimeError('hostile')
  def __eq__(cls, other): raise RuntimeError('hostile')
  __hash__ = type.__hash__
  def __repr__(cls): return 5
add('metaclass compares', lambda: Order('A', (), {})())
add('deep classes', lambda: functools.reduce(lambda base, i: make('A', (base,)), range(200), object)())
add('endless iteration', lambda: one('__iter__', lambda self: itertools.count())())
add('endless iterator', lambda: itertools.count())
add('iterates over itself', lambda: one('__iter__', lambda self: self)())
add('endless items', lambda: one('__getitem__', lambda self, i: i)())
def raising_after():
  yield 1
  raise RuntimeError('hostile')
add('generator raises', raising_after)
add('generator raises StopIteration', lambda: (next(iter(())) for i in range(2)))
class Mutating(dict):
  def items(self):
    for key in list(dict.keys(self)):
      self[object()] = 1
      yield key, 1
  def __iter__(self):
    self.clear()
    return super().__iter__()
  def keys(self): return 5
  def __len__(self): return 10**9
add('dict mutates', lambda: Mutating(a=1, b=2))
class Key:
  def __eq__(self, other): raise RuntimeError('hostile')
  def __hash__(self): return 1
  def __repr__(self): raise RuntimeError('hostile')
add('dict of hostile keys', lambda: {Key(): 1, 'a': 2})
add('dict of bad keys', lambda: {(1, 2): 1, None: 2, float('nan'): 3, '': 4, b'a': 5, '\ud800': 6})
class Shrinks(list):
  def __getitem__(self, i): self.clear(); return 1
  def __iter__(self): self.clear(); return iter([1, 2, 3])
  def __len__(self): return 100
add('list shrinks', lambda: Shrinks([1, 2, 3]))
class Element:
  def __init__(self, to): self.to = to
  def __index__(self): self.to.clear(); return 1
  def __float__(self): self.to.clear(); return 1.0
  def __del__(self): self.to.clear()
  def __repr__(self): self.to.clear(); return 'x'
def clearing():
  out = [1.5]
  out += [Element(out) for i in range(50)]
  return out
add('list cleared by its elements', clearing)
def cyclic(empty):
  if isinstance(empty, list): empty.append(empty)
  else: empty['self'] = empty
  return empty
add('list of itself', lambda: cyclic([]))
add('dict of itself', lambda: cyclic({}))
add('deep list', lambda: functools.reduce(lambda x, i: [x], range(3000), 1))
add('deep tuple', lambda: functools.reduce(lambda x, i: (x,), range(10000), 1))
class Text(str):
  def __str__(self): raise RuntimeError('hostile')
  def __len__(self): return -1
  def encode(self, *args): return 5
  def __eq__(self, other): raise RuntimeError('hostile')
  __hash__ = str.__hash__
add('str subclass', lambda: Text('a'))
add('str with a NUL', lambda: 'a\0b')
add('str with a surrogate', lambda: 'a\ud800')
add('int subclass', lambda: make('Int', (int,), __int__=fails, __index__=fails, __repr__=gives(5))(5))
add('huge int', lambda: 10**5000)
add('float subclass', lambda: make('F', (float,), __float__=fails, __eq__=fails)(1.5))
add('bytes subclass', lambda: make('B', (bytes,), __bytes__=fails, __len__=gives(-1))(b'ab'))
add('tuple subclass', lambda: make('T', (tuple,), __len__=gives(2**40), __getitem__=fails)((1, 2)))
add('named tuple', lambda: type('N', (collections.namedtuple('N', 'a b'),), {'_fields': (1, None)})(1, 2))
add('exception subclass', lambda: make('E', (Exception,), args=property(fails), __str__=fails, __traceback__=5)())
add('enumeration', lambda: enum.Enum('E', {'a': Key(), 'b': [1]}).a)
add('released memory', lambda: (lambda m: (m.release(), m)[1])(memoryview(b'abc')))
add('strided memory', lambda: memoryview(bytearray(range(10)))[::-3])
add('memory of a shape', lambda: memoryview(bytes(24)).cast('d', [3, 1]))
add('array.array', lambda: array.array('u', 'ab'))
add('ctypes array', lambda: (ctypes.c_void_p * 3)())
add('ctypes structure', lambda: make('S', (ctypes.Structure,), _fields_=[('a', ctypes.c_int)])())
add('mapping proxy', lambda: types.MappingProxyType({'a': Key()}))
def dead_proxy():
  x = make('A')()
  return weakref.proxy(x)
add('proxy of the dead', dead_proxy)
kept = make('L', (list,))([1])
add('proxy of a list', lambda: weakref.proxy(kept))
add('array of odd strides', lambda: np.lib.stride_tricks.as_strided(np.arange(4.), (3, 2), (0, 0)))
add('array without order', lambda: np.arange(24).reshape(2, 3, 4)[::-1, ::2, ::-3].T)
add('array not aligned', lambda: np.frombuffer(bytes(17), 'u1')[1:].view('f8'))
add('array of big endians', lambda: np.arange(3, dtype='>i4'))
add('array of long doubles', lambda: np.array([1, 2], 'g'))
add('array of records', lambda: np.zeros(2, [('a', 'O'), ('a b', 'V3')]))
add('array of hostile objects', lambda: np.array([Key(), None, one('__float__', fails)()], object))
add('array of no axes', lambda: np.array(Key(), object))
add('array of no elements', lambda: np.zeros((0, 10**9, 3)))
add('array of bad times', lambda: np.array([2**63 - 1, -2**63], 'M8[as]'))
add('array of text', lambda: np.array(['\ud800', 'a\0b'], 'U9'))
Array = make('A', (np.ndarray,), __array_finalize__=None, shape=property(fails), dtype=property(fails),
             __getitem__=fails, __array_ufunc__=None)
add('array subclass raises', lambda: np.ones(2).view(Array))
class Interface:
  def __init__(self, **fields):
    self.__array_interface__ = dict(dict(shape=(3,), typestr='<f8', version=3, data=(0, True)), **fields)
add('array interface without memory', lambda: Interface(shape=(0,)))
add('array interface of a bad type', lambda: Interface(typestr='zz'))
Masked = make('M', (np.ma.MaskedArray,), mask=property(fails))
add('masked array', lambda: np.ma.MaskedArray([1, 2], mask=[1, 0], fill_value=5).view(Masked))
add('frame of hostile columns', lambda: pd.DataFrame({('a', 1): [Key()], None: [fails], '\ud800': ['\ud800']}))
add('frame of equal names', lambda: pd.DataFrame([[1, 'a', None]], columns=['a', 'a', 'a'], index=[float('nan')]))
Frame = make('D', (pd.DataFrame,), columns=property(fails), shape=property(gives((9, 9))))
add('frame subclass', lambda: Frame({'a': [1]}))
add('series of dicts', lambda: pd.Series([{'a': 1}, Key(), pd.NaT], dtype=object))
add('huge range', lambda: range(10**30))
add('module', lambda: (lambda m: (setattr(m, '__getattr__', fails), m)[1])(types.ModuleType('a\nb')))
def zone(**methods): return make('Z', (datetime.tzinfo,), **methods)()
add('zone that raises', lambda: datetime.datetime(1, 1, 1, tzinfo=zone(utcoffset=fails, tzname=gives(5))))
add('zone that lies', lambda: datetime.datetime(2024, 1, 1, tzinfo=zone(utcoffset=gives(5))))
add('decimal', lambda: decimal.Decimal('sNaN'))
add('fraction', lambda: fractions.Fraction(10**400, 3))
add('set of hostile elements', lambda: {Key(), 1, 'a'})
add('deque', lambda: collections.deque(maxlen=0))
add('callable with a bad signature', lambda: make(
  'C', __call__=fails, __signature__=5, __text_signature__='((', __name__=5, __doc__=property(fails))())
add('descriptor', lambda: one('a', property(fails))())
add('slots', lambda: make('S', (), __slots__=('a', 'b'))())
add('deletes itself', lambda: one('__getattr__', lambda self, name: self.__dict__.clear() or self)())
add('every attribute is itself', lambda: one('__getattribute__', lambda self, name: self)())
add('looks like a tensor', lambda: make('T', shape=property(fails), numpy=fails, dtype=5)())
add('looks like an array', lambda: make('T', nbytes=property(fails), shape=(1,), dtype='f8', ndim=-1)())
add('attributes are endless', lambda: one('__dir__', lambda self: ('a%d' % i for i in itertools.count()))())
