import { COMMAND_STATUSES, type DeviceCommand } from '@rastro/fleet';

/** The later state of one command; within a millisecond, the one further on in its life. */
export function laterOf(a: DeviceCommand, b: DeviceCommand): DeviceCommand {
  const [left, right] = [Date.parse(a.changedTime), Date.parse(b.changedTime)];
  if (left !== right) return left > right ? a : b;
  return COMMAND_STATUSES.indexOf(a.status) > COMMAND_STATUSES.indexOf(b.status) ? a : b;
}

/**
 * Merges the commands read from the server with those received from the socket since, in any order of arrival.
 * @returns each command once, as it is now, newest first, at most `max`.
 */
export function newestCommands(
  asked: readonly DeviceCommand[],
  updates: Iterable<DeviceCommand>,
  max: number,
): readonly DeviceCommand[] {
  const byId = new Map<number, DeviceCommand>();
  for (const command of [...asked, ...updates]) {
    const known = byId.get(command.id);
    byId.set(command.id, known === undefined ? command : laterOf(known, command));
  }
  return [...byId.values()].toSorted((a, b) => b.id - a.id).slice(0, max);
}
