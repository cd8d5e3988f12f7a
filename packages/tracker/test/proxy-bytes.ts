import { isIPv6 } from 'node:net';
import { crc32c } from '../src/ingest/proxy/crc32c.ts';

export interface BinaryHeader {
  /** Absent = none. */
  readonly source?: string;
  readonly port?: number;
  /** Absent = that of the source, over TCP. */
  readonly family?: number;
  /** Absent = PROXY. */
  readonly command?: number;
}

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');

/** Header of version 2, written from its specification and not from our reader. */
export function binaryHeader(
  {
    source,
    port = 0,
    command = 0x21,
    family = source === undefined ? 0 : isIPv6(source) ? 0x21 : 0x11,
  }: BinaryHeader,
  extensions: readonly Buffer[] = [],
): Buffer {
  const ports = Buffer.alloc(4);
  ports.writeUInt16BE(port);
  ports.writeUInt16BE(5027, 2);
  const address = source === undefined ? null : addressBytes(source);
  const body = Buffer.concat([...(address ? [address, address, ports] : []), ...extensions]);
  const head = Buffer.from([command, family, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([SIGNATURE, head, body]);
}

/** Type, length and value behind the addresses. */
export const extension = (type: number, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type, value.length >> 8, value.length & 0xff]), value]);

/** The same with its checksum behind all others. */
export function sealed(header: BinaryHeader, extensions: readonly Buffer[]): Buffer {
  const bytes = binaryHeader(header, [...extensions, extension(0x03, Buffer.alloc(4))]);
  bytes.writeUInt32BE(crc32c(bytes), bytes.length - 4);
  return bytes;
}

function addressBytes(text: string): Buffer {
  if (!isIPv6(text)) return Buffer.from(text.split('.').map(Number));
  const mapped = /^::ffff:([\d.]+)$/.exec(text)?.[1];
  if (mapped !== undefined)
    return Buffer.concat([Buffer.alloc(10), Buffer.from([0xff, 0xff]), addressBytes(mapped)]);
  const [head = '', tail = ''] = text.split('::', 2);
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0');
  const hextets = [...(before ?? []), ...zeros, ...(after ?? [])];
  return Buffer.from(hextets.map((each) => each.padStart(4, '0')).join(''), 'hex');
}
