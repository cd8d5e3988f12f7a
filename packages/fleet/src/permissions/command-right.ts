import { isSet, type Attributes } from '../entities/attributes.ts';
import { bitOf, hasBit, type Right } from '../rights/areas.ts';
import { decide, isShared, type Decision, type LicenceContext, type Subject } from './decide.ts';

export type CommandRight = Extract<Right, 'devices.lock' | 'devices.unlock' | 'devices.sendCommand'>;

/** A command as requested or saved by a user. */
export interface CommandContent {
  readonly type: string;
  readonly attributes?: Attributes | undefined;
}

/**
 * Decides whether a user may send such a command. Read-only users may not, unless they have the right by name: its bit
 * is set and advanced permissions are in force. Guests never may.
 */
export function decideCommand(
  subject: Subject & { readonly readonly: boolean; readonly deviceReadonly: boolean },
  right: Right,
  context: LicenceContext,
): Decision {
  const decision = decide(subject, right, context);
  if (!decision.allowed || subject.administrator) return decision;
  const isByName =
    context.plus &&
    isSet(context.serverAttributes, `${context.brand}.enableAdvancedPerms`) &&
    hasBit(subject.attributes[`${context.brand}.advancedPerms`], bitOf(right));
  const onlyLooks = subject.readonly || subject.deviceReadonly;
  return isShared(subject) || (onlyLooks && !isByName) ? { allowed: false, missing: right } : decision;
}
