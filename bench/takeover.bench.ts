/**
 * `node bench/takeover.bench.ts`: how long trackers wait when a process of positions dies, stands still or is replaced,
 * and what a record takes from ingest to process over NATS. Two of each role, one NATS server, a PostgreSQL, all here.
 */
import { LocalCluster, withoutCluster } from '../packages/server/test/cluster/local-cluster.ts';
import { FleetWork } from '../packages/server/test/cluster/fleet-work.ts';
import { Operator } from '../packages/server/test/cluster/operator.ts';

const ADMIN = { email: 'admin@example.com', password: 'correct horse' };
const ROUNDS = 3;
const SETTLES_MS = 6000;

const without = withoutCluster();
if (without !== null) throw new Error(without);
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const cluster = await LocalCluster.start({
  natsServers: 1,
  protocols: 'teltonika:0',
  nodes: { i1: 'ingest', i2: 'ingest', p1: 'process', p2: 'process', a1: 'api' },
  env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
});
const operator = new Operator(() => cluster.withRole('api'), ADMIN.email, ADMIN.password);
const fleet = await FleetWork.create(cluster, operator);
fleet.start();
await sleep(SETTLES_MS);

/** Longest time that any tracker waited for an acknowledgement, from now on. */
async function longestWait(during: () => Promise<void>): Promise<number> {
  for (const { device } of fleet.vehicles) device.longestWaitMs = 0;
  await during();
  await sleep(SETTLES_MS);
  return Math.max(...fleet.vehicles.map(({ device }) => device.longestWaitMs));
}
const waits: Record<string, number[]> = { undisturbed: [], killed: [], 'standing still': [], replaced: [] };
for (let round = 0; round < ROUNDS; round++) {
  const node = cluster.node(round % 2 === 0 ? 'p1' : 'p2');
  waits['undisturbed']?.push(await longestWait(() => sleep(0)));
  waits['killed']?.push(await longestWait(() => node.kill()));
  await node.start();
  await sleep(2 * SETTLES_MS);
  waits['standing still']?.push(
    await longestWait(async () => {
      node.pause();
      await sleep(SETTLES_MS);
      node.wake();
    }),
  );
  waits['replaced']?.push(await longestWait(() => node.restart()));
}
for (const [name, each] of Object.entries(waits))
  console.log(`${name.padEnd(16)} ${each.map((ms) => `${Math.round(ms)} ms`).join(', ')}`);
await fleet.stop();
await cluster.close();
process.exit(0);
