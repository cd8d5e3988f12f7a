import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { HttpProtocol, Protocol, StreamProtocol } from '../src/protocol.ts';
import { STREAM_LIMIT_BYTES } from '../src/stream-framer.ts';
import { context, fromText, gt06Frame, payloadOf, samplesOf, teltonikaPacket } from './support.ts';

const LONGEST_MS = 50;
/** A slow call may be caused by other load on the machine; then the processor's own time decides. */
export function quick(work: () => void): void {
  const started = performance.now();
  work();
  if (performance.now() - started <= LONGEST_MS) return;
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 1000 <= LONGEST_MS, 'took too long twice');
}

/** Seeds in addition to the sample frames. */
const OWN_SEEDS: Readonly<Record<string, readonly Uint8Array[]>> = {
  gt06: [
    gt06Frame(0x12, '19030e0c1e2d c9 0286d598 0500d272 40 187d 02d4 05 2f10 00a1b2'),
    gt06Frame(0x70, '0033 0012 67d42175 09 02f8 0286d598 0500d272 40 187d', { extended: true }),
    gt06Frame(0x35, '19030e0c1e2d 01 0286d598 0500d272 01 01 01 00000400 00000001'),
  ],
  suntech: [
    fromText(
      'ST300STT;907000001;04;1097;20250314;12:30:45;2F1091;-23.5;-46.6;064.0;125.0;9;1;123;12.7;100000;2;1\\r',
    ),
    fromText(
      'STT;0907000001;3FFFFF;84;1.0.16;1;20250314;12:30:45;A1B2;724;05;2F10;28;-23.5;-46.6;64;125;11;1;1;0;1;2;42\\r',
    ),
  ],
  teltonika: [
    teltonikaPacket('0801 0000019594a2b108 01 e4345268f1f679d0 02f8 007d 0b 0040 ef 01 01ef01 00 00 00 01'),
    teltonikaPacket('0c01 0d 00000009 01 00000007 00000800 01'),
  ],
};
/** For a protocol without seeds of its own. */
const ANY_SEED: readonly Uint8Array[] = [fromText('861234560000013,1,-23.5\\r\\n')];
export const MODELS = [
  null,
  'FMB920',
  'FMB640',
  'TAT100',
  'NT20',
  'SEEWORLD',
  'LW1',
  'R11',
  'QH302R',
  'AL300',
  'JC371',
  'GL530',
  'GL320M',
  'GV350M',
  'MVT380',
];
/** Options that make decoders read further. */
export const OPTIONS = {
  'suntech.hbm': 2,
  'suntech.includeAdc': true,
  'suntech.includeTemp': true,
  'h02.ack': true,
};

/** Real frames to change. */
export const seedsOf = (name: string): readonly Uint8Array[] => [
  ...samplesOf(name).map(payloadOf),
  ...(OWN_SEEDS[name] ?? ANY_SEED),
];

export interface FuzzRun {
  readonly runs: number;
  /** The same seed makes the same bytes. */
  readonly seed?: number;
}

/**
 * Feeds a protocol random bytes, and real frames with some bytes changed, cut or repeated.
 * @throws with the input and the seed when it throws, is slow twice, or holds more than its limit.
 */
export function fuzz(protocol: Protocol, run: FuzzRun): void {
  if (protocol.kind === 'stream') fuzzStream(protocol, run);
  else fuzzHttp(protocol, run);
}

const parameters = ({ runs, seed }: FuzzRun) => ({ numRuns: runs, ...(seed === undefined ? {} : { seed }) });

function fuzzStream(protocol: StreamProtocol, run: FuzzRun): void {
  const seeds = seedsOf(protocol.name);
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 600, size: 'max' }), mutated(seeds), mutated(seeds));
  const input = fc.tuple(
    fc.array(bytes, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(...MODELS),
    fc.boolean(),
  );
  fc.assert(
    fc.property(input, ([chunks, model, udp]) => {
      quick(() => {
        const framer = protocol.createFramer();
        const isUdp = udp && protocol.transports.includes('udp');
        let state = protocol.initialState();
        for (const plain of chunks) {
          // As sockets hand them over.
          const chunk = Buffer.from(plain);
          const frames = framer.push(chunk).flatMap((frame) => (frame.ok ? [frame.value] : []));
          assert.ok(framer.heldBytes <= STREAM_LIMIT_BYTES);
          for (const frame of [...frames, chunk]) {
            protocol.identify(frame, state, isUdp);
            protocol.reject(frame, state, isUdp);
            const decoded = protocol.decode(
              frame,
              state,
              context({ model, options: udp ? OPTIONS : {} }, isUdp),
            );
            if (decoded.ok) state = decoded.value.state;
          }
        }
      });
    }),
    parameters(run),
  );
}

/** Real frames with some bytes changed, left out, repeated or put in, then perhaps cut. */
function mutated(seeds: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const change = fc.record({
    kind: fc.constantFrom('set', 'set', 'remove', 'repeat', 'insert'),
    at: fc.nat(),
    size: fc.integer({ min: 1, max: 12 }),
    value: fc.nat(255),
  });
  const cut = fc.option(fc.nat(), { freq: 3 });
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(change, { maxLength: 4 }), cut)
    .map(([seed, changes, end]) => {
      const bytes = [...seed];
      for (const { kind, at, size, value } of changes) {
        const from = at % Math.max(1, bytes.length);
        if (kind === 'set') bytes[from] = value;
        else if (kind === 'remove') bytes.splice(from, size);
        else if (kind === 'repeat') bytes.splice(from, 0, ...bytes.slice(from, from + size));
        else bytes.splice(from, 0, ...Array.from({ length: size }, () => value));
      }
      return Uint8Array.from(end === null ? bytes : bytes.slice(0, end % (bytes.length + 1)));
    });
}

function fuzzHttp(protocol: HttpProtocol, run: FuzzRun): void {
  const word = fc.oneof(
    fc.string({ maxLength: 20, unit: 'binary' }),
    fc.constantFrom(
      'id',
      'lat',
      'lon',
      'timestamp',
      'cell',
      'wifi',
      'location',
      '1e999',
      '-23.5',
      '%',
      '__proto__',
    ),
  );
  const query = fc
    .array(fc.tuple(word, word))
    .map((pairs) => `/?${pairs.map((pair) => pair.join('=')).join('&')}`);
  const json = fc
    .record({
      device_id: fc.anything(),
      location: fc.oneof(fc.anything(), fc.dictionary(word, fc.anything())),
    })
    .map((value) =>
      JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)),
    );
  const body = fc.oneof(json, word).map((text) => new TextEncoder().encode(text));
  const request = fc.record({
    method: fc.constantFrom('GET', 'POST'),
    target: fc.oneof(query, word),
    contentType: fc.constantFrom(null, 'application/json', 'application/x-www-form-urlencoded'),
    body: fc.oneof(body, fc.uint8Array({ maxLength: 300 })),
  });
  fc.assert(
    fc.property(request, (one) => {
      quick(() => {
        protocol.identify(one);
        protocol.reject(one);
        protocol.decode(one, context());
      });
    }),
    parameters(run),
  );
}
