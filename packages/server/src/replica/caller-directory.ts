import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { host, nextTurn } from '@rastro/base/host';
import { LINKED_KIND_NAMES, type LinkedKind, type User } from '@rastro/fleet';
import type { StoredLink } from '@rastro/storage';
import type { Tracker } from '@rastro/tracker';
import { AnswerMemory } from '../gateway/answer-memory.ts';
import { callerHeaders } from '../gateway/foreign-headers.ts';
import { readLinks, type AppliedLinks, type Owner } from './applied-links.ts';
import { entityOf, type CopiedKind } from './entity-of.ts';
import type { WantedDevice } from './history-copy.ts';
import type { Headers, TraccarReader } from './traccar-reader.ts';

/** A caller, and the headers by which the tracking server knows the caller. */
export interface ReplicaCaller {
  readonly user: User;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
}

/** Kinds of linked entities that reports read, with their paths there. */
const LINKED_PATHS = {
  geofence: '/api/geofences',
  driver: '/api/drivers',
  maintenance: '/api/maintenance',
  calendar: '/api/calendars',
} as const satisfies Partial<Record<LinkedKind, string>>;
type LinkedCopy = keyof typeof LINKED_PATHS;
const LINKED_COPIES = LINKED_KIND_NAMES.filter((kind): kind is LinkedCopy => kind in LINKED_PATHS);
/** Kinds that apply to devices and groups by links. */
const APPLIED: readonly LinkedCopy[] = ['geofence', 'driver', 'maintenance'];
/** Links of devices and groups, which only their editors change. */
const APPLIED_MS = 30_000;
/** So many owners are asked for one by one. */
const FEW = 5;
const NONE: ReadonlySet<number> = new Set();
/** Entities that are compared in one turn of the event loop. */
const AT_ONCE = 200;

/**
 * The entities that a caller sees, as the tracking server lists them for that caller, in the directory of the replica.
 * Nothing of it is stored: it is read again after a start.
 */
export class CallerDirectory {
  readonly #reader: TraccarReader;
  readonly #directory: Tracker['directory'];
  readonly #callers = new AnswerMemory<readonly WantedDevice[]>();
  /** Of each entity what was sent last, to find out what changed. */
  readonly #seen = new Map<string, string>();
  readonly #appliedAt = new Map<string, number>();
  readonly #allLinks = new AnswerMemory<AppliedLinks | null>();

  constructor(reader: TraccarReader, directory: Tracker['directory']) {
    this.#reader = reader;
    this.#directory = directory;
  }

  /** Forgets what callers see: a link or an entity was written. */
  changed(): void {
    this.#callers.clear();
    this.#appliedAt.clear();
    this.#allLinks.clear();
  }

  /**
   * Reads what a caller sees, at most every few seconds. @returns the caller's devices. @throws UnreadableAnswerError
   */
  devicesOf(caller: ReplicaCaller, signal: AbortSignal): Promise<readonly WantedDevice[]> {
    const { authorization = '', cookie = '' } = caller.headers;
    return this.#callers.remember(`${caller.user.id} ${authorization} ${cookie}`, () =>
      this.#read(caller, signal),
    );
  }

  /**
   * Reads what an account sees, with the account of this installation; one that is gone there is gone here.
   * @returns the devices of that account. @throws UnreadableAnswerError
   */
  async readAs(userId: number, signal: AbortSignal): Promise<readonly WantedDevice[]> {
    const accounts = await this.#reader.list('/api/users', signal);
    const user = accounts.find((each) => idOf(each) === userId);
    if (user) return this.#readSeen(user, { query: `?userId=${userId}` }, signal);
    this.#directory.follow({ kind: 'user', id: userId, after: null });
    this.#seen.delete(`user ${userId}`);
    return [];
  }

  /** Reads the accounts below a caller; of an administrator, all. */
  async readUsers({ user, headers, address }: ReplicaCaller, signal: AbortSignal): Promise<void> {
    const users = await this.#reader.list('/api/users', signal, callerHeaders(headers, address));
    await this.#follow('user', users);
    this.#link('user', user.id, 'managedUser', user.administrator ? NONE : idsOf(users));
  }

  /** Reads all calendars. */
  async readCalendars(signal: AbortSignal): Promise<void> {
    await this.#follow('calendar', await this.#reader.list(`${LINKED_PATHS.calendar}?all=true`, signal));
  }

  /** Takes in a guest, whom the tracking server does not know. */
  addGuest(user: User): Promise<void> {
    return this.#follow('user', [user]);
  }

  /** Reads which geofences, drivers and maintenances apply to devices, directly or through their groups. */
  async readApplied(deviceIds: readonly number[], signal: AbortSignal): Promise<void> {
    const groupIds = new Set<number>();
    for (const id of deviceIds) {
      const { groups, devices } = this.#directory;
      const seen = new Set<number>();
      for (
        let at = devices.get(id)?.groupId ?? 0;
        at !== 0 && !seen.has(at);
        at = groups.get(at)?.groupId ?? 0
      )
        seen.add(at);
      for (const at of seen) groupIds.add(at);
    }
    const owners = [
      ...deviceIds.map((id) => ({ owner: 'device', id }) as const),
      ...[...groupIds].map((id) => ({ owner: 'group', id }) as const),
    ];
    if (owners.length > FEW && (await this.#readAllApplied(owners, signal))) return;
    await Promise.all(owners.map(({ owner, id }) => this.#readAppliedTo(owner, id, signal)));
  }

  /** The links of all owners at once. @returns false = the tracking server does not list them so. */
  async #readAllApplied(
    owners: readonly { readonly owner: Owner; readonly id: number }[],
    signal: AbortSignal,
  ): Promise<boolean> {
    for (const kind of APPLIED) {
      for (const owner of ['device', 'group'] as const) {
        const links = await this.#allLinks.remember(`${owner} ${kind}`, () =>
          readLinks(this.#reader, { owner, kind }, signal),
        );
        if (links === null) return false;
        for (const each of owners)
          if (each.owner === owner) this.#link(owner, each.id, kind, links.get(each.id) ?? NONE);
      }
      await this.#follow(kind, await this.#reader.list(`${LINKED_PATHS[kind]}?all=true`, signal));
    }
    return true;
  }

  #read({ user, headers, address }: ReplicaCaller, signal: AbortSignal): Promise<readonly WantedDevice[]> {
    return this.#readSeen(user, { query: '', as: callerHeaders(headers, address) }, signal);
  }

  /** @param how Headers of whoever asks (absent = this installation), and the query that names another account. */
  async #readSeen(
    user: object,
    { query, as }: { readonly query: string; readonly as?: Headers },
    signal: AbortSignal,
  ): Promise<readonly WantedDevice[]> {
    const userId = idOf(user);
    const isAdministrator = Object(user).administrator === true;
    const all = isAdministrator ? '?all=true' : query;
    const [server, groups, devices, others, ...linked] = await Promise.all([
      this.#reader.one('/api/server', signal),
      this.#reader.list('/api/groups?all=true', signal),
      this.#reader.list(`/api/devices${query}`, signal, as),
      isAdministrator ? this.#reader.list('/api/devices?all=true', signal) : [],
      ...LINKED_COPIES.map((kind) => this.#reader.list(`${LINKED_PATHS[kind]}${all}`, signal, as)),
    ]);
    await this.#follow('server', [server]);
    await this.#follow('group', groups);
    await this.#follow('device', [...others, ...devices]);
    await this.#follow('user', [user]);
    for (const [at, kind] of LINKED_COPIES.entries()) await this.#follow(kind, linked[at] ?? []);
    this.#link('user', userId, 'device', idsOf(devices));
    for (const [at, kind] of LINKED_COPIES.entries())
      this.#link('user', userId, kind, idsOf(linked[at] ?? []));
    return [...new Map([...others, ...devices].map((each) => [idOf(each), wanted(each)])).values()];
  }

  async #readAppliedTo(owner: Owner, id: number, signal: AbortSignal): Promise<void> {
    const key = `${owner} ${id}`;
    const now = host.now();
    if ((this.#appliedAt.get(key) ?? 0) > now - APPLIED_MS) return;
    for (const kind of APPLIED) {
      const found = await this.#reader.list(`${LINKED_PATHS[kind]}?all=true&${owner}Id=${id}`, signal);
      await this.#follow(kind, found);
      this.#link(owner, id, kind, idsOf(found));
    }
    this.#appliedAt.set(key, now);
  }

  /** Puts entities into the directory, as far as they have changed. */
  async #follow(kind: CopiedKind, sent: readonly object[]): Promise<void> {
    for (const [at, json] of sent.entries()) {
      if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
      const entity = entityOf(kind, json);
      const key = `${kind} ${entity.id}`;
      const digest = createHash('sha1').update(JSON.stringify(entity)).digest('base64');
      if (this.#seen.get(key) === digest) continue;
      this.#seen.set(key, digest);
      // There is one record of the server; ours has an id of its own.
      const id = kind === 'server' ? this.#directory.server.id : entity.id;
      this.#directory.follow({ kind, id, after: { ...entity, id } });
    }
  }

  /** Makes the links of an owner to one kind exactly these. */
  #link(ownerKind: string, ownerId: number, propertyKind: string, ids: ReadonlySet<number>): void {
    const before = this.#directory.links.of(ownerKind, ownerId, propertyKind);
    const link = (propertyId: number): StoredLink => ({ ownerKind, ownerId, propertyKind, propertyId });
    const add = [...ids.difference(before)].map(link);
    const remove = [...before.difference(ids)].map(link);
    if (add.length + remove.length > 0) this.#directory.follow({ kind: 'links', add, remove });
  }
}

const idOf = (json: object): number => Number(Object(json).id);
const idsOf = (list: readonly object[]): ReadonlySet<number> => new Set(list.map(idOf));

function wanted(json: object): WantedDevice {
  const { lastUpdate, status, positionId }: Readonly<Record<string, unknown>> = { ...json };
  const time = typeof lastUpdate === 'string' ? Date.parse(lastUpdate) : NaN;
  return {
    id: idOf(json),
    lastUpdate: Number.isFinite(time) ? time : null,
    status: status === 'online' || status === 'unknown' ? status : 'offline',
    positionId: typeof positionId === 'number' ? positionId : 0,
  };
}
