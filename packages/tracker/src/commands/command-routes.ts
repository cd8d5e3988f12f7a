import { COMMAND_TYPES } from '@rastro/fleet';
import type { Answered } from '@rastro/fleet/schemas';
import { findProtocol } from '@rastro/protocols';
import type { Storage, StoredCommand } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import { requireLinkedCommand } from '../access/lock-rights.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { Directory } from '../directory/directory.ts';
import { AppError, appError } from '../errors/app-error.ts';
import { handlers, type Call } from '../http/bind.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import { findLink } from '../messages/ask-ingest.ts';
import type { CommandOrder, TrackerBus } from '../messages/topics.ts';
import type { CommandClient } from './command-client.ts';
import { serializeDeviceCommand, serializeSavedCommand } from '../serializers/command-serializer.ts';

interface Deps {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly visibility: Visibility;
  readonly live: CommittedStates;
  readonly bus: TrackerBus;
  readonly commandClient: CommandClient;
}
const PAGE = 50;
const LONGEST_PAGE = 500;
/** Devices of a group that are served side by side. */
const AT_ONCE = 32;

/** @source docs/reference/tracking-api.md §3.13; `queue` is our own. */
export function commandRoutes(deps: Deps) {
  const { storage, restrictions, commandClient } = deps;

  return handlers({
    'GET /commands/types': async ({ caller, query }) => {
      const deviceId = query.deviceId ?? 0;
      if (deviceId === 0) return COMMAND_TYPES.map((type) => ({ type }));
      const device = restrictions.device(caller, deviceId);
      const types = await typesOf(deps, device.id, query.textChannel);
      return [...types].map((type) => ({ type }));
    },

    'GET /commands/send': ({ caller, query }) => offeredCommands(deps, caller, query.deviceId),

    'POST /commands/send': async ({ caller, query, body }, reply) => {
      const order = orderIn(restrictions, caller, body);
      restrictions.requireCommand(caller, order.type);
      const groupId = query.groupId ?? 0;
      if (groupId > 0) {
        const { sent, queued } = await sendToGroup(deps, caller, { order, groupId });
        if (queued.length > 0) return reply.code(202).send(queued.map(serializeQueued));
        return sent ?? serializeCommand(order);
      }
      restrictions.device(caller, order.deviceId);
      const command = await submit(deps, caller, order);
      return isHeld(command) ? reply.code(202).send(serializeQueued(command)) : serializeCommand(order);
    },

    'GET /commands/queue': async ({ caller, query }) => {
      const { id } = restrictions.device(caller, query.deviceId);
      const limit = Math.min(Math.max(query.limit ?? PAGE, 1), LONGEST_PAGE);
      const offset = query.offset ?? 0;
      return (await storage.commands({ deviceId: id, limit, offset })).map(serializeDeviceCommand);
    },

    'DELETE /commands/queue/:id': async ({ caller, params }) => {
      const command = await storage.commandById(params.id);
      if (!command || !restrictions.seesDevice(caller, command.deviceId)) throw appError.noAccess('Command');
      restrictions.requireCommand(caller, command.type);
      if (!(await commandClient.cancel(command))) throw appError.commandNotQueued();
    },
  });
}

/** Saved commands that the caller has, that are linked to the device or above it, and that it understands. */
async function offeredCommands(deps: Deps, caller: Caller, deviceId: number) {
  const { restrictions, directory, visibility } = deps;
  const device = restrictions.device(caller, deviceId);
  const linked = new Set(directory.links.of('device', device.id, 'command'));
  for (const groupId of visibility.groupChain(device.groupId))
    for (const id of directory.links.of('group', groupId, 'command')) linked.add(id);
  const own = directory.links.of('user', caller.user.id, 'command');
  const byLink = await typesOf(deps, device.id, false);
  const byText = await typesOf(deps, device.id, true);
  return [...directory.linked.command.inOrder()]
    .filter(
      ({ id, type, textChannel }) =>
        own.has(id) && linked.has(id) && (textChannel ? byText : byLink).has(type),
    )
    .map(serializeSavedCommand);
}

type Order = CommandOrder & { readonly savedId: number };

/** Command to send: a saved command by its id, else the one in the body. */
function orderIn(
  restrictions: Restrictions,
  caller: Caller,
  asked: Call<'POST /commands/send'>['body'],
): Order {
  const target = { deviceId: asked.deviceId, userId: caller.user.id, savedId: Math.max(asked.id, 0) };
  if (asked.id > 0) {
    const { type, textChannel, description, attributes } = restrictions.linked(caller, 'command', asked.id);
    return { ...target, type, textChannel, description, attributes };
  }
  restrictions.requireOwnCommands(caller);
  if (asked.type === null) throw appError.badInput('type: is needed');
  const { type, textChannel, description, attributes } = asked;
  return { ...target, type, textChannel, description, attributes };
}

/** @throws AppError also when a saved command was made for other vehicles. */
async function submit(deps: Deps, caller: Caller, order: Order): Promise<StoredCommand> {
  const { savedId: commandId, deviceId } = order;
  if (commandId > 0) requireLinkedCommand(deps, caller, { commandId, deviceId });
  return deps.commandClient.submit(order);
}

/** To every device of a group tree that the caller sees. One that cannot take it does not stop the others. */
async function sendToGroup(
  deps: Deps,
  caller: Caller,
  { order, groupId }: { readonly order: Order; readonly groupId: number },
): Promise<{ sent: Answered<'SentCommand'> | null; queued: readonly StoredCommand[] }> {
  const { restrictions, visibility } = deps;
  const ids = visibility
    .devicesBelow(restrictions.group(caller, groupId).id)
    .filter((id) => restrictions.seesDevice(caller, id));
  const queued: StoredCommand[] = [];
  let sent: Answered<'SentCommand'> | null = null;
  let error: AppError | null = null;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const chunk = ids.slice(at, at + AT_ONCE).map((deviceId) => submit(deps, caller, { ...order, deviceId }));
    for (const outcome of await Promise.allSettled(chunk)) {
      if (outcome.status === 'fulfilled') {
        if (isHeld(outcome.value)) queued.push(outcome.value);
        else sent = serializeCommand(order);
      } else if (outcome.reason instanceof AppError) error ??= outcome.reason;
      else throw outcome.reason;
    }
  }
  if (error && !sent && queued.length === 0) throw error;
  return { sent, queued };
}

/** Not sent yet. */
const isHeld = ({ status }: StoredCommand): boolean => status === 'queued' || status === 'waiting';

const serializeCommand = ({
  savedId,
  deviceId,
  type,
  textChannel,
  description,
  attributes,
}: Order): Answered<'SentCommand'> => ({
  id: savedId,
  attributes,
  deviceId,
  type,
  textChannel,
  description,
});
const serializeQueued = ({
  id,
  deviceId,
  type,
  textChannel,
  attributes,
}: StoredCommand): Answered<'HeldCommand'> => ({
  id,
  attributes,
  deviceId,
  type,
  textChannel,
});

/** By the connection that the device has, else by the protocol of its latest position. */
async function typesOf({ live, bus }: Deps, deviceId: number, isText: boolean): Promise<ReadonlySet<string>> {
  const link = isText ? null : await findLink(bus, deviceId);
  const name = link?.protocol ?? live.committed(deviceId).position?.protocol;
  const protocol = name === undefined || isText ? null : findProtocol(name);
  return new Set(['custom', ...(protocol?.commands ?? [])]);
}
