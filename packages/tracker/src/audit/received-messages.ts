import { z } from 'zod';
import type { PrivateStore } from '../access/private-store.ts';
import type { TrackerBus } from '../messages/topics.ts';
import type { Statistics } from './statistics.ts';

const NAME = 'messages-counted';
/** Messages of each node of ingest that are counted already, by its start. */
const countedMessages = z.record(z.string(), z.number());

/** The oldest starts are forgotten. */
const MOST_NODES = 200;

interface Deps {
  readonly bus: TrackerBus;
  readonly statistics: Statistics;
  readonly privateStore: PrivateStore;
}

/** Counts the messages that ingest has received since somebody last did, in whichever process. */
export async function countReceived({ bus, statistics, privateStore }: Deps): Promise<void> {
  // Ingest that is away has received nothing meanwhile.
  const nodes = await bus.askAll('ingest.described', null).catch(() => []);
  if (nodes.length === 0) return;
  const messagesOf = new Map(nodes.map(({ startedAt, messages }) => [String(startedAt), messages]));
  let fresh = 0;
  const isOurs = await privateStore.change(0, NAME, (stored) => {
    const counted = stored === null ? {} : countedMessages.parse(JSON.parse(stored));
    fresh = messagesOf
      .entries()
      .reduce((sum, [startedAt, messages]) => sum + Math.max(0, messages - (counted[startedAt] ?? 0)), 0);
    // A node that does not answer now may answer next time.
    const all = Object.entries({ ...counted, ...Object.fromEntries(messagesOf) });
    return fresh > 0 ? JSON.stringify(Object.fromEntries(all.slice(-MOST_NODES))) : null;
  });
  if (isOurs) statistics.count('messagesReceived', fresh);
}
