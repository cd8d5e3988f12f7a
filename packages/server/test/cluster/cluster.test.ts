import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutCluster } from './local-cluster.ts';
import { runCluster } from './run-cluster.ts';

/** Each fault has about one turn. More of it: `npm run cluster-test`. */
const SECONDS = 60;
const SEED = 1;

test(
  '[CLUSTER-1] six processes lose and double nothing while their parts die, stand still and restart',
  { skip: withoutCluster() ?? false },
  async (t) => {
    const { violations, counts, logs } = await runCluster({
      seconds: SECONDS,
      seed: SEED,
      ack: 'store',
      log: (line) => t.diagnostic(line),
    });
    assert.deepEqual(violations, [], logs.slice(-20_000));
    const { records = 0, mails = 0, sessions = 0, frames = 0, rightsTaken = 0 } = counts;
    assert.ok(records > 500 && mails > 5 && sessions > 10 && frames > 50 && rightsTaken > 2, 'all was tried');
  },
);
