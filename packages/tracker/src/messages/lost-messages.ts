import type { TrackerBus, TrackerTopics } from './topics.ts';

/**
 * Calls a handler whenever messages of topics may not have come: when the bus was away, and when a replica starts, because
 * a process before it may have died with a write that it told nobody.
 * @param self Name of the own replica, whose start is no reason. @returns ends it.
 */
export function whenMessagesAreLost(
  bus: TrackerBus,
  topics: readonly (keyof TrackerTopics)[],
  readAgain: () => Promise<void> | void,
  self?: string,
): () => void {
  const stops = [
    bus.onGap(topics, readAgain),
    bus.subscribe('directory.opened', ({ from }) => {
      if (from !== self) Promise.resolve(readAgain()).catch(() => {}); // It is read later.
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
