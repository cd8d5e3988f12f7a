import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pino from 'pino';
import type { Share, User } from '@rastro/fleet';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { DelegationModel, FLAGS, type Flag, type Held, type Person } from './delegation-model.ts';

/** Longer walks: DELEGATION_STEPS=20000 DELEGATION_SEED=7 node --test … */
const STEPS = Number(process.env['DELEGATION_STEPS'] ?? 200);
const SEED = Number(process.env['DELEGATION_SEED'] ?? 20_261_122);
/** Passwords cost time: so many accounts are made, then the walk goes on with those. */
const MOST_PEOPLE = 30;
const ADMIN = { email: 'admin@example.com', password: 'walk-of-an-administrator' };
const PASSWORD = 'a long walk home';
const ENDS = ['2020-01-01', '2040-01-01', '2050-01-01', null].map(
  (day) => day && `${day}T00:00:00.000+00:00`,
);

const folder = mkdtempSync(join(tmpdir(), 'rastro-walk-'));
let server: RunningServer;
before(async () => {
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    PROTOCOLS: '',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
  server = await runServer(readSettings(environment, null), pino({ level: 'silent' }));
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Reply<T> {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
  readonly cookie: string;
  readonly json: () => T;
}
async function ask<T>(method: string, path: string, cookie: string, body?: object): Promise<Reply<T>> {
  const isForm = body instanceof URLSearchParams;
  const reply = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { cookie, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  const text = await reply.text();
  return {
    ok: reply.ok,
    status: reply.status,
    text,
    cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '',
    json: (): T => JSON.parse(text),
  };
}
const signIn = async (email: string, password: string): Promise<string> =>
  (await ask('POST', '/session', '', new URLSearchParams({ email, password }))).cookie;

/** Park and Miller's generator: the same walk for the same seed. */
function generator(seed: number) {
  let state = seed % 2_147_483_647 || 1;
  const below = (n: number): number => (state = (state * 48_271) % 2_147_483_647) % n;
  const pick = <T>(of: readonly T[]): T => {
    const found = of[below(of.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  return { below, pick };
}

class Walk {
  readonly model = new DelegationModel();
  readonly cookies = new Map<number, string>();
  readonly emails = new Map<number, string>();
  readonly done = new Map<string, number>();
  readonly devices: number[] = [];
  readonly #random = generator(SEED);
  #serial = 0;

  async begin(): Promise<void> {
    const cookie = await signIn(ADMIN.email, ADMIN.password);
    const { id } = (await ask<User>('GET', '/session', cookie)).json();
    this.#add({ id, kind: 'administrator', giver: null, own: FREE, devices: new Set() }, cookie);
    for (let n = 0; n < 4; n++) {
      const body = { name: `Van ${n}`, uniqueId: `walk-${n}` };
      const device = (await ask<{ id: number }>('POST', '/devices', cookie, body)).json();
      this.devices.push(device.id);
      this.model.get(id).devices.add(device.id);
    }
  }

  async step(): Promise<string> {
    const people = [...this.model.people.values()];
    const active = people.filter(({ id }) => this.model.isActive(id));
    // Where nothing changes nothing goes wrong: whoever may do more acts more often.
    const able = active.filter(({ kind }) => kind === 'administrator' || kind === 'manager');
    const actor = this.chance(3) ? this.model.get(1) : this.#random.pick(this.chance(2) ? able : active);
    const below = people.filter(({ giver }) => giver === actor.id);
    const other = this.#random.pick(below.length > 0 && this.chance(2) ? below : people);
    const name = this.#random.pick(Object.keys(ACTS));
    const act = ACTS[name];
    assert.ok(act);
    const isDone = await act(this, actor, other);
    if (isDone) this.done.set(name, (this.done.get(name) ?? 0) + 1);
    this.model.endShares();
    return `${name} by ${actor.kind} ${actor.id} on ${other.kind} ${other.id}${isDone ? ' (done)' : ''}`;
  }

  cookie(id: number): string {
    return this.cookies.get(id) ?? '';
  }
  as(who: Person, method: string, path: string, body?: object): Promise<Reply<User>> {
    return ask<User>(method, path, this.cookie(who.id), body);
  }
  flags(): ReadonlySet<Flag> {
    return new Set(FLAGS.filter(() => this.#random.below(4) === 0));
  }
  end(): string | null {
    return this.#random.pick([...ENDS, ...ENDS.slice(1), ...ENDS.slice(1)]);
  }
  device(): number {
    return this.#random.pick(this.devices);
  }
  next(): number {
    return ++this.#serial;
  }
  chance(n: number): boolean {
    return this.#random.below(n) === 0;
  }
  #add(person: Person, cookie: string): void {
    this.model.people.set(person.id, person);
    this.cookies.set(person.id, cookie);
  }
  async join(person: Person, email: string): Promise<void> {
    this.emails.set(person.id, email);
    this.#add(person, await signIn(email, PASSWORD));
  }
  joinGuest(person: Person, cookie: string): void {
    this.#add(person, cookie);
  }

  /** Does everybody hold and see what the model says, and not a thing more? */
  async check(id: number, after: string): Promise<void> {
    let session = await ask<User>('GET', '/session', this.cookie(id));
    const email = this.emails.get(id);
    if (session.status === 404 && email !== undefined && this.model.isActive(id)) {
      // He was disabled, which ended his sessions, and is not any more.
      this.cookies.set(id, await signIn(email, PASSWORD));
      session = await ask<User>('GET', '/session', this.cookie(id));
    }
    if (!this.model.isActive(id)) {
      assert.equal(session.status, 404, `${id} is nobody after ${after}`);
      return;
    }
    const held = this.model.held(id);
    assert.equal(session.status, 200, `${id} is somebody after ${after}: ${session.text}`);
    const user = session.json();
    assert.deepEqual(
      new Set(FLAGS.filter((flag) => user[flag])),
      held.flags,
      `flags of ${id} after ${after}`,
    );
    assert.equal(endOf(user), held.end, `end of ${id} after ${after}`);
    const seen = (await ask<{ id: number }[]>('GET', '/devices', this.cookie(id))).json();
    assert.deepEqual(
      new Set(seen.map((each) => each.id)),
      this.model.sees(id),
      `view of ${id} after ${after}`,
    );
  }
}

const FREE: Held = { flags: new Set(), end: Infinity, disabled: false };
const endOf = ({ expirationTime }: Pick<User, 'expirationTime'>): number =>
  expirationTime === null ? Infinity : Date.parse(expirationTime);
const heldBy = (user: User): Held => ({
  flags: new Set(FLAGS.filter((flag) => user[flag])),
  end: endOf(user),
  disabled: user.disabled,
});
const asFields = (flags: ReadonlySet<Flag>) =>
  Object.fromEntries(FLAGS.map((flag) => [flag, flags.has(flag)]));

/** What people try. @returns whether the server did it; the model follows, and judges whether it might. */
type Act = (walk: Walk, actor: Person, other: Person) => Promise<boolean>;
const ACTS: Readonly<Record<string, Act>> = {
  create: async (walk, actor) => {
    if (walk.model.people.size >= MOST_PEOPLE) return false;
    const email = `walker${walk.next()}@example.com`;
    const [flags, end] = [walk.flags(), walk.end()];
    const isManager = actor.kind === 'administrator' && walk.chance(2);
    const limits = isManager ? { userLimit: -1, deviceLimit: -1 } : {};
    const fields = { ...asFields(flags), ...limits, expirationTime: end };
    const body = { name: 'Walker', email, password: PASSWORD, ...fields };
    const reply = await walk.as(actor, 'POST', '/users', body);
    if (!reply.ok) return false;
    assert.ok(!walk.model.held(actor.id).flags.has('readonly'), 'who may only look makes nobody');
    const own = { flags, end: end === null ? Infinity : Date.parse(end), disabled: false };
    const giver = actor.kind === 'administrator' ? null : actor.id;
    const kind = isManager ? 'manager' : 'user';
    const { id } = reply.json();
    await walk.join({ id, kind, giver, own, devices: new Set() }, email);
    return true;
  },
  edit: async (walk, actor, other) => {
    if (actor.kind === 'administrator' && other.kind === 'administrator') return false;
    const shown = await walk.as(actor, 'GET', `/users/${other.id}`);
    if (!shown.ok || other.kind === 'guest') return false;
    assert.notEqual(other.kind, 'administrator', 'nobody below an administrator sees him');
    const before = walk.model.held(other.id);
    const [flags, end] = [walk.flags(), walk.end()];
    const disabled = walk.chance(6);
    const change = { ...asFields(flags), expirationTime: end, disabled };
    const raise = walk.chance(8) ? { administrator: true } : {};
    const reply = await walk.as(actor, 'PUT', `/users/${other.id}`, { ...shown.json(), ...change, ...raise });
    if (!reply.ok) return false;
    if (actor.kind === 'administrator') {
      if ('administrator' in raise) {
        // Made one by an administrator: taken back, so that the walk keeps its tree.
        await walk.as(actor, 'PUT', `/users/${other.id}`, { ...reply.json(), administrator: false });
      }
    } else {
      assert.ok(!('administrator' in raise), 'nobody makes administrators');
      const mine = walk.model.held(actor.id);
      const lifted = [...before.flags].filter((flag) => !flags.has(flag) && mine.flags.has(flag));
      assert.ok(other.id !== actor.id || before.flags.isSubsetOf(flags), 'nobody frees himself');
      assert.deepEqual(
        lifted.filter((flag) => other.own.flags.has(flag)),
        [],
      );
      const wanted = endOf({ expirationTime: end });
      const isKept = wanted === before.end || wanted === other.own.end;
      assert.ok(isKept || wanted <= mine.end, 'no end beyond one’s own');
    }
    // What was shown and sent back stays what was stored.
    const kept = FLAGS.filter((flag) =>
      (flags.has(flag) === before.flags.has(flag) ? other.own.flags : flags).has(flag),
    );
    const wanted = endOf({ expirationTime: end });
    const sameOff = disabled === before.disabled;
    other.own = {
      flags: new Set(kept),
      end: wanted === before.end ? other.own.end : wanted,
      disabled: sameOff ? other.own.disabled : disabled,
    };
    return true;
  },
  link: async (walk, actor, other) => {
    const deviceId = walk.device();
    const method = walk.chance(4) ? 'DELETE' : 'POST';
    const reply = await walk.as(actor, method, '/permissions', { userId: other.id, deviceId });
    if (!reply.ok) return false;
    const isTheirs = actor.kind === 'administrator' || walk.model.sees(actor.id).has(deviceId);
    assert.ok(isTheirs, 'nobody shows what he does not see');
    if (method === 'POST') other.devices.add(deviceId);
    else other.devices.delete(deviceId);
    return true;
  },
  share: async (walk, actor) => {
    const deviceId = walk.device();
    const expiration = walk.end() ?? '2060-01-01T00:00:00.000+00:00';
    const form = new URLSearchParams({ deviceId: String(deviceId), expiration });
    const reply = await walk.as(actor, 'POST', '/share/device', form);
    if (!reply.ok) return false;
    assert.ok(walk.model.sees(actor.id).has(deviceId), 'nobody shares what he does not see');
    const guest = await ask<User>('GET', `/session?token=${encodeURIComponent(reply.text)}`, '');
    const { id } = guest.json();
    const own = {
      ...heldBy(guest.json()),
      end: Math.min(Date.parse(expiration), walk.model.held(actor.id).end),
    };
    walk.joinGuest({ id, kind: 'guest', giver: actor.id, own, devices: new Set([deviceId]) }, guest.cookie);
    return true;
  },
  extend: async (walk, actor, other) => {
    const end = walk.end() ?? '2060-01-01T00:00:00.000+00:00';
    const reply = await ask<Share>('PUT', `/shares/${other.id}`, walk.cookie(actor.id), { expiration: end });
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
    // Signing in as somebody replaces the session; a token of one's own keeps the walker's.
    const token = await walk.as(actor, 'POST', '/session/token', new URLSearchParams());
    const twin = await ask<User>('GET', `/session?token=${encodeURIComponent(token.text)}`, '');
    if (!token.ok || !twin.ok) return false;
    assert.deepEqual(heldBy(twin.json()), walk.model.held(actor.id), 'a token gives nothing');
    const reply = await ask<User>('GET', `/session/${other.id}`, twin.cookie);
    if (!reply.ok) return false;
    assert.ok(walk.model.holdsAllOf(actor.id, other.id), `${actor.id} gains by being ${other.id}`);
    return true;
  },
  promote: async (walk, actor, other) => {
    if (actor.kind !== 'administrator' || other.kind !== 'user') return false;
    const shown = await walk.as(actor, 'GET', `/users/${other.id}`);
    const raised = { ...shown.json(), userLimit: -1 };
    const reply = await walk.as(actor, 'PUT', `/users/${other.id}`, raised);
    if (reply.ok) other.kind = 'manager';
    return reply.ok;
  },
  remove: async (walk, actor, other) => {
    if (other.kind === 'administrator' || !walk.chance(3)) return false;
    const reply = await walk.as(
      actor,
      'DELETE',
      other.kind === 'guest' ? `/shares/${other.id}` : `/users/${other.id}`,
    );
    if (!reply.ok) return false;
    const isBelow = actor.kind === 'administrator' || other.giver === actor.id;
    assert.ok(isBelow || walk.model.isManagedBy(other.id, actor.id));
    walk.model.remove(other.id);
    return true;
  },
};

test('[DELEG-7] no chain of acts gives anybody a right, an end or a view that his giver has not', async () => {
  const walk = new Walk();
  await walk.begin();
  for (let at = 0; at < STEPS; at++) {
    const what = `${await walk.step()}, step ${at} of seed ${SEED}`;
    const all = [...walk.model.people.keys()];
    for (const id of at % 25 === 0 ? all : [all.at(-1) ?? 1, all[at % all.length] ?? 1])
      await walk.check(id, what);
  }
  for (const act of Object.keys(ACTS))
    assert.ok((walk.done.get(act) ?? 0) > 0, `nobody ever could ${act}: ${JSON.stringify([...walk.done])}`);
});
