import { createSafeFetch, createSmsGateway } from '@rastro/outgoing';
import type { Storage } from '@rastro/storage';
import type { Directory } from '../src/directory/directory.ts';
import { openReplica } from '../src/directory/follow-directory.ts';
import { IngestCounters } from '../src/ingest/counters.ts';
import type { TrackerBus } from '../src/messages/topics.ts';
import { OwnPartitions } from '../src/pipeline/own-partitions.ts';
import { openProcess, type ProcessOptions, type ProcessRole } from '../src/roles/open-process.ts';
import { testOptions } from './open-test-tracker.ts';

/** One of several processes of positions on a store; at first it has no partitions. */
export interface ProcessNode {
  readonly role: ProcessRole;
  readonly directory: Directory;
  /** Partitions that it gave up, in order. */
  readonly lost: number[];
  close(): Promise<void>;
}

export async function openProcessNode(
  { storage, bus, folder }: { readonly storage: Storage; readonly bus: TrackerBus; readonly folder: string },
  more: Partial<ProcessOptions> = {},
): Promise<ProcessNode> {
  const { directory, close } = await openReplica(storage, bus, 'rastro');
  const lost: number[] = [];
  const role = await openProcess(
    { ...testOptions(folder), commit: { maxRows: 1000, commitRows: 4, gatherMs: 1 }, ...more },
    {
      bus,
      directory,
      storage,
      sms: createSmsGateway(null, createSafeFetch({ allowPrivate: true, timeoutMs: 1000 })),
      counters: new IngestCounters(),
      own: OwnPartitions.none(),
      onGivenUp: (partitions) => void lost.push(...partitions),
    },
  );
  return {
    role,
    directory,
    lost,
    close: async () => {
      await role.close();
      close();
    },
  };
}
