import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fuzz, quick } from '../test/fuzz.ts';
import { guidedFuzz } from '../test/guided-fuzz.ts';
import { fromHex } from '../test/support.ts';
import { PROTOCOLS } from './catalogue.ts';
import type { StreamProtocol } from './protocol.ts';
import { STREAM_LIMIT_BYTES } from './stream-framer.ts';

/** `npm run fuzz` runs longer. */
const RUNS = 10_000;
/** Starts of frames that never end. */
const ENDLESS: Readonly<Record<string, string>> = {
  gt06: '7979ffff12',
  jt808: '7e',
  meitrack: '24244134303030302c',
  ruptela: 'ffff',
  teltonika: '0000000000ffffff',
};

for (const protocol of PROTOCOLS) {
  test(`[ROBUST-1] ${protocol.name}: survives any ${protocol.kind === 'http' ? 'request' : 'bytes'}`, () =>
    fuzz(protocol, { runs: RUNS }));
}

/** `npm run fuzz -- --frames 1000000` is for the night. */
const FRAMES = 5000;
for (const protocol of PROTOCOLS) {
  test(`[ROBUST-4] ${protocol.name}: frames that follow what they find break nothing, and find something`, () => {
    const { signatures } = guidedFuzz(protocol, { frames: FRAMES, seed: 20_261_122 });
    assert.ok(signatures > 3, `${signatures} ways`);
  });
}

test('[ROBUST-4] what breaks a protocol is told with its frame', () => {
  const broken = PROTOCOLS.find(({ name }) => name === 'wialon') as StreamProtocol;
  const faulty: StreamProtocol = {
    ...broken,
    decode: (frame, state, given) => {
      if (frame[0] === 0x23 && frame.length % 7 === 3) throw new Error('planted');
      return broken.decode(frame, state, given);
    },
  };
  assert.throws(
    () => guidedFuzz(faulty, { frames: 2000, seed: 1 }),
    (error: Error) => /frame \d+: 23/.test(error.message) && String(error.cause).includes('planted'),
  );
});

const MAIN = new URL('../test/fuzz-main.ts', import.meta.url).pathname;
const command = (...args: readonly string[]) =>
  spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', timeout: 60_000 });

test('[ROBUST-3] the command runs one protocol as often as told, and names its seed', () => {
  const { status, stdout } = command('--protocol', 'wialon', '--runs', '1500', '--seed', '7');
  assert.equal(status, 0);
  assert.match(stdout, /^wialon: 1500 runs, seed 7, nothing found/m);
});

test('[ROBUST-3] the command refuses what it does not know', () => {
  assert.match(command('--protocol', 'morse').stderr, /there are osmand, gt06/);
  assert.match(command('--protocol', 'gt06', '--runs', 'many').stderr, /--runs is a whole number/);
  assert.equal(command('--protocol', 'gt06', '--runs', '0').status, 1);
});

test('[ROBUST-3] what breaks a protocol is told with the seed that finds it again', () => {
  const broken = PROTOCOLS.find(({ name }) => name === 'wialon') as StreamProtocol;
  const faulty: StreamProtocol = {
    ...broken,
    decode: (frame, state, context) => {
      if (frame.includes(0x23)) throw new Error('planted');
      return broken.decode(frame, state, context);
    },
  };
  assert.throws(
    () => fuzz(faulty, { runs: 1000, seed: 42 }),
    (error: Error) => error.message.includes('seed: 42') && String(error.cause).includes('planted'),
  );
});

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
