import assert from 'node:assert/strict';
import { encodeRights, hasBit, bitOf, type Right, type User } from '@rastro/fleet';
import {
  DelegationModel,
  FLAGS,
  modelUser,
  type Flag,
  type Held,
  type Links,
  type ModelUser,
} from './delegation-model.ts';

/** Rights that actions of the walk need; each account is offered most of them. */
const RIGHTS = [
  ...(['devices.create', 'devices.edit', 'devices.lock', 'devices.sendCommand'] as const),
  ...(['users.view', 'users.create', 'users.edit', 'users.delete', 'users.selfEdit'] as const),
  ...(['share.create', 'share.edit', 'share.delete', 'groups.create', 'groups.edit'] as const),
  ...(['notifications.create', 'notifications.edit', 'commands.view', 'commands.create'] as const),
] satisfies readonly Right[];
const RIGHTS_NAME = 'rastro.advancedPerms';
const PASSWORD = 'a long walk home';
const ENDS = ['2020-01-01', '2040-01-01', '2050-01-01', null].map(
  (day) => day && `${day}T00:00:00.000+00:00`,
);
const LIMITS = [Infinity, Infinity, 4, 8];

export interface Reply<T> {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
  readonly cookie: string;
  readonly json: () => T;
}
/** Action that users try. @returns whether the server did it; the model follows, and judges whether it was allowed. */
export type WalkAction = (walk: Walk, actor: ModelUser, other: ModelUser) => Promise<boolean>;

export interface WalkOptions {
  readonly url: string;
  readonly seed: number;
  /** Are advanced permissions in force? */
  readonly isAdvanced: boolean;
  readonly actions: Readonly<Record<string, WalkAction>>;
}

/** Users who act at random through the public API, and the expected outcome. */
export class Walk {
  readonly model: DelegationModel;
  readonly cookies = new Map<number, string>();
  readonly emails = new Map<number, string>();
  readonly done = new Map<string, number>();
  readonly #random: ReturnType<typeof generator>;
  readonly #options: WalkOptions;
  #serial = 0;

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#random = generator(options.seed);
    this.model = new DelegationModel(options.isAdvanced);
  }

  async begin(administrator: { readonly email: string; readonly password: string }): Promise<void> {
    const cookie = await this.signIn(administrator.email, administrator.password);
    const { id } = (await this.ask<User>('GET', '/session', cookie)).json();
    this.#add(modelUser({ id, kind: 'administrator', giver: null, own: FREE }), cookie);
    const attributes = { 'rastro.enableAdvancedPerms': this.#options.isAdvanced };
    const server = (await this.ask<{ attributes: object }>('GET', '/server', cookie)).json();
    const changed = await this.ask('PUT', '/server', cookie, { ...server, attributes });
    assert.ok(changed.ok, changed.text);
    for (let n = 0; n < 4; n++) {
      const body = { name: `Van ${n}`, uniqueId: `walk-${n}` };
      const device = (await this.ask<{ id: number }>('POST', '/devices', cookie, body)).json();
      this.model.devices.set(device.id, 0);
      this.model.get(id).devices.add(device.id);
    }
  }

  async step(): Promise<string> {
    const users = [...this.model.users.values()];
    const active = users.filter(({ id }) => this.model.isActive(id));
    // Where nothing changes nothing goes wrong: users with more rights act more often.
    const able = active.filter(({ kind }) => kind === 'administrator' || kind === 'manager');
    const actor = this.chance(3) ? this.model.get(1) : this.pick(this.chance(2) ? able : active);
    const below = users.filter(({ giver }) => giver === actor.id);
    const other = this.pick(below.length > 0 && this.chance(2) ? below : users);
    const name = this.pick(Object.keys(this.#options.actions));
    const action = this.#options.actions[name];
    assert.ok(action);
    const isDone = await action(this, actor, other);
    if (isDone) this.done.set(name, (this.done.get(name) ?? 0) + 1);
    this.model.endShares();
    return `${name} by ${actor.kind} ${actor.id} on ${other.kind} ${other.id}${isDone ? ' (done)' : ''}`;
  }

  async ask<T>(method: string, path: string, cookie: string, body?: object): Promise<Reply<T>> {
    const isForm = body instanceof URLSearchParams;
    const reply = await fetch(`${this.#options.url}/api${path}`, {
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
  async signIn(email: string, password: string): Promise<string> {
    return (await this.ask('POST', '/session', '', new URLSearchParams({ email, password }))).cookie;
  }
  as<T = User>(who: ModelUser, method: string, path: string, body?: object): Promise<Reply<T>> {
    return this.ask<T>(method, path, this.cookies.get(who.id) ?? '', body);
  }

  pick<T>(of: readonly T[]): T {
    return this.#random.pick(of);
  }
  chance(n: number): boolean {
    return this.#random.below(n) === 0;
  }
  /** Fields offered to an account; not those it ends up with. */
  wish(): Held & { readonly expirationTime: string | null } {
    const flags = new Set(FLAGS.filter(() => this.chance(4)));
    const expirationTime = this.end();
    const rights = new Set(RIGHTS.filter(() => !this.chance(6)));
    const [userLimit, deviceLimit] = [this.pick(LIMITS), this.pick(LIMITS)];
    const end = endOf({ expirationTime });
    return { flags, end, disabled: false, userLimit, deviceLimit, rights, expirationTime };
  }
  end(): string | null {
    return this.pick([...ENDS, ...ENDS.slice(1), ...ENDS.slice(1)]);
  }
  device(): number {
    return this.pick([...this.model.devices.keys()]);
  }
  /** Some group; 0 = none. */
  group(): number {
    return this.pick([0, ...this.model.groups.keys()]);
  }
  next(): number {
    return ++this.#serial;
  }

  #add(who: ModelUser, cookie: string): void {
    this.model.users.set(who.id, who);
    this.cookies.set(who.id, cookie);
  }
  async join(who: ModelUser, email: string): Promise<void> {
    this.emails.set(who.id, email);
    this.#add(who, await this.signIn(email, PASSWORD));
  }
  /** Opens a share link and becomes the giver's guest. */
  async joinGuest(giver: ModelUser, token: string, shared: Links & { readonly end: number }): Promise<void> {
    const guest = await this.ask<User>('GET', `/session?token=${encodeURIComponent(token)}`, '');
    const end = Math.min(shared.end, this.model.held(giver.id).end);
    const own = { ...heldBy(guest.json()), end };
    const { id } = guest.json();
    this.#add(modelUser({ id, kind: 'guest', giver: giver.id, own }, shared), guest.cookie);
  }

  /** Does everybody hold and see what the model says, and not a thing more? */
  async check(id: number, after: string): Promise<void> {
    let session = await this.ask<User>('GET', '/session', this.cookies.get(id) ?? '');
    const email = this.emails.get(id);
    if (session.status === 404 && email !== undefined && this.model.isActive(id)) {
      // The user was disabled, which ended their sessions, and is enabled again.
      this.cookies.set(id, await this.signIn(email, PASSWORD));
      session = await this.ask<User>('GET', '/session', this.cookies.get(id) ?? '');
    }
    if (!this.model.isActive(id)) {
      assert.equal(session.status, 404, `${id} is nobody after ${after}`);
      return;
    }
    assert.equal(session.status, 200, `${id} is somebody after ${after}: ${session.text}`);
    assert.deepEqual(heldBy(session.json()), this.model.held(id), `what ${id} holds after ${after}`);
    const list = await this.ask<{ id: number }[]>('GET', '/devices', this.cookies.get(id) ?? '');
    assert.equal(list.status, 200, `vehicles of ${id} after ${after}`);
    const seen = new Set(list.json().map((each) => each.id));
    assert.deepEqual(seen, this.model.sees(id), `view of ${id} after ${after}`);
  }
}

const FREE: Held = {
  flags: new Set(),
  end: Infinity,
  disabled: false,
  userLimit: Infinity,
  deviceLimit: Infinity,
  rights: new Set(),
};
const endOf = ({ expirationTime }: Pick<User, 'expirationTime'>): number =>
  expirationTime === null ? Infinity : Date.parse(expirationTime);
const ceiling = (limit: number): number => (limit < 0 ? Infinity : limit);
export const heldBy = (user: User): Held => ({
  flags: new Set(FLAGS.filter((flag) => user[flag])),
  end: endOf(user),
  disabled: user.disabled,
  userLimit: ceiling(user.userLimit),
  deviceLimit: ceiling(user.deviceLimit),
  rights: new Set(RIGHTS.filter((right) => hasBit(user.attributes[RIGHTS_NAME], bitOf(right)))),
});
/** Flags and rights as fields of an account. */
export const asFields = (flags: ReadonlySet<Flag>) =>
  Object.fromEntries(FLAGS.map((flag) => [flag, flags.has(flag)]));
export const asAttributes = (rights: ReadonlySet<Right>) => ({ [RIGHTS_NAME]: encodeRights(rights) });
export const asLimit = (limit: number): number => (limit === Infinity ? -1 : limit);
export const newPassword = PASSWORD;

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
