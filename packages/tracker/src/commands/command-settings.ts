import type { Attributes } from '@rastro/fleet';
import type { Directory } from '../directory/directory.ts';
import type { CommandOrder } from '../messages/topics.ts';

/** Users who may send text that reaches a device unchanged. */
export type CustomAllowed = 'everybody' | 'administrators' | 'nobody';

/** Handling of a command that locks a vehicle which is not known to be stationary. */
export interface LockRule {
  /** `command.lock`: it waits until the vehicle stops, is rejected while it moves, or is sent at once. */
  readonly mode: 'wait' | 'refuse' | 'allow';
  /** `command.lockBelowSpeed`, km/h: slower than this counts as stationary. */
  readonly belowKmh: number;
  /** `command.lockAfterSeconds`: so long slow, or without ignition. */
  readonly holdMs: number;
}

/** Command settings of an administrator, from attributes of the server record. */
export interface CommandSettings {
  /** `command.custom`. */
  readonly custom: CustomAllowed;
  readonly lock: LockRule;
  /** `command.answerSeconds`: what a device has not answered by then is called unanswered. */
  readonly answerMs: number;
}

export function commandSettings(attributes: Attributes): CommandSettings {
  return {
    custom: oneOf(attributes['command.custom'], ['everybody', 'administrators', 'nobody']),
    lock: {
      mode: oneOf(attributes['command.lock'], ['wait', 'refuse', 'allow']),
      belowKmh: numberFrom(attributes['command.lockBelowSpeed'], 0, 10),
      holdMs: numberFrom(attributes['command.lockAfterSeconds'], 0, 10) * 1000,
    },
    answerMs: numberFrom(attributes['command.answerSeconds'], 1, 300) * 1000,
  };
}

const FREE_TYPES: ReadonlySet<string> = new Set(['custom', 'configuration']);

/** Whether it reaches a device exactly as written. */
export const isFree = (type: string): boolean => FREE_TYPES.has(type);

/** Rules of the server have no account: they send free text only where everybody may. */
export function mayBeFree(allowed: CustomAllowed, { userId }: CommandOrder, directory: Directory): boolean {
  if (allowed === 'everybody') return true;
  return allowed === 'administrators' && directory.users.get(userId)?.administrator === true;
}

/** A number of at least `min`, also as text; else what is usual. */
function numberFrom(value: unknown, min: number, usual: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= min && number < 1e9 ? number : usual;
}

/** The first is the default for missing and unknown values. */
function oneOf<const T extends string>(value: unknown, [first, ...others]: readonly [T, ...T[]]): T {
  return others.find((each) => each === value) ?? first;
}
