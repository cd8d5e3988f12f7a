import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutCluster } from './local-cluster.ts';
import { runCluster, type ClusterRun } from './run-cluster.ts';

const skip = withoutCluster() ?? false;
const SEED = 1;

/** More of it: `npm run cluster-test`. */
async function run(how: Omit<ClusterRun, 'seed'>): Promise<void> {
  const { violations, counts, logs } = await runCluster({ ...how, seed: SEED });
  assert.deepEqual(violations, [], logs);
  const { records = 0, mails = 0, sessions = 0, frames = 0, rightsTaken = 0 } = counts;
  assert.ok(records > 500 && mails > 5 && sessions > 10 && frames > 50 && rightsTaken > 2, 'all was tried');
}

test(
  '[CLUSTER-1] six processes lose and double nothing while their parts die, stand still and restart',
  { skip },
  // Each fault has about one turn.
  (t) => run({ seconds: 60, ack: 'store', log: (line) => t.diagnostic(line) }),
);

test(
  '[CLUSTER-2] with a stream between them they lose and double nothing while its files are damaged',
  { skip },
  (t) => run({ seconds: 25, ack: 'stream', only: 'files of', log: (line) => t.diagnostic(line) }),
);
