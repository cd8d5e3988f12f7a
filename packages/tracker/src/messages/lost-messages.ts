import type { TrackerBus } from './topics.ts';

/**
 * Calls a handler whenever messages of others may not have come: when a replica starts, because a process before it may
 * have died with a write that it told nobody.
 * @param self Name of the own replica, whose start is no reason. @returns ends it.
 */
export const whenMessagesAreLost = (bus: TrackerBus, readAgain: () => void, self?: string): (() => void) =>
  bus.subscribe('directory.opened', ({ from }) => {
    if (from !== self) readAgain();
  });
