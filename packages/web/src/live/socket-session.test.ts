import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  connectionOf,
  dueAt,
  startSession,
  stepSession,
  type SessionEffect,
  type SessionInput,
  type SessionState,
} from './socket-session.ts';

/** Runs inputs, each at its time; gives the last state and all effects. */
function run(...inputs: readonly (readonly [number, SessionInput])[]): {
  state: SessionState;
  effects: SessionEffect[];
} {
  let { state, effects } = startSession(0);
  const all = [...effects];
  for (const [now, input] of inputs) {
    ({ state, effects } = stepSession(state, input, now));
    all.push(...effects);
  }
  return { state, effects: all };
}
const on = (type: 'opened' | 'closed' | 'message' | 'read' | 'tick' | 'wake' | 'refresh'): SessionInput => ({
  type,
});

test('[SOCKET-1] opens the socket, then reads, then is live', () => {
  const { state, effects } = run([10, on('opened')], [20, on('read')]);
  assert.deepEqual(effects, ['open', 'read']);
  assert.equal(state.name, 'live');
});

test('[SOCKET-2] reconnects 5 s after a close, and catches up', () => {
  const lost = run([10, on('opened')], [20, on('read')], [1_000, on('closed')]);
  assert.deepEqual(connectionOf(lost.state), { state: 'waiting', retryAt: 6_000 });
  assert.equal(dueAt(lost.state), 6_000);
  assert.deepEqual(stepSession(lost.state, on('tick'), 5_999).effects, []);
  const again = stepSession(lost.state, on('tick'), 6_000);
  assert.deepEqual(again.effects, ['open']);
  assert.deepEqual(stepSession(again.state, on('opened'), 6_010).effects, ['read']);
});

test('[SOCKET-3] reconnects at once when the page becomes visible or the network returns', () => {
  const { state } = run([10, on('opened')], [20, on('read')], [1_000, on('closed')]);
  assert.deepEqual(stepSession(state, on('wake'), 1_001).effects, ['open']);
});

test('[SOCKET-4] 401 on a read ends it for good', () => {
  const { state, effects } = run([10, on('closed')], [20, { type: 'readFailed', status: 401 }]);
  assert.deepEqual(connectionOf(state), { state: 'signedOut' });
  assert.equal(stepSession(state, { type: 'tick' }, 0).state.name, 'signedOut');
  assert.equal(stepSession(state, { type: 'refresh' }, 0).state.name, 'opening', 'signed in again');
  assert.equal(effects.at(-1), 'close');
  assert.deepEqual(stepSession(state, on('wake'), 30).effects, []);
});

test('[SOCKET-5] a socket that does not open does not keep the data away', () => {
  const slow = run([1_500, on('tick')], [1_600, on('read')]);
  assert.deepEqual(slow.effects, ['open', 'read']);
  assert.equal(slow.state.name, 'opening');
  assert.deepEqual(stepSession(slow.state, on('opened'), 9_000).effects, ['read']);
  const failed = run([10, on('closed')], [20, on('read')]);
  assert.equal(failed.state.name, 'waiting');
});

test('[SOCKET-6] a line silent for two minutes is replaced', () => {
  const { state } = run([10, on('opened')], [20, on('read')], [55_000, on('message')]);
  assert.deepEqual(stepSession(state, on('tick'), 100_000).effects, []);
  assert.deepEqual(stepSession(state, on('tick'), 175_000).effects, ['open']);
});

test('[SOCKET-7] a refresh while one runs is not lost, and does not count as a lost connection', () => {
  const { state, effects } = run(
    [10, on('opened')],
    [20, on('read')],
    [30, on('refresh')],
    [40, on('refresh')],
  );
  assert.equal(connectionOf(state).state, 'live');
  assert.deepEqual(effects, ['open', 'read', 'read']);
  assert.deepEqual(stepSession(state, on('read'), 50).effects, ['read']);
});

test('[SOCKET-8] from any history it comes back to live when the server does', () => {
  const input = fc.oneof(
    fc
      .constantFrom('opened', 'closed', 'message', 'read', 'tick', 'wake', 'refresh')
      .map((type) => on(type as 'tick')),
    fc.constant<SessionInput>({ type: 'readFailed', status: 503 }),
  );
  fc.assert(
    fc.property(fc.array(input, { maxLength: 40 }), (inputs) => {
      let { state } = startSession(0);
      let now = 0;
      for (const one of inputs) ({ state } = stepSession(state, one, (now += 700)));
      for (let round = 0; round < 8 && state.name !== 'live'; round++) {
        now += 200_000;
        const type = state.name === 'opening' ? 'opened' : state.name === 'reading' ? 'read' : 'tick';
        ({ state } = stepSession(state, on(type), now));
        if (state.name === 'reading' && state.socket !== 'open')
          ({ state } = stepSession(state, on('read'), now));
      }
      assert.equal(state.name, 'live');
    }),
  );
});
