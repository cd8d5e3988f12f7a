import { z } from 'zod';
import type { PrivateStore } from '../access/private-store.ts';
import type { TrackerBus } from '../messages/topics.ts';
import type { Statistics } from './statistics.ts';

const NAME = 'messages-counted';
const countedMessages = z.object({ startedAt: z.number(), messages: z.number() });

interface Deps {
  readonly bus: TrackerBus;
  readonly statistics: Statistics;
  readonly privateStore: PrivateStore;
}

/** Counts the messages that ingest has received since somebody last did, in whichever process. */
export async function countReceived({ bus, statistics, privateStore }: Deps): Promise<void> {
  // Ingest that is away has received nothing meanwhile.
  const ingest = await bus.ask('ingest.described', null).catch(() => null);
  if (!ingest) return;
  const { startedAt, messages } = ingest;
  let fresh = 0;
  const isOurs = await privateStore.change(0, NAME, (stored) => {
    const counted = stored === null ? null : countedMessages.parse(JSON.parse(stored));
    fresh = messages - (counted?.startedAt === startedAt ? counted.messages : 0);
    return fresh > 0 ? JSON.stringify({ startedAt, messages }) : null;
  });
  if (isOurs) statistics.count('messagesReceived', fresh);
}
