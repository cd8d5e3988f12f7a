import type { CommandContent, SavedCommand } from '@rastro/fleet';
import { rightOfCommand } from '@rastro/protocols/engine';
import type { CommandOrder } from '@rastro/tracking-client';
import type { CommandRights } from './command-rights.ts';

/** A command that is about to be sent. `saved` = the command of that name, as it was saved. */
export interface CommandChoice {
  readonly type: string;
  readonly saved: SavedCommand | null;
}

/** Commands known for a device; undefined = not known yet, or this user may not ask. */
export interface CommandOffer {
  readonly types: readonly string[] | undefined;
  readonly saved: readonly SavedCommand[] | undefined;
}

/**
 * Commands of the menu that need no words, in its order; then `custom`.
 * @source docs/reference/requirements.md SPEC §9 "Command types"
 */
const MENU_TYPES = [
  'positionSingle',
  'getDeviceStatus',
  'deviceIdentification',
  'alarmArm',
  'alarmDisarm',
  'rebootDevice',
  'custom',
] as const;

/** Whether the user has the right that a command needs. The same rule as the gateway's. */
export function mayChoose({ type, attributes }: CommandContent, rights: CommandRights): boolean {
  const right = rightOfCommand(type, attributes);
  return right === 'devices.lock' ? rights.lock : right === 'devices.unlock' ? rights.unlock : rights.send;
}

/**
 * The choice behind a button.
 * @returns null = this device or this account has no such command. Unknown types count as understood: the
 * server says so if they are not.
 */
export function choiceOf(
  type: string,
  { types, saved }: CommandOffer,
  rights: CommandRights,
): CommandChoice | null {
  if (!rights.ownCommands) {
    const command = saved?.find((each) => each.type === type);
    return command === undefined ? null : { type, saved: command };
  }
  return types === undefined || types.includes(type) ? { type, saved: null } : null;
}

/** The menu: what the device understands, then what was saved for it. */
export function menuOf(offer: CommandOffer, rights: CommandRights): readonly CommandChoice[] {
  if (!rights.send) return [];
  const own = rights.ownCommands ? MENU_TYPES.filter((type) => offer.types?.includes(type)) : [];
  const saved = (offer.saved ?? []).filter((command) => mayChoose(command, rights));
  return [
    ...own.map((type) => ({ type, saved: null })),
    ...saved.map((command) => ({ type: command.type, saved: command })),
  ];
}

/** Time that a command waits for its device, in seconds. */
export const EXPIRIES = { m15: 900, h1: 3600, h8: 28_800, h24: 86_400, d7: 604_800 } as const;
export type Expiry = keyof typeof EXPIRIES;

/** A saved command is sent as it was saved: the server reads nothing but its number. */
export function orderOf(
  { type, saved }: CommandChoice,
  { deviceId, expiry, text }: { readonly deviceId: number; readonly expiry: Expiry; readonly text: string },
): CommandOrder {
  if (saved !== null) return { deviceId, id: saved.id };
  const data = type === 'custom' ? { data: text.trim() } : {};
  return { deviceId, type, attributes: { ...data, expiresIn: EXPIRIES[expiry] } };
}
