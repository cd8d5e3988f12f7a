import type { RaiseReminder } from '@rastro/extension';
import { partitionOf } from '@rastro/storage';
import type { ServedTracker } from '@rastro/tracker';

/** Raises events at the process that works on their vehicle. Null = a server of others, which takes no events. */
export function reminderRaiser(tracker: Pick<ServedTracker, 'bus'> | null): RaiseReminder | null {
  if (tracker === null) return null;
  return async ({ deviceId, ...reminder }) => {
    const raised = { deviceId, reminders: [reminder] };
    await tracker.bus.ask('reminders.raised', raised, { to: partitionOf(deviceId) });
  };
}
