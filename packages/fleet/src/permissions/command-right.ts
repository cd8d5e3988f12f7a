import { isSet, type Attributes } from '../entities/attributes.ts';
import { bitOf, hasBit, type Right } from './areas.ts';
import { decide, isShared, type Decision, type LicenceContext, type Subject } from './decide.ts';
import { engineActionOf } from './engine-action.ts';

type CommandRight = Extract<Right, 'devices.lock' | 'devices.unlock' | 'devices.sendCommand'>;

/** The right that a command needs, by what it does to a vehicle. */
export function rightOfCommand(type: string, attributes?: Attributes): CommandRight {
  const act = engineActionOf({ type, attributes });
  if (act === 'lock' || type === 'anchorEnable') return 'devices.lock';
  if (act === 'unlock' || type === 'anchorDisable') return 'devices.unlock';
  return 'devices.sendCommand';
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
