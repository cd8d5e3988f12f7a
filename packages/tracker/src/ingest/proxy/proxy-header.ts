import { fail, ok, type Result } from '@rastro/base';
import { plainAddress } from '@rastro/base/addresses';
import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import type { Sender } from '../listener.ts';
import { crc32c } from './crc32c.ts';

/** Header that a load balancer puts in front of the bytes of a connection, or of a datagram. */
export interface ProxyHeader {
  /** Its bytes; those of the device follow. */
  readonly length: number;
  /** The other side of the balancer; null = it does not say. */
  readonly from: Sender | null;
  /** Of the balancer itself: nobody is behind it. */
  readonly isLocal: boolean;
}
export type ProxyHeaderError =
  /** Its first bytes begin no header. */
  | 'absent'
  | 'malformed'
  | 'too long'
  /** Neither version 1 nor 2. */
  | 'version'
  /** Neither IPv4 nor IPv6, or of the other transport. */
  | 'family'
  | 'checksum';
/** Null = more bytes are needed. */
export type ProxyHeaderResult = Result<ProxyHeader | null, ProxyHeaderError>;
export type Transport = 'stream' | 'datagram';

/** Longest header. Version 2 allows 64 KB; extensions that are in use take some hundred bytes. */
export const MAX_PROXY_HEADER_BYTES = 2048;

const MORE = ok(null);
const IS_ADDRESS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['TCP4', isIPv4],
  ['TCP6', isIPv6],
]);
const WORD = Buffer.from('PROXY ');
const MAX_LINE_BYTES = 107;
const LF = 0x0a;
const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const FIXED_BYTES = 16;
const LOCAL = 0x20;
const PROXY = 0x21;
const UNSPECIFIED = 0x00;
const FAMILIES: ReadonlyMap<number | undefined, Family> = new Map([
  [0x11, { transport: 'stream', addressBytes: 4 }],
  [0x12, { transport: 'datagram', addressBytes: 4 }],
  [0x21, { transport: 'stream', addressBytes: 16 }],
  [0x22, { transport: 'datagram', addressBytes: 16 }],
]);
interface Family {
  readonly transport: Transport;
  readonly addressBytes: number;
}
const CRC32C = 0x03;

/**
 * Reads the header at the beginning of bytes. More bytes never change what fewer have decided.
 * @source https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt
 */
export function readProxyHeader(bytes: Uint8Array, transport: Transport): ProxyHeaderResult {
  if (begins(bytes, SIGNATURE))
    return bytes.length < FIXED_BYTES ? readHead(bytes) : readBinary(bytes, transport);
  // A datagram has no line: version 1 is for connections alone.
  if (transport === 'stream' && begins(bytes, WORD)) return readLine(bytes);
  return fail('absent');
}

/** As far as both go. */
const begins = (bytes: Uint8Array, wanted: Uint8Array): boolean =>
  bytes.subarray(0, wanted.length).every((byte, at) => byte === wanted[at]);

function readLine(bytes: Uint8Array): ProxyHeaderResult {
  const end = bytes.subarray(0, MAX_LINE_BYTES).indexOf(LF);
  if (end < 0) return bytes.length < MAX_LINE_BYTES ? MORE : fail('too long');
  const line = Buffer.from(bytes.subarray(0, end)).toString('latin1');
  if (!line.endsWith('\r')) return fail('malformed');
  const length = end + 1;
  const [, family = '', ...fields] = line.slice(0, -1).split(' ');
  // Whatever follows this word is to be passed over.
  if (family === 'UNKNOWN') return ok({ length, from: null, isLocal: false });
  const isAddress = IS_ADDRESS.get(family);
  const [source = '', target = '', ...ports] = fields;
  const isRight =
    isAddress !== undefined &&
    ports.length === 2 &&
    ports.every(isPort) &&
    [source, target].every((address) => isAddress(address) && !address.includes('%'));
  if (!isRight) return fail('malformed');
  return ok({ length, from: { address: shortest(source), port: Number(ports[0]) }, isLocal: false });
}

const isPort = (text: string): boolean => /^(?:0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 0xff_ff;

/** Before its length is known. */
function readHead(bytes: Uint8Array): ProxyHeaderResult {
  const command = bytes[SIGNATURE.length];
  if (command === undefined || command === LOCAL || command === PROXY) return MORE;
  return fail(command >> 4 === 2 ? 'malformed' : 'version');
}

function readBinary(bytes: Uint8Array, transport: Transport): ProxyHeaderResult {
  const head = readHead(bytes);
  if (!head.ok) return head;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = FIXED_BYTES + view.getUint16(14);
  if (length > MAX_PROXY_HEADER_BYTES) return fail('too long');
  const isLocal = bytes[SIGNATURE.length] === LOCAL;
  const code = bytes[13];
  const family = isLocal || code === UNSPECIFIED ? { transport, addressBytes: 0 } : FAMILIES.get(code);
  if (family?.transport !== transport) return fail('family');
  const { addressBytes } = family;
  const extensionsAt = FIXED_BYTES + 2 * addressBytes + (addressBytes > 0 ? 4 : 0);
  if (extensionsAt > length) return fail('malformed');
  if (bytes.length < length) return MORE;
  const header = bytes.subarray(0, length);
  // Nothing behind the command of a check of the balancer means anything.
  const error = isLocal ? null : extensionError(header, extensionsAt);
  if (error !== null) return fail(error);
  if (addressBytes === 0) return ok({ length, from: null, isLocal });
  const address = textOf(bytes.subarray(FIXED_BYTES, FIXED_BYTES + addressBytes));
  return ok({ length, from: { address, port: view.getUint16(FIXED_BYTES + 2 * addressBytes) }, isLocal });
}

/** Passes extensions over, but for their checksum. */
function extensionError(header: Uint8Array, from: number): ProxyHeaderError | null {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  let isChecked = false;
  for (let at = from; at < header.length;) {
    const valueAt = at + 3;
    if (valueAt > header.length) return 'malformed';
    const bytes = view.getUint16(at + 1);
    const end = valueAt + bytes;
    if (end > header.length) return 'malformed';
    if (header[at] === CRC32C) {
      if (bytes !== 4 || isChecked) return 'malformed';
      isChecked = true;
      // It is the sum of the header with zeros in its own place.
      const summed = Uint8Array.from(header).fill(0, valueAt, end);
      if (crc32c(summed) !== view.getUint32(valueAt)) return 'checksum';
    }
    at = end;
  }
  return null;
}

function textOf(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  const hextets = Array.from(
    { length: 8 },
    (_, at) => ((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0),
  );
  return shortest(hextets.map((each) => each.toString(16)).join(':'));
}

/** As the system writes it; IPv4 also where it came as IPv6. */
function shortest(address: string): string {
  const plain = plainAddress(address) ?? address;
  return isIPv4(plain) ? plain : new SocketAddress({ address: plain, family: 'ipv6' }).address;
}
