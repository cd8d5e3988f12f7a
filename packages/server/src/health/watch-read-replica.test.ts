import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import type { ReadReplicaState } from '@rastro/storage';
import { watchReadReplica } from './watch-read-replica.ts';

test('[HEALTH-11] the log says once that the replica is not read any more, and that it is again', async (t) => {
  let state: ReadReplicaState | null = 'used';
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const watch = watchReadReplica({ storage: { readReplica: async () => state }, log });
  t.after(watch.close);
  for (const next of ['used', 'behind', 'behind', 'away', 'used', null] as const) {
    state = next;
    await watch.checkNow();
  }
  assert.deepEqual(
    lines.map((line) => /behind|not answer|again/.exec(line)?.[0]),
    ['behind', 'not answer', 'again'],
  );
});
