import assert from 'node:assert/strict';
import type { Right } from '@rastro/fleet';
import type { DelegationModel, ModelUser } from './delegation-model.ts';
import type { WalkAction, Walk } from './delegation-walker.ts';

const MAX_DEVICES = 14;
const MAX_GROUPS = 10;
const MAX_COMMANDS = 10;
const MAX_RULES = 20;
/** Saved commands, and the right that each needs. */
const COMMANDS: readonly (readonly [string, Right])[] = [
  ['engineStop', 'devices.lock'],
  ['positionSingle', 'devices.sendCommand'],
];
interface Made {
  readonly id: number;
}

/** Actions of users on vehicles, groups, commands and rules. */
export const ENTITY_ACTIONS: Readonly<Record<string, WalkAction>> = {
  addDevice: async (walk, actor) => {
    const { model } = walk;
    if (model.devices.size >= MAX_DEVICES) return false;
    const groupId = walk.group();
    const body = { name: 'One more', uniqueId: `more-${walk.next()}`, groupId };
    const full = chainFull(model, actor);
    const reply = await walk.as<Made>(actor, 'POST', '/devices', body);
    if (!reply.ok) return false;
    requireWriter(model, actor, 'devices.create');
    requireGroup(model, actor, groupId);
    assert.deepEqual(full, [], 'no vehicle more than somebody above may have');
    const { id } = reply.json();
    model.devices.set(id, groupId);
    actor.devices.add(id);
    return true;
  },
  moveDevice: async (walk, actor) => {
    const { model } = walk;
    const [id, groupId] = [walk.device(), walk.group()];
    const current = await walk.as<{ groupId: number }>(actor, 'GET', `/devices/${id}`);
    if (!current.ok) return false;
    const reply = await walk.as(actor, 'PUT', `/devices/${id}`, { ...current.json(), groupId });
    if (!reply.ok) return false;
    requireWriter(model, actor, 'devices.edit');
    assert.ok(isTheirs(actor, model.sees(actor.id), id), 'nobody moves what he does not see');
    if (groupId !== model.devices.get(id)) {
      requireGroup(model, actor, groupId);
      requireRules(walk, actor, model.rulesOver(groupId).difference(model.rulesOver(model.devices.get(id))));
    }
    model.devices.set(id, groupId);
    return true;
  },
  addGroup: async (walk, actor) => {
    const { model } = walk;
    if (model.groups.size >= MAX_GROUPS) return false;
    const groupId = walk.group();
    const reply = await walk.as<Made>(actor, 'POST', '/groups', { name: 'Group', groupId });
    if (!reply.ok) return false;
    requireWriter(model, actor, 'groups.create', 'readonly');
    requireGroup(model, actor, groupId);
    model.groups.set(reply.json().id, groupId);
    actor.groups.add(reply.json().id);
    return true;
  },
  moveGroup: async (walk, actor) => {
    const { model } = walk;
    const [id, groupId] = [walk.group(), walk.group()];
    const body = { id, name: 'Group', groupId };
    const reply = await walk.as(actor, 'PUT', `/groups/${id}`, body);
    if (!reply.ok) return false;
    requireWriter(model, actor, 'groups.edit', 'readonly');
    requireGroup(model, actor, id);
    if (groupId !== model.groups.get(id)) {
      requireGroup(model, actor, groupId);
      requireRules(walk, actor, model.rulesOver(groupId).difference(model.rulesOver(model.groups.get(id))));
    }
    model.groups.set(id, groupId);
    return true;
  },
  saveCommand: async (walk, actor) => {
    const { model } = walk;
    if (model.commands.size >= MAX_COMMANDS) return false;
    const [type, right] = walk.pick(COMMANDS);
    const body = { description: type, type, attributes: {} };
    const reply = await walk.as<Made>(actor, 'POST', '/commands', body);
    if (!reply.ok) return false;
    requireWriter(model, actor, 'commands.create', 'readonly', 'limitCommands');
    model.commands.set(reply.json().id, right);
    actor.commands.add(reply.json().id);
    return true;
  },
  send: async (walk, actor) => {
    const { model } = walk;
    const id = walk.pick([0, ...model.commands.keys()]);
    const deviceId = walk.device();
    const reply = await walk.as(actor, 'POST', '/commands/send', { id, deviceId });
    if (!reply.ok) return false;
    assert.ok(isTheirs(actor, actor.commands, id), 'nobody sends what was not given to him');
    assert.ok(isTheirs(actor, model.sees(actor.id), deviceId), 'nobody commands what he does not see');
    assert.ok(model.hasRightTo(actor.id, id), `${actor.id} may send ${id}`);
    return true;
  },
  writeRule: async (walk, actor) => {
    const { model } = walk;
    if (model.rules.size >= MAX_RULES) return false;
    const commandId = walk.pick([0, ...model.commands.keys()]);
    const body = {
      attributes: { alarms: 'sos' },
      type: 'alarm',
      notificators: commandId > 0 ? 'command' : 'web',
      commandId,
      always: false,
    };
    const reply = await walk.as<Made>(actor, 'POST', '/notifications', body);
    if (!reply.ok) return false;
    requireWriter(model, actor, 'notifications.create', 'readonly');
    const { id } = reply.json();
    model.rules.set(id, commandId);
    assert.ok(commandId === 0 || isTheirs(actor, actor.commands, commandId), 'his command');
    requireRules(walk, actor, new Set([id]));
    actor.rules.add(id);
    return true;
  },
  editRule: async (walk, actor) => {
    const { model } = walk;
    const [id, commandId] = [walk.pick([0, ...model.rules.keys()]), walk.pick([0, ...model.commands.keys()])];
    const rule = {
      attributes: { alarms: 'sos' },
      id,
      type: 'alarm',
      notificators: 'command,web',
      commandId,
      always: walk.chance(2),
    };
    const reply = await walk.as(actor, 'PUT', `/notifications/${id}`, rule);
    if (!reply.ok) return false;
    requireWriter(model, actor, 'notifications.edit', 'readonly');
    assert.ok(isTheirs(actor, actor.rules, id), 'his rule');
    const before = model.rules.get(id);
    model.rules.set(id, commandId);
    const isUnchanged = commandId === before;
    assert.ok(commandId === 0 || isUnchanged || isTheirs(actor, actor.commands, commandId), 'his command');
    requireRules(walk, actor, new Set([id]));
    return true;
  },
  linkRule: async (walk, actor) => {
    const { model } = walk;
    const notificationId = walk.pick([0, ...model.rules.keys()]);
    const owner = walk.chance(2) ? { deviceId: walk.device() } : { groupId: walk.group() };
    const reply = await walk.as(actor, 'POST', '/permissions', { ...owner, notificationId });
    if (!reply.ok) return false;
    requireWriter(model, actor, 'notifications.edit', 'readonly');
    assert.ok(isTheirs(actor, actor.rules, notificationId), 'his rule');
    if ('deviceId' in owner) assert.ok(isTheirs(actor, model.sees(actor.id), owner.deviceId), 'his vehicle');
    else requireGroup(model, actor, owner.groupId);
    requireRules(walk, actor, new Set([notificationId]));
    if ('groupId' in owner) model.linkRule(owner.groupId, notificationId);
    return true;
  },
  giveDevice: async (walk, actor, other) =>
    give(walk, { actor, other, kind: 'devices', field: 'deviceId', id: walk.device() }),
  giveGroup: async (walk, actor, other) =>
    give(walk, { actor, other, kind: 'groups', field: 'groupId', id: walk.group() }),
  giveCommand: async (walk, actor, other) => {
    const id = walk.pick([0, ...walk.model.commands.keys()]);
    if (walk.chance(2)) return give(walk, { actor, other, kind: 'commands', field: 'commandId', id });
    // A saved command goes to the vehicles that it is linked to.
    const reply = await walk.as(actor, 'POST', '/permissions', { deviceId: walk.device(), commandId: id });
    return reply.ok;
  },
  giveRule: async (walk, actor, other) => {
    const id = walk.pick([0, ...walk.model.rules.keys()]);
    return give(walk, { actor, other, kind: 'rules', field: 'notificationId', id });
  },
};

interface Gift {
  readonly actor: ModelUser;
  readonly other: ModelUser;
  readonly kind: 'devices' | 'groups' | 'commands' | 'rules';
  readonly field: string;
  readonly id: number;
}
/** Links a thing to a user, or removes the link. */
async function give(walk: Walk, { actor, other, kind, field, id }: Gift): Promise<boolean> {
  const { model } = walk;
  const method = walk.chance(4) ? 'DELETE' : 'POST';
  const reply = await walk.as(actor, method, '/permissions', { userId: other.id, [field]: id });
  if (!reply.ok) return false;
  const seen = { devices: model.sees(actor.id), groups: model.seesGroups(actor.id) };
  const mine = kind === 'devices' || kind === 'groups' ? seen[kind] : actor[kind];
  assert.ok(isTheirs(actor, mine, id), 'nobody gives what he does not see');
  const isOwnUser = other.id === actor.id || model.isManagedBy(other.id, actor.id);
  assert.ok(isOwnUser, 'only to those below');
  requireWriter(model, actor, 'users.edit', 'readonly');
  if (method === 'POST') other[kind].add(id);
  else other[kind].delete(id);
  return true;
}

const isTheirs = ({ kind }: ModelUser, theirs: ReadonlySet<number>, id: number): boolean =>
  kind === 'administrator' || theirs.has(id);

type Bar = 'readonly' | 'deviceReadonly' | 'limitCommands';
function requireWriter(model: DelegationModel, { id, kind }: ModelUser, right: Right, ...bars: Bar[]): void {
  if (kind === 'administrator') return;
  const barred: readonly Bar[] = bars.length > 0 ? bars : ['readonly', 'deviceReadonly'];
  const { flags } = model.held(id);
  assert.ok(!barred.some((flag) => flags.has(flag)), `${id} may write: ${[...flags].join()}`);
  assert.ok(model.has(id, right), `${id} has ${right}`);
}
function requireGroup(model: DelegationModel, actor: ModelUser, groupId: number): void {
  assert.ok(groupId === 0 || isTheirs(actor, model.seesGroups(actor.id), groupId), 'a group of his');
}
/** A user who lets a rule send a command must be able to send it themselves. */
function requireRules({ model }: Walk, actor: ModelUser, rules: ReadonlySet<number>): void {
  for (const id of rules) {
    const commandId = model.rules.get(id) ?? 0;
    if (commandId > 0) assert.ok(model.hasRightTo(actor.id, commandId), `${actor.id} may send ${commandId}`);
  }
}
/** Accounts among a user and those above that have no place for another vehicle. */
function chainFull(model: DelegationModel, actor: ModelUser): readonly number[] {
  if (actor.kind === 'administrator') return [];
  return model.chain(actor.id).filter((id) => model.allDevices(id).size >= model.held(id).deviceLimit);
}
