import type { DeviceCommand, Position } from '@rastro/fleet';

/** Whether the engine is locked, as the device says; `confirmed` = it answered the command then. */
export type LockState =
  | { readonly kind: 'open' }
  | { readonly kind: 'confirmed' | 'reported'; readonly at: number };

const SWITCHES = ['engineStop', 'engineResume'];

/**
 * Lock state of a device: from its last position, or from the answer to a later command.
 * @param commands Of this device, newest first; empty = this user cannot see them.
 */
export function lockState(position: Position | null, commands: readonly DeviceCommand[]): LockState {
  const last = commands.find(({ type, status }) => SWITCHES.includes(type) && status === 'confirmed');
  const confirmedAt = last === undefined ? null : Date.parse(last.changedTime);
  const blocked = position?.attributes['blocked'];
  const fixedAt = position === null ? 0 : Date.parse(position.fixTime);
  const isLocking = last?.type === 'engineStop';
  if (blocked === true && !(confirmedAt !== null && !isLocking && confirmedAt > fixedAt)) {
    return confirmedAt !== null && isLocking
      ? { kind: 'confirmed', at: confirmedAt }
      : { kind: 'reported', at: fixedAt };
  }
  const isNewer = confirmedAt !== null && (blocked === undefined || confirmedAt > fixedAt);
  return isLocking && isNewer ? { kind: 'confirmed', at: confirmedAt } : { kind: 'open' };
}
