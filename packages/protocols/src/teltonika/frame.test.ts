import assert from 'node:assert/strict';
import { test } from 'node:test';
import { context, framesOf, fromHex, joined, teltonikaPacket, toHex } from '../../test/support.ts';
import { teltonika } from './index.ts';

const LOGIN = fromHex('000f333530303030303030303030303134');
const DATAGRAM = fromHex('0019cafe0105000f3335303030303030303030303031340800');

test('[TELT-1] cuts pings, a login and packets out of one segment', () => {
  const packet = teltonikaPacket('080000');
  const glued = joined([LOGIN, Uint8Array.of(0xff, 0xff), packet, Uint8Array.of(0xff), packet]);
  const expected = [toHex(LOGIN), 'ff', 'ff', toHex(packet), 'ff', toHex(packet)];
  assert.deepEqual(framesOf(teltonika.createFramer(), [glued]), expected);
  for (let at = 1; at < glued.length; at++) {
    assert.deepEqual(
      framesOf(teltonika.createFramer(), [glued.subarray(0, at), glued.subarray(at)]),
      expected,
    );
  }
});

test('[TELT-2] identifies a device by its login and by every datagram', () => {
  const state = teltonika.initialState();
  assert.deepEqual(teltonika.identify(LOGIN, state, false), ['350000000000014']);
  assert.deepEqual(teltonika.identify(DATAGRAM, state, true), ['350000000000014']);
  assert.deepEqual(teltonika.identify(teltonikaPacket('080000'), state, false), []);
  assert.deepEqual(teltonika.identify(fromHex('000f333530303030303030303030300134'), state, false), []);
});

test('[TELT-2] accepts a known login with 01 and refuses a stranger with 00', () => {
  const state = teltonika.initialState();
  const decoded = teltonika.decode(LOGIN, state, context());
  assert.ok(decoded.ok);
  assert.equal(toHex(decoded.value.reply), '01');
  assert.equal(toHex(teltonika.reject(LOGIN, state, false)), '00');
  assert.equal(teltonika.reject(teltonikaPacket('080000'), state, false), null);
  assert.equal(teltonika.reject(DATAGRAM, state, true), null);
});
