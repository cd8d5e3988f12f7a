import { isEqual } from './operators.ts';
import { fullMatch, replaceEach, replaceOne, splitBy } from './patterns.ts';
import {
  bounded,
  DateValue,
  describe,
  ExpressionError,
  isEmpty,
  isList,
  sizeOf,
  toList,
  toNumber,
  toText,
  type Value,
  type ValueMap,
} from './value.ts';

type Method<T> = (self: T, args: readonly Value[]) => Value;
type Methods<T> = ReadonlyMap<string, Method<T>>;

const text = (args: readonly Value[], i: number): string => toText(argument(args, i));
const number = (args: readonly Value[], i: number): number => toNumber(argument(args, i));
function argument(args: readonly Value[], i: number): Value {
  const value = args[i];
  if (value === undefined || value === null) throw new ExpressionError('a method lacks an argument');
  return value;
}
function within(index: number, size: number): number {
  if (!Number.isInteger(index) || index < 0 || index > size)
    throw new ExpressionError(`index ${index} is out of range`);
  return index;
}

/** The methods of java.lang.String that expressions use. */
const TEXT: Methods<string> = new Map<string, Method<string>>([
  ['length', (s) => s.length],
  ['size', (s) => s.length],
  ['isEmpty', (s) => s === ''],
  ['isBlank', (s) => s.trim() === ''],
  ['toUpperCase', (s) => s.toUpperCase()],
  ['toLowerCase', (s) => s.toLowerCase()],
  ['trim', (s) => s.trim()],
  ['strip', (s) => s.trim()],
  ['contains', (s, a) => s.includes(text(a, 0))],
  ['startsWith', (s, a) => s.startsWith(text(a, 0))],
  ['endsWith', (s, a) => s.endsWith(text(a, 0))],
  ['indexOf', (s, a) => s.indexOf(text(a, 0), a.length > 1 ? number(a, 1) : 0)],
  ['lastIndexOf', (s, a) => s.lastIndexOf(text(a, 0))],
  ['charAt', (s, a) => s.charAt(within(number(a, 0), s.length - 1))],
  [
    'substring',
    (s, a) => {
      const from = within(number(a, 0), s.length);
      const to = a.length > 1 ? within(number(a, 1), s.length) : s.length;
      if (to < from) throw new ExpressionError(`substring ends at ${to}, before it starts at ${from}`);
      return s.slice(from, to);
    },
  ],
  ['replace', (s, a) => bounded(s.replaceAll(text(a, 0), () => text(a, 1)))],
  ['replaceAll', (s, a) => replaceEach(text(a, 0), s, text(a, 1))],
  ['replaceFirst', (s, a) => replaceOne(text(a, 0), s, text(a, 1))],
  ['matches', (s, a) => fullMatch(text(a, 0), s)],
  ['split', (s, a) => splitBy(text(a, 0), s)],
  ['concat', (s, a) => bounded(s + text(a, 0))],
  [
    'repeat',
    (s, a) => {
      const times = number(a, 0);
      if (times < 0 || times * s.length > 4000) throw new ExpressionError('repeats a text too often');
      return s.repeat(Math.trunc(times));
    },
  ],
  ['equals', (s, a) => s === a[0]],
  ['equalsIgnoreCase', (s, a) => s.toLowerCase() === text(a, 0).toLowerCase()],
  ['compareTo', (s, a) => (s < text(a, 0) ? -1 : s > text(a, 0) ? 1 : 0)],
  ['toString', (s) => s],
]);

/** The methods of java.lang.Number. */
const NUMBER: Methods<number> = new Map<string, Method<number>>([
  ['intValue', (n) => Math.trunc(n) | 0],
  ['longValue', (n) => Math.trunc(n)],
  ['doubleValue', (n) => n],
  ['floatValue', (n) => Math.fround(n)],
  ['toString', (n) => String(n)],
  ['equals', (n, a) => n === a[0]],
  ['compareTo', (n, a) => Math.sign(n - number(a, 0))],
  ['isNaN', (n) => Number.isNaN(n)],
]);

/** The methods of java.util.Date; its parts are those of UTC. */
const DATE: Methods<DateValue> = new Map<string, Method<DateValue>>([
  ['getTime', (d) => d.time],
  ['getYear', (d) => new Date(d.time).getUTCFullYear() - 1900],
  ['getMonth', (d) => new Date(d.time).getUTCMonth()],
  ['getDate', (d) => new Date(d.time).getUTCDate()],
  ['getDay', (d) => new Date(d.time).getUTCDay()],
  ['getHours', (d) => new Date(d.time).getUTCHours()],
  ['getMinutes', (d) => new Date(d.time).getUTCMinutes()],
  ['getSeconds', (d) => new Date(d.time).getUTCSeconds()],
  ['before', (d, a) => d.time < dateOf(argument(a, 0))],
  ['after', (d, a) => d.time > dateOf(argument(a, 0))],
  ['equals', (d, a) => a[0] instanceof DateValue && a[0].time === d.time],
  ['compareTo', (d, a) => Math.sign(d.time - dateOf(argument(a, 0)))],
  ['toString', (d) => toText(d)],
]);

const LIST: Methods<readonly Value[]> = new Map<string, Method<readonly Value[]>>([
  ['size', (l) => l.length],
  ['isEmpty', (l) => l.length === 0],
  ['get', (l, a) => l[within(number(a, 0), l.length - 1)] ?? null],
  ['contains', (l, a) => l.some((item) => isEqual(item, argument(a, 0)))],
  ['indexOf', (l, a) => l.findIndex((item) => isEqual(item, argument(a, 0)))],
  ['containsAll', (l, a) => toList(argument(a, 0)).every((each) => l.some((item) => isEqual(item, each)))],
  ['toString', (l) => toText(l)],
]);

const MAP: Methods<ValueMap> = new Map<string, Method<ValueMap>>([
  ['size', (m) => sizeOf(m)],
  ['isEmpty', (m) => isEmpty(m)],
  ['get', (m, a) => memberOf(m, text(a, 0))],
  ['getOrDefault', (m, a) => memberOf(m, text(a, 0)) ?? a[1] ?? null],
  ['containsKey', (m, a) => Object.hasOwn(m, text(a, 0))],
  ['toString', (m) => toText(m)],
]);

/** @throws ExpressionError for a method that the value does not have. */
export function callMethod(self: Value, name: string, args: readonly Value[]): Value {
  const result = run(self, name, args);
  if (result !== undefined) return result;
  throw new ExpressionError(`${describe(self)} has no method ${name}`);
}

function run(self: Value, name: string, args: readonly Value[]): Value | undefined {
  if (typeof self === 'string') return TEXT.get(name)?.(self, args);
  if (typeof self === 'number') return NUMBER.get(name)?.(self, args);
  if (self === null || typeof self === 'boolean') return name === 'toString' ? String(self) : undefined;
  if (self instanceof DateValue) return DATE.get(name)?.(self, args);
  return isList(self) ? LIST.get(name)?.(self, args) : MAP.get(name)?.(self, args);
}

/** Returns the member of a value under a key: own members only, never those of a prototype. */
export function memberOf(of: Value, key: Value): Value {
  if (isList(of)) {
    if (key === 'size' || key === 'length') return of.length;
    const index = toNumber(key);
    if (!Number.isInteger(index) || index < 0 || index >= of.length) {
      throw new ExpressionError(`index ${index} is out of range`);
    }
    return of[index] ?? null;
  }
  if (of instanceof DateValue && key === 'time') return of.time;
  if (typeof of === 'string' && key === 'length') return of.length;
  if (of === null || typeof of !== 'object' || of instanceof DateValue) {
    throw new ExpressionError(`${describe(of)} has no ${toText(key)}`);
  }
  const name = toText(key);
  return Object.hasOwn(of, name) ? (of[name] ?? null) : null;
}

function dateOf(value: Value): number {
  if (value instanceof DateValue) return value.time;
  throw new ExpressionError(`${describe(value)} is not a date`);
}
