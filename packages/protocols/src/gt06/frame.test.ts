import assert from 'node:assert/strict';
import { test } from 'node:test';
import { context, framesOf, fromHex, gt06Frame, joined, toHex } from '../../test/support.ts';
import { gt06 } from './index.ts';

const HEARTBEAT = gt06Frame(0x13, '46 06 04 0001');

/** The same frames whole, byte by byte and in any two pieces. */
function check(bytes: Uint8Array, expected: readonly (string | null)[]): void {
  assert.deepEqual(framesOf(gt06.createFramer(), [bytes]), expected);
  assert.deepEqual(
    framesOf(
      gt06.createFramer(),
      Array.from(bytes, (byte) => Uint8Array.of(byte)),
    ),
    expected,
  );
  for (let at = 1; at < bytes.length; at++) {
    const halves = [bytes.subarray(0, at), bytes.subarray(at)];
    assert.deepEqual(framesOf(gt06.createFramer(), halves), expected, `split at ${at}`);
  }
}

test('[FRAME-1] gt06: a stop mark inside the content does not end the frame', () => {
  const answer = gt06Frame(0x15, `0f 00000000 ${Buffer.from('a\r\nb\r\nc').toString('hex')} 0002`);
  check(joined([answer, HEARTBEAT]), [toHex(answer), toHex(HEARTBEAT)]);
});

test('[FRAME-3] gt06: a length that is too small ends at the first stop mark', () => {
  const small = gt06Frame(0x13, '46 06 04 0001', { length: 8 });
  check(joined([small, HEARTBEAT]), [toHex(small), toHex(HEARTBEAT)]);
});

test('[FRAME-3] gt06: a length that is too large ends where the checksum agrees', () => {
  const large = gt06Frame(0x13, '46 06 04 0001', { length: 80 });
  check(large, [toHex(large)]);
  check(joined([large, HEARTBEAT]), [toHex(large), toHex(HEARTBEAT)]);
});

test('[FRAME-3] gt06: a login of a wrong length ends at its stop mark, for nothing follows it', () => {
  for (const length of [8, 17, 80]) {
    const login = gt06Frame(0x01, '0861234560000013', { length });
    login[login.length - 3] = (login[login.length - 3] ?? 0) ^ 1;
    check(login, [toHex(login)]);
  }
});

test('[GT06-15] login and heartbeat of clones that send neither serial nor checksum are read and answered', () => {
  const [login, heartbeat] = [fromHex('78780d0108612345600000130d0a'), fromHex('787801080d0a')];
  check(joined([login, heartbeat, HEARTBEAT]), [toHex(login), toHex(heartbeat), toHex(HEARTBEAT)]);
  assert.deepEqual(gt06.identify(login, gt06.initialState(), false), ['861234560000013']);
  const replies = [login, heartbeat].map((frame) => {
    const decoded = gt06.decode(frame, gt06.initialState(), context());
    assert.ok(decoded.ok);
    assert.equal(decoded.value.intact, true);
    return toHex(decoded.value.reply);
  });
  // Answer of Traccar 6.14.5.
  assert.deepEqual(replies, ['787805016000ad000d0a', '78780508787895800d0a']);
});

test('[FRAME-3] gt06: with a wrong checksum, too, it ends where the next frame starts', () => {
  const large = gt06Frame(0x13, '46 06 04 0001', { length: 80 });
  large[large.length - 3] = (large[large.length - 3] ?? 0) ^ 1;
  check(joined([large, HEARTBEAT]), [toHex(large), toHex(HEARTBEAT)]);
});

test('[FRAME-4] gt06: bytes between frames are dropped', () => {
  check(joined([fromHex('00ff'), HEARTBEAT, fromHex('0d0a'), HEARTBEAT]), [
    toHex(HEARTBEAT),
    toHex(HEARTBEAT),
  ]);
});

test('[FRAME-4] gt06: a peer that never starts a frame is given up', () => {
  const codes = framesOf(gt06.createFramer(), [new Uint8Array(40_000).fill(0x41)]);
  assert.deepEqual(codes, ['FRAME_TOO_LONG']);
});
