import type { FastifyInstance } from 'fastify';
import { COMMAND_TYPES } from '@rastro/fleet';
import { commandRequestBody } from '@rastro/fleet/schemas';
import { findProtocol } from '@rastro/protocols';
import type { StoredCommand } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import { ApiError, refuse } from '../api/api-error.ts';
import { callerOf } from '../api/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { integer, isTrue, pathId, readBody } from '../api/input.ts';
import type { CommandOrder } from '../messages/topics.ts';
import { deviceCommandView } from './command-view.ts';

type Query = Readonly<Record<string, unknown>>;
const PAGE = 50;
const LONGEST_PAGE = 500;
/** Devices of a group that are served side by side. */
const AT_ONCE = 32;

/** @source reference/tracking-api.md §3.13; `queue` is our own. */
export function commandRoutes(app: FastifyInstance, context: ApiContext): void {
  const { restrictions, directory, visibility, desk } = context;

  app.get('/commands/types', async (request) => {
    const caller = callerOf(request);
    const query = request.query as Query;
    const deviceId = integer(query, 'deviceId') ?? 0;
    if (deviceId === 0) return COMMAND_TYPES.map((type) => ({ type }));
    const device = restrictions.device(caller, deviceId);
    const types = await typesOf(context, device.id, isTrue(query, 'textChannel'));
    return [...types].map((type) => ({ type }));
  });

  app.get('/commands/send', async (request) => {
    const caller = callerOf(request);
    const device = restrictions.device(caller, integer(request.query as Query, 'deviceId') ?? 0);
    const linked = new Set(directory.links.of('device', device.id, 'command'));
    for (const groupId of visibility.groupChain(device.groupId))
      for (const id of directory.links.of('group', groupId, 'command')) linked.add(id);
    const own = directory.links.of('user', caller.user.id, 'command');
    const [byLink, byText] = [
      await typesOf(context, device.id, false),
      await typesOf(context, device.id, true),
    ];
    return [...directory.linked.command.inOrder()].filter(
      ({ id, type, textChannel }) =>
        own.has(id) && linked.has(id) && (textChannel ? byText : byLink).has(type),
    );
  });

  app.post('/commands/send', async (request, reply) => {
    const caller = callerOf(request);
    const order = orderIn(context, caller, request.body);
    const groupId = integer(request.query as Query, 'groupId') ?? 0;
    if (groupId > 0) {
      const { sent, queued } = await sendToGroup(context, caller, { order, groupId });
      return queued.length > 0 ? reply.code(202).send(queued.map(queuedView)) : (sent ?? commandView(order));
    }
    restrictions.device(caller, order.deviceId);
    const command = await desk.submit(order);
    return command.status === 'queued' ? reply.code(202).send(queuedView(command)) : commandView(order);
  });

  app.get('/commands/queue', async (request) => {
    const query = request.query as Query;
    const { id } = restrictions.device(callerOf(request), integer(query, 'deviceId') ?? 0);
    const limit = Math.min(Math.max(integer(query, 'limit') ?? PAGE, 1), LONGEST_PAGE);
    const offset = Math.max(integer(query, 'offset') ?? 0, 0);
    return (await context.storage.commands({ deviceId: id, limit, offset })).map(deviceCommandView);
  });

  app.delete('/commands/queue/:id', async (request, reply) => {
    const caller = callerOf(request);
    const command = await context.storage.commandById(pathId(request.params));
    if (!command || !restrictions.seesDevice(caller, command.deviceId)) throw refuse.noAccess('Command');
    if (!(await desk.cancel(command))) throw refuse.commandNotQueued();
    return reply.code(204).send();
  });
}

type Order = CommandOrder & { readonly savedId: number };

/** What is to be sent: a saved command by its id, else what the body says. */
function orderIn({ restrictions }: ApiContext, caller: Caller, body: unknown): Order {
  const asked = readBody(commandRequestBody, body);
  const whom = { deviceId: asked.deviceId, userId: caller.user.id, savedId: Math.max(asked.id, 0) };
  if (asked.id > 0) {
    const { type, textChannel, description, attributes } = restrictions.linked(caller, 'command', asked.id);
    return { ...whom, type, textChannel, description, attributes };
  }
  restrictions.requireOwnCommands(caller);
  if (asked.type === null) throw refuse.badInput('type: is needed');
  const { type, textChannel, description, attributes } = asked;
  return { ...whom, type, textChannel, description, attributes };
}

/** To every device of a group tree that the caller sees. One that cannot take it does not stop the others. */
async function sendToGroup(
  { restrictions, visibility, desk }: ApiContext,
  caller: Caller,
  { order, groupId }: { readonly order: Order; readonly groupId: number },
): Promise<{ sent: object | null; queued: readonly StoredCommand[] }> {
  const ids = visibility
    .devicesBelow(restrictions.group(caller, groupId).id)
    .filter((id) => restrictions.seesDevice(caller, id));
  const queued: StoredCommand[] = [];
  let sent: object | null = null;
  let refusal: ApiError | null = null;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const chunk = ids.slice(at, at + AT_ONCE).map((deviceId) => desk.submit({ ...order, deviceId }));
    for (const outcome of await Promise.allSettled(chunk)) {
      if (outcome.status === 'fulfilled') {
        if (outcome.value.status === 'queued') queued.push(outcome.value);
        else sent = commandView(order);
      } else if (outcome.reason instanceof ApiError) refusal ??= outcome.reason;
      else throw outcome.reason;
    }
  }
  if (refusal && !sent && queued.length === 0) throw refusal;
  return { sent, queued };
}

const commandView = ({ savedId, deviceId, type, textChannel, description, attributes }: Order) => ({
  id: savedId,
  attributes,
  deviceId,
  type,
  textChannel,
  description,
});
const queuedView = ({ id, deviceId, type, textChannel, attributes }: StoredCommand) => ({
  id,
  attributes,
  deviceId,
  type,
  textChannel,
});

/** By the connection that the device has, else by the protocol of its latest position. */
async function typesOf(
  { live, bus }: ApiContext,
  deviceId: number,
  isText: boolean,
): Promise<ReadonlySet<string>> {
  const link = isText ? null : await bus.ask('link.found', { deviceId });
  const name = link?.protocol ?? live.shown(deviceId).position?.protocol;
  const protocol = name === undefined || isText ? null : findProtocol(name);
  return new Set(['custom', ...(protocol?.commands ?? [])]);
}
