import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  context,
  fromHex,
  fromText,
  gt06Frame,
  payloadOf,
  samplesOf,
  teltonikaPacket,
} from '../test/support.ts';
import { PROTOCOLS } from './catalogue.ts';
import type { HttpProtocol, StreamProtocol } from './protocol.ts';
import { STREAM_LIMIT_BYTES } from './stream-framer.ts';

const RUNS = 10_000;
const LONGEST_MS = 50;
/** One slow call may be the machine's fault; the same input twice is ours. */
function quick(work: () => void): void {
  const started = performance.now();
  work();
  if (performance.now() - started <= LONGEST_MS) return;
  const again = performance.now();
  work();
  assert.ok(performance.now() - again <= LONGEST_MS, 'took too long twice');
}

/** Seeds that exist without the reference beside the repository. */
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
/** How a frame starts that never ends. */
const ENDLESS: Readonly<Record<string, string>> = {
  gt06: '7979ffff12',
  jt808: '7e',
  meitrack: '24244134303030302c',
  ruptela: 'ffff',
  teltonika: '0000000000ffffff',
};
const MODELS = [
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
const OPTIONS = {
  'suntech.hbm': 2,
  'suntech.includeAdc': true,
  'suntech.includeTemp': true,
  'h02.ack': true,
};

for (const protocol of PROTOCOLS) {
  if (protocol.kind === 'stream') {
    test(`[ROBUST-1] ${protocol.name}: survives any bytes`, () => checkStream(protocol));
  } else test(`[ROBUST-1] ${protocol.name}: survives any request`, () => checkHttp(protocol));
}

function checkStream(protocol: StreamProtocol): void {
  const seeds = [...samplesOf(protocol.name).map(payloadOf), ...(OWN_SEEDS[protocol.name] ?? ANY_SEED)];
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 600 }), mutated(seeds), mutated(seeds));
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
        for (const chunk of chunks) {
          const frames = framer.push(chunk).flatMap((frame) => (frame.ok ? [frame.value] : []));
          assert.ok(framer.heldBytes <= STREAM_LIMIT_BYTES);
          for (const frame of [...frames, chunk]) {
            protocol.identify(frame, state, isUdp);
            protocol.refuse(frame, state, isUdp);
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
    { numRuns: RUNS },
  );
}

/** Real frames with some bytes changed, cut or repeated. */
function mutated(seeds: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const change = fc.record({ at: fc.nat(400), value: fc.nat(255), keep: fc.nat(400) });
  return fc.tuple(fc.constantFrom(...seeds), fc.array(change, { maxLength: 4 })).map(([seed, changes]) => {
    let bytes = seed.slice();
    for (const { at, value, keep } of changes) {
      bytes[at % Math.max(1, bytes.length)] = value;
      if (keep % 4 === 0) bytes = bytes.slice(0, keep);
    }
    return bytes;
  });
}

function checkHttp(protocol: HttpProtocol): void {
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
        protocol.refuse(one);
        protocol.decode(one, context());
      });
    }),
    { numRuns: RUNS },
  );
}

test('[FRAME-2] gives up at the limit instead of holding more, whatever the segments', () => {
  for (const protocol of PROTOCOLS) {
    if (protocol.kind !== 'stream') continue;
    const start = ENDLESS[protocol.name] ?? '';
    const endless = new Uint8Array(2 * STREAM_LIMIT_BYTES).fill(7);
    endless.set(fromHex(start));
    for (const step of [1, 1460, endless.length]) {
      const framer = protocol.createFramer();
      const codes = [];
      for (let at = 0; at < endless.length && codes.length === 0; at += step) {
        for (const frame of framer.push(endless.subarray(at, at + step))) {
          codes.push(frame.ok ? 'frame' : frame.error.code);
        }
        assert.ok(framer.heldBytes <= STREAM_LIMIT_BYTES);
      }
      assert.deepEqual(codes, ['FRAME_TOO_LONG']);
      assert.equal(framer.heldBytes, 0);
    }
  }
});

test('[ROBUST-2] cuts a stream of stop marks in linear time', () => {
  const framer = PROTOCOLS.find((one) => one.kind === 'stream' && one.name === 'gt06') as StreamProtocol;
  const hostile = new Uint8Array(STREAM_LIMIT_BYTES - 8);
  for (let at = 0; at < hostile.length; at += 2) hostile.set([0x0d, 0x0a], at);
  hostile.set(fromHex('7979fff012'));
  quick(() => void framer.createFramer().push(hostile));
  const slow = framer.createFramer();
  const started = performance.now();
  for (const byte of hostile) slow.push(Uint8Array.of(byte));
  assert.ok(performance.now() - started < 1000);
});
