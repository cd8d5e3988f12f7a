import { isIPv4, isIPv6 } from 'node:net';

const HEXTETS = 8;
/** A customer line of IPv6 is a /64 at least: its customer has all of its addresses. */
const LINE_HEXTETS = 4;

/**
 * Returns an address in plain form: without port, brackets or zone, IPv4 also where it came as IPv6. Null = the text is
 * no address.
 * @example plainAddress('[2001:db8::1]:443') // '2001:db8:0:0:0:0:0:1'
 */
export function plainAddress(text: string): string | null {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(text.trim()) ?? [];
  const bare = (inBrackets ?? text.trim().replace(/^([\d.]+):\d+$/, '$1')).replace(/%.*$/, '');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return null;
  const hextets = hextetsOf(bare);
  const [high = 0, low = 0] = hextets.slice(-2);
  const isMapped = hextets.slice(0, 5).every((each) => each === 0) && hextets[5] === 0xff_ff;
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return hextets.map((each) => each.toString(16)).join(':');
}

/**
 * Returns the key under which an address is counted: IPv4 by itself, IPv6 by its /64. Text that is no address counts as
 * itself.
 */
export function addressKey(text: string): string {
  const plain = plainAddress(text);
  if (plain === null) return text;
  return plain.includes('.') ? plain : `${plain.split(':').slice(0, LINE_HEXTETS).join(':')}::/64`;
}

function hextetsOf(address: string): readonly number[] {
  const [head = '', tail] = address.split('::', 2);
  const before = numbersOf(head);
  if (tail === undefined) return before;
  const after = numbersOf(tail);
  const zeros = Array<number>(HEXTETS - before.length - after.length).fill(0);
  return [...before, ...zeros, ...after];
}
/** Of a part; its last piece may be an IPv4 address. */
const numbersOf = (part: string): readonly number[] =>
  (part === '' ? [] : part.split(':')).flatMap((piece) => {
    if (!piece.includes('.')) return [Number.parseInt(piece, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = piece.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
