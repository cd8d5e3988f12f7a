import {
  attributeName,
  decide,
  decideCommand,
  isOff,
  isShared,
  SERVER_ATTRIBUTES,
  type NamedAttribute,
  type Right,
} from '@rastro/fleet';
import type { SignedIn } from '../../kernel/session/session.ts';

/** Rights of a user to send commands; the server checks them again. */
export interface CommandRights {
  readonly lock: boolean;
  readonly unlock: boolean;
  readonly send: boolean;
  /** May see the results of commands. */
  readonly follow: boolean;
  /** False = only commands that were saved for this account (`limitCommands`). */
  readonly ownCommands: boolean;
}

const NONE: CommandRights = { lock: false, unlock: false, send: false, follow: false, ownCommands: false };

/** A guest looks on, whatever the server allows. @source docs/reference/requirements.md SPEC §6, PRODUCT §4 */
export function commandRights({ user, server, branding }: SignedIn): CommandRights {
  if (isShared(user)) return NONE;
  const context = { brand: branding.brand, plus: server.plus, serverAttributes: server.server.attributes };
  const may = (right: Right): boolean => decide(user, right, context).allowed;
  const maySend = (right: Right): boolean => decideCommand(user, right, context).allowed;
  // What the installation does not have is offered to no user; the server decides who may send it.
  const isOffered = (attribute: NamedAttribute): boolean =>
    !isOff(context.serverAttributes, attributeName(context.brand, attribute));
  return {
    lock: maySend('devices.lock') && isOffered(SERVER_ATTRIBUTES.lockButtons),
    unlock: maySend('devices.unlock') && isOffered(SERVER_ATTRIBUTES.unlockButtons),
    send: maySend('devices.sendCommand'),
    follow: may('events.view'),
    ownCommands: user.administrator || !(user.limitCommands || server.server.limitCommands),
  };
}
