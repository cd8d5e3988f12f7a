import type { BinarySign } from './syntax.ts';
import { fullMatch } from './patterns.ts';
import {
  bounded,
  describe,
  ExpressionError,
  isList,
  isMap,
  toNumber,
  toText,
  toTruth,
  DateValue,
  type Value,
} from './value.ts';

/** Applies a binary operator to two values; errors as in strict JEXL. */
export function applyBinary(sign: BinarySign, left: Value, right: Value): Value {
  switch (sign) {
    case '==':
      return isEqual(left, right);
    case '!=':
      return !isEqual(left, right);
    case '<':
      return compare(left, right) < 0;
    case '<=':
      return compare(left, right) <= 0;
    case '>':
      return compare(left, right) > 0;
    case '>=':
      return compare(left, right) >= 0;
    case '=~':
      return isIn(left, right);
    case '!~':
      return !isIn(left, right);
    case '=^':
      return toText(solid(left)).startsWith(toText(solid(right)));
    case '!^':
      return !toText(solid(left)).startsWith(toText(solid(right)));
    case '=$':
      return toText(solid(left)).endsWith(toText(solid(right)));
    case '!$':
      return !toText(solid(left)).endsWith(toText(solid(right)));
    case '+':
      return add(left, right);
    case '-':
      return toNumber(left) - toNumber(right);
    case '*':
      return toNumber(left) * toNumber(right);
    case '/':
      return toNumber(left) / divisor(right);
    case '%':
      return toNumber(left) % divisor(right);
    default:
      return bits(sign, toNumber(left), toNumber(right));
  }
}

export const invertBits = (value: number): number => fromBits(~toBits(value));

function solid(value: Value): Value {
  if (value === null) throw new ExpressionError('null is no text');
  return value;
}

function add(left: Value, right: Value): Value {
  if (typeof left === 'string' || typeof right === 'string') {
    return bounded(toText(solid(left)) + toText(solid(right)));
  }
  return toNumber(left) + toNumber(right);
}

function divisor(value: Value): number {
  const number = toNumber(value);
  if (number === 0) throw new ExpressionError('division by zero');
  return number;
}

export function isEqual(left: Value, right: Value): boolean {
  if (left === null || right === null) return left === right;
  if (typeof left === 'boolean' || typeof right === 'boolean') return toTruth(left) === toTruth(right);
  if (typeof left === 'number' || typeof right === 'number') {
    const numbers = [left, right].map((value) => (typeof value === 'object' ? Number.NaN : Number(value)));
    return numbers[0] === numbers[1];
  }
  if (left instanceof DateValue && right instanceof DateValue) return left.time === right.time;
  if (isList(left) && isList(right)) {
    return left.length === right.length && left.every((item, i) => isEqual(item, right[i] ?? null));
  }
  return typeof left === 'string' && typeof right === 'string'
    ? left === right
    : toText(left) === toText(right);
}

function compare(left: Value, right: Value): number {
  if (left instanceof DateValue && right instanceof DateValue) return left.time - right.time;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  return toNumber(left) - toNumber(right);
}

/** `in a list`, `key of a map`, or `matches the whole pattern`. */
function isIn(left: Value, right: Value): boolean {
  if (isList(right)) return right.some((item) => isEqual(left, item));
  if (isMap(right)) return Object.hasOwn(right, toText(solid(left)));
  if (typeof right !== 'string') throw new ExpressionError(`${describe(right)} is no pattern and no list`);
  return left !== null && fullMatch(right, toText(left));
}

/** Java's long: 64 bits with a sign. */
function bits(sign: BinarySign, left: number, right: number): number {
  const [a, b] = [toBits(left), toBits(right)];
  switch (sign) {
    case '&':
      return fromBits(a & b);
    case '|':
      return fromBits(a | b);
    case '^':
      return fromBits(a ^ b);
    case '<<':
      return fromBits(a << (b & 63n));
    case '>>':
      return fromBits(a >> (b & 63n));
    default:
      return fromBits(BigInt.asUintN(64, a) >> (b & 63n));
  }
}
function toBits(value: number): bigint {
  if (!Number.isFinite(value)) throw new ExpressionError('there are no bits in that number');
  return BigInt.asIntN(64, BigInt(Math.trunc(value)));
}
const fromBits = (value: bigint): number => Number(BigInt.asIntN(64, value));
