import { DAMAGES } from '@rastro/bus/testing';
import type { ClusterNode } from './cluster-node.ts';
import type { LocalCluster } from './local-cluster.ts';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Longer than a lease: others take over meanwhile. */
const STANDS_MS = 6000;
const DOWN_MS = 1500;

/** Something that happens to one of them, and is over when it resolves. */
export interface Fault {
  readonly name: string;
  /** It is about the files of the stream. */
  readonly isOfStream?: true;
  run(cluster: LocalCluster, pick: <T>(from: readonly T[]) => T): Promise<void>;
}

async function killAndStart(node: ClusterNode): Promise<void> {
  await node.kill();
  await sleep(DOWN_MS);
  await node.start();
}
async function standStill(node: { pause(): void; wake(): void }): Promise<void> {
  node.pause();
  await sleep(STANDS_MS);
  node.wake();
}

export const FAULTS: readonly Fault[] = [
  { name: 'kill -9 of a process of positions', run: (c, pick) => killAndStart(pick(c.withRole('process'))) },
  { name: 'a process of positions stands still', run: (c, pick) => standStill(pick(c.withRole('process'))) },
  { name: 'kill -9 of ingest', run: (c, pick) => killAndStart(pick(c.withRole('ingest'))) },
  { name: 'ingest stands still', run: (c, pick) => standStill(pick(c.withRole('ingest'))) },
  { name: 'kill -9 of api', run: (c, pick) => killAndStart(pick(c.withRole('api'))) },
  { name: 'api stands still', run: (c, pick) => standStill(pick(c.withRole('api'))) },
  { name: 'a process of positions is replaced', run: (c, pick) => pick(c.withRole('process')).restart() },
  { name: 'the database restarts', run: (c) => c.database.restart() },
  {
    name: 'kill -9 of a NATS server',
    run: async (c, pick) => {
      const server = pick(c.nats.nodes);
      await server.kill();
      await sleep(DOWN_MS);
      await server.start();
    },
  },
  ...(['flipBits', 'truncate', 'wipe'] as const).map((damage): Fault => ({
    name: `files of a NATS server: ${damage}`,
    isOfStream: true,
    run: async (c, pick) => {
      const server = pick(c.nats.nodes);
      await server.kill();
      DAMAGES[damage](server);
      await server.start();
    },
  })),
  { name: 'a NATS server stands still', run: (c, pick) => standStill(pick(c.nats.nodes)) },
];
