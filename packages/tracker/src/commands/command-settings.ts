import type { Attributes } from '@rastro/fleet';
import type { Directory } from '../directory/directory.ts';
import type { CommandOrder } from '../messages/topics.ts';

/** Who may send text that reaches a device as it is. */
export type CustomAllowed = 'everybody' | 'administrators' | 'nobody';

/** What an administrator says of commands, by attributes of the server record. */
export interface CommandSettings {
  /** `command.custom`. */
  readonly custom: CustomAllowed;
}

export function commandSettings(attributes: Attributes): CommandSettings {
  return { custom: oneOf(attributes['command.custom'], ['everybody', 'administrators', 'nobody']) };
}

const FREE_TYPES: ReadonlySet<string> = new Set(['custom', 'configuration']);

/** Does it reach a device as somebody has written it? */
export const isFree = (type: string): boolean => FREE_TYPES.has(type);

/** Rules of the server have no account: they send free text only where everybody may. */
export function mayBeFree(allowed: CustomAllowed, { userId }: CommandOrder, directory: Directory): boolean {
  if (allowed === 'everybody') return true;
  return allowed === 'administrators' && directory.users.get(userId)?.administrator === true;
}

/** The first is meant when nothing, or nothing known, is said. */
function oneOf<const T extends string>(value: unknown, [first, ...others]: readonly [T, ...T[]]): T {
  return others.find((each) => each === value) ?? first;
}
