import assert from 'node:assert/strict';
import type { Share, User } from '@rastro/fleet';
import { FLAGS, modelUser } from './delegation-model.ts';
import {
  asAttributes,
  asFields,
  asLimit,
  heldBy,
  newPassword,
  type WalkAction,
} from './delegation-walker.ts';

/** Passwords cost time: so many accounts are made, then the walk continues with those. */
const MAX_USERS = 30;
const FAR = '2060-01-01T00:00:00.000+00:00';

/** Actions of users on accounts. */
export const USER_ACTIONS: Readonly<Record<string, WalkAction>> = {
  create: async (walk, actor) => {
    const { model } = walk;
    if (model.users.size >= MAX_USERS) return false;
    const email = `walker${walk.next()}@example.com`;
    const { expirationTime, ...wish } = walk.wish();
    const isManager = walk.chance(actor.kind === 'administrator' ? 2 : 4);
    const userLimit = isManager ? wish.userLimit : 0;
    const deviceLimit = walk.chance(2) ? wish.deviceLimit : 0;
    const limits = { userLimit: asLimit(userLimit), deviceLimit: asLimit(deviceLimit) };
    const fields = { ...asFields(wish.flags), ...limits, attributes: asAttributes(wish.rights) };
    const body = { name: 'Walker', email, password: newPassword, ...fields, expirationTime };
    const reply = await walk.as(actor, 'POST', '/users', body);
    if (!reply.ok) return false;
    const mine = model.held(actor.id);
    assert.ok(!mine.flags.has('readonly'), 'who may only look makes nobody');
    assert.ok(model.has(actor.id, 'users.create'), 'making accounts is a right');
    if (actor.kind !== 'administrator') {
      assert.ok(deviceLimit <= mine.deviceLimit, 'no limit beyond one’s own');
      assert.ok(userLimit <= mine.userLimit, 'no limit beyond one’s own');
      assert.ok(wish.rights.isSubsetOf(mine.rights), 'no right that the giver has not');
      for (const id of model.chain(actor.id))
        assert.ok(model.below(id).length < model.held(id).userLimit, `one more than ${id} may have`);
    }
    const own = { ...wish, userLimit, deviceLimit };
    const giver = actor.kind === 'administrator' ? null : actor.id;
    const { id } = reply.json();
    await walk.join(modelUser({ id, kind: isManager ? 'manager' : 'user', giver, own }), email);
    return true;
  },
  edit: async (walk, actor, other) => {
    if (actor.kind === 'administrator' && other.kind === 'administrator') return false;
    const current = await walk.as(actor, 'GET', `/users/${other.id}`);
    if (!current.ok || other.kind === 'guest') return false;
    assert.notEqual(other.kind, 'administrator', 'nobody below an administrator sees him');
    const before = walk.model.held(other.id);
    const wish = walk.wish();
    const { flags, end } = wish;
    const rights = walk.chance(2) ? wish.rights : before.rights;
    const deviceLimit = walk.chance(4) ? wish.deviceLimit : before.deviceLimit;
    const disabled = walk.chance(6);
    const stored = current.json();
    const attributes = { ...stored.attributes, ...(rights === before.rights ? {} : asAttributes(rights)) };
    const change = { ...asFields(flags), expirationTime: wish.expirationTime, disabled, attributes };
    const raise = walk.chance(8) ? { administrator: true } : {};
    const body = { ...stored, ...change, deviceLimit: asLimit(deviceLimit), ...raise };
    const reply = await walk.as(actor, 'PUT', `/users/${other.id}`, body);
    if (!reply.ok) return false;
    if (actor.kind === 'administrator') {
      // Made one by an administrator: taken back, so that the walk keeps its tree.
      if ('administrator' in raise)
        await walk.as(actor, 'PUT', `/users/${other.id}`, { ...reply.json(), administrator: false });
    } else {
      assert.ok(!('administrator' in raise), 'nobody makes administrators');
      const mine = walk.model.held(actor.id);
      const lifted = [...before.flags].filter((flag) => !flags.has(flag) && mine.flags.has(flag));
      assert.ok(other.id !== actor.id || before.flags.isSubsetOf(flags), 'nobody frees himself');
      const own = lifted.filter((flag) => other.own.flags.has(flag));
      assert.deepEqual(own, [], 'nobody lifts what binds himself');
      const isUnchanged = end === before.end || end === other.own.end;
      assert.ok(isUnchanged || end <= mine.end, 'no end beyond one’s own');
      const isLimit = deviceLimit === before.deviceLimit || deviceLimit <= mine.deviceLimit;
      assert.ok(isLimit, 'no limit beyond one’s own');
      assert.ok(other.id !== actor.id || deviceLimit === before.deviceLimit, 'nobody limits himself');
      const gained = rights.difference(before.rights);
      assert.ok(gained.isSubsetOf(mine.rights), 'no right that the giver has not');
      assert.ok(other.id !== actor.id || gained.size === 0, 'nobody gives himself rights');
    }
    // Values that were shown and sent back stay as stored.
    const keptFlags = FLAGS.filter((flag) =>
      (flags.has(flag) === before.flags.has(flag) ? other.own.flags : flags).has(flag),
    );
    other.own = {
      flags: new Set(keptFlags),
      end: end === before.end ? other.own.end : end,
      disabled: disabled === before.disabled ? other.own.disabled : disabled,
      userLimit: other.own.userLimit,
      deviceLimit: deviceLimit === before.deviceLimit ? other.own.deviceLimit : deviceLimit,
      rights: isSame(rights, before.rights) ? other.own.rights : rights,
    };
    return true;
  },
  share: async (walk, actor) => {
    const deviceId = walk.device();
    const expiration = walk.end() ?? FAR;
    const form = new URLSearchParams({ deviceId: String(deviceId), expiration });
    const reply = await walk.as(actor, 'POST', '/share/device', form);
    if (!reply.ok) return false;
    assert.ok(walk.model.sees(actor.id).has(deviceId), 'nobody shares what he does not see');
    assert.ok(walk.model.has(actor.id, 'share.create'), 'sharing is a right');
    await walk.joinGuest(actor, reply.text, { devices: [deviceId], end: Date.parse(expiration) });
    return true;
  },
  shareGroup: async (walk, actor) => {
    const groupId = walk.group();
    const expiration = walk.end() ?? FAR;
    const form = new URLSearchParams({ groupId: String(groupId), expiration });
    const reply = await walk.as(actor, 'POST', '/share/group', form);
    if (!reply.ok) return false;
    assert.ok(walk.model.seesGroups(actor.id).has(groupId), 'nobody shares what he does not see');
    assert.ok(walk.model.has(actor.id, 'share.create'), 'sharing is a right');
    await walk.joinGuest(actor, reply.text, { groups: [groupId], end: Date.parse(expiration) });
    return true;
  },
  extend: async (walk, actor, other) => {
    const end = walk.end() ?? FAR;
    const reply = await walk.as<Share>(actor, 'PUT', `/shares/${other.id}`, { expiration: end });
    if (!reply.ok) return false;
    assert.ok(other.giver === actor.id || actor.kind === 'administrator');
    const ends = [Date.parse(end), walk.model.held(actor.id).end, walk.model.held(other.giver ?? 0).end];
    other.own = { ...other.own, end: Math.min(...ends) };
    return true;
  },
  rename: async (walk, actor, other) => {
    const own = await walk.as(actor, 'GET', `/users/${actor.id}`);
    if (!own.ok) return false;
    const { email } = (await walk.as(walk.model.get(1), 'GET', `/users/${other.id}`)).json();
    const wanted = `${email}:walk-${walk.device()}`;
    const reply = await walk.as(actor, 'PUT', `/users/${actor.id}`, { ...own.json(), email: wanted });
    assert.ok(!reply.ok, 'no address that looks like something composed');
    return true;
  },
  become: async (walk, actor, other) => {
    if (actor.id === other.id) return false;
    // Signing in as another user replaces the session; a token of one's own leaves the walker's.
    const token = await walk.as(actor, 'POST', '/session/token', new URLSearchParams());
    const twin = await walk.ask<User>('GET', `/session?token=${encodeURIComponent(token.text)}`, '');
    if (!token.ok || !twin.ok) return false;
    assert.deepEqual(heldBy(twin.json()), walk.model.held(actor.id), 'a token gives nothing');
    const reply = await walk.ask<User>('GET', `/session/${other.id}`, twin.cookie);
    if (!reply.ok) return false;
    assert.ok(walk.model.holdsAllOf(actor.id, other.id), `${actor.id} gains by being ${other.id}`);
    return true;
  },
  promote: async (walk, somebody, other) => {
    if (other.kind !== 'user' && other.kind !== 'manager') return false;
    // Few look after anybody: now and then an administrator does it.
    const actor = walk.chance(3) ? walk.model.get(1) : somebody;
    const before = walk.model.held(other.id);
    const current = await walk.as(actor, 'GET', `/users/${other.id}`);
    if (!current.ok) return false;
    const { userLimit } = walk.wish();
    const raised = { ...current.json(), userLimit: asLimit(userLimit) };
    const reply = await walk.as(actor, 'PUT', `/users/${other.id}`, raised);
    if (!reply.ok) return false;
    const isChanged = userLimit !== before.userLimit;
    const isOwn = actor.kind === 'administrator' || userLimit <= walk.model.held(actor.id).userLimit;
    assert.ok(isOwn || !isChanged, 'no limit beyond one’s own');
    assert.ok(other.id !== actor.id || !isChanged, 'nobody limits himself');
    other.kind = 'manager';
    if (isChanged) other.own = { ...other.own, userLimit };
    return true;
  },
  remove: async (walk, actor, other) => {
    if (other.kind === 'administrator' || !walk.chance(3)) return false;
    const path = other.kind === 'guest' ? `/shares/${other.id}` : `/users/${other.id}`;
    const reply = await walk.as(actor, 'DELETE', path);
    if (!reply.ok) return false;
    const isBelow = actor.kind === 'administrator' || other.giver === actor.id;
    assert.ok(isBelow || walk.model.isManagedBy(other.id, actor.id));
    walk.model.remove(other.id);
    return true;
  },
};

const isSame = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean => a.size === b.size && a.isSubsetOf(b);
