import { readFileSync } from 'node:fs';
import { FIXTURES, referenceFile } from '../../../tools/reference.ts';
import type { DecodeContext, DeviceProfile, Framer } from '../src/protocol.ts';

/** A device frame, its answer and the values in it. @source fixtures/README.md, "Formats" */
export interface Sample {
  readonly protocol: string;
  readonly name: string;
  readonly kind: 'hex' | 'text' | 'get' | 'json';
  readonly direction: 'up' | 'down';
  readonly udp: boolean;
  readonly isolated: boolean;
  readonly model: string | null;
  readonly config: Readonly<Record<string, string>> | null;
  readonly payload: string;
  readonly reply: string | null;
  readonly positions: readonly SamplePosition[];
}
export interface SamplePosition {
  readonly noLocation?: boolean;
  readonly fixTime?: string;
  readonly deviceTime: string | null;
  readonly valid?: boolean;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly altitude?: number;
  readonly speed?: number;
  readonly course?: number;
  readonly accuracy?: number;
  readonly network?: {
    readonly cells?: readonly (number | null)[][];
    readonly wifi?: readonly (string | number | null)[][];
  };
  readonly attributes: Readonly<Record<string, unknown>>;
}

const DEFAULTS: Omit<Sample, 'protocol' | 'name' | 'kind' | 'payload' | 'positions'> = {
  direction: 'up',
  udp: false,
  isolated: false,
  model: null,
  config: null,
  reply: null,
};
const samplesIn = (file: URL): readonly Sample[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as readonly Sample[]).map((sample) => ({ ...DEFAULTS, ...sample }));

const own = samplesIn(new URL('frames.json', FIXTURES));
const referenced = referenceFile('reference/protocols/samples.json');
const isOwn = ({ protocol, name }: Sample): boolean =>
  own.some((sample) => sample.protocol === protocol && sample.name === name);
const all = [...own, ...(referenced ? samplesIn(referenced).filter((sample) => !isOwn(sample)) : [])];

/** Our own samples of a protocol in the order of a session, then those that only the reference has. */
export const samplesOf = (protocol: string): readonly Sample[] =>
  all.filter((sample) => sample.protocol === protocol);

export const fromHex = (text: string): Uint8Array =>
  new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));
export const toHex = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString('hex');

/** The bytes of a sample. */
export const payloadOf = ({ kind, payload }: Pick<Sample, 'kind' | 'payload'>): Uint8Array =>
  kind === 'hex' ? fromHex(payload) : fromText(payload);

/** Text whose control characters are written as two characters. */
export const fromText = (text: string): Uint8Array =>
  new Uint8Array(Buffer.from(text.replaceAll('\\r', '\r').replaceAll('\\n', '\n'), 'latin1'));

export const NOW = Date.UTC(2025, 2, 14, 12, 31, 7);

export const profile = (part: Partial<DeviceProfile> = {}): DeviceProfile => ({
  uniqueId: '861234560000013',
  model: null,
  timeZone: null,
  options: {},
  ...part,
});

export const context = (part: Partial<DeviceProfile> = {}, udp = false): DecodeContext => ({
  device: profile(part),
  now: NOW,
  udp,
});

/** Frames of chunks, as hexadecimal; a failure shows as its code. */
export function framesOf(framer: Framer, chunks: readonly Uint8Array[]): readonly (string | null)[] {
  return chunks.flatMap((chunk) =>
    framer.push(chunk).map((frame) => (frame.ok ? toHex(frame.value) : frame.error.code)),
  );
}

export const joined = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** Bit by bit, so that it shares nothing with the tables under test. */
function crc16(bytes: Uint8Array, polynomial: number, start: number): number {
  let crc = start;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
  }
  return crc;
}
export const slowIbm = (bytes: Uint8Array): number => crc16(bytes, 0xa001, 0);
export const slowX25 = (bytes: Uint8Array): number => crc16(bytes, 0x8408, 0xffff) ^ 0xffff;

const hex = (value: number, bytes: number): string => value.toString(16).padStart(bytes * 2, '0');

/** A gt06 frame around `content` (hexadecimal). `length` overrides the true length. */
export function gt06Frame(
  type: number,
  content: string,
  { serial = 0x21, extended = false, length }: { serial?: number; extended?: boolean; length?: number } = {},
): Uint8Array {
  const plain = content.replaceAll(' ', '');
  const size = length ?? plain.length / 2 + 5;
  const body = fromHex(hex(size, extended ? 2 : 1) + hex(type, 1) + plain + hex(serial, 2));
  return joined([fromHex(extended ? '7979' : '7878'), body, fromHex(`${hex(slowX25(body), 2)}0d0a`)]);
}

/** A teltonika TCP packet around `data`: codec id, counts and records (hexadecimal). */
export function teltonikaPacket(data: string): Uint8Array {
  const body = fromHex(data);
  return joined([fromHex(`00000000${hex(body.length, 4)}`), body, fromHex(`0000${hex(slowIbm(body), 2)}`)]);
}
