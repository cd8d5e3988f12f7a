import { isDeepStrictEqual } from 'node:util';
import { LINKED_KIND_NAMES } from '@rastro/fleet';
import type { DeviceBody, GroupBody, ServerSettingsBody, UserBody } from '@rastro/fleet/schemas';
import type { DirectoryStorage, DocumentKind, StoredLink } from '@rastro/storage';
import { EntityTable } from './entity-table.ts';
import { LinkTable } from './link-table.ts';
import { linkedTables, type LinkedKind, type LinkedTables } from './linked-tables.ts';

export type UserEntity = Omit<UserBody, 'password' | 'currentPassword' | 'setupCode' | 'totpKey'> & {
  readonly passwordHash: string | null;
  /** Base32 secret of one-time codes; null = the password is enough. */
  readonly totpKey: string | null;
  /** Issuer and subject at the OpenID provider; absent = never signed in there. */
  readonly openIdSubject?: string;
  /** Account responsible for it: its maker, or the giver of a share; absent = the installation alone. */
  readonly giverId?: number;
  /** Present = a guest: the shared things, and when they were shared. */
  readonly share?: SharedThing;
};
export interface SharedThing {
  readonly kind: 'device' | 'group';
  /** Of several devices the first. */
  readonly id: number;
  /** Further devices of the share. */
  readonly also?: readonly number[];
  /** ISO 8601. */
  readonly createdTime: string;
  readonly label?: string;
  /** The guest also sees what was before. */
  readonly history?: true;
  readonly destination?: { readonly latitude: number; readonly longitude: number };
  /** User who made it while signed in as its giver, with the name at that time; absent = the giver. */
  readonly madeBy?: { readonly id: number; readonly name: string };
}
export type DeviceEntity = DeviceBody & {
  /** User who disabled it or gave it its end; absent = nobody, or it was before this was stored. */
  readonly stoppedBy?: number;
  /** The identifier of a tracker that was rejected: it does not register itself again. Such a device is hidden. */
  readonly rejectedId?: string;
};
export type GroupEntity = GroupBody;
export type ServerEntity = ServerSettingsBody & { readonly id: number; readonly name: string };

/** Addresses that look alike are one account. */
export const emailKey = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** Of a change by whom it was written. */
export type DirectoryWrite =
  | { readonly kind: DocumentKind; readonly id: number; readonly after: object | null }
  | { readonly kind: 'links'; readonly add: readonly StoredLink[]; readonly remove: readonly StoredLink[] };

/**
 * Accounts, devices and other entities, and the links between them: a replica of storage, in memory. A write from here
 * goes to storage first; writes from elsewhere are followed (`followDirectory`).
 */
export class Directory {
  /** Prefix of the product's own attributes. */
  readonly brand: string;
  readonly users: EntityTable<UserEntity>;
  readonly groups: EntityTable<GroupEntity>;
  readonly devices: EntityTable<DeviceEntity>;
  /** Geofences, drivers, calendars … by kind. */
  readonly linked: LinkedTables;
  readonly links: LinkTable;
  readonly #servers: EntityTable<ServerEntity>;

  readonly #writeWatchers = new Set<(write: DirectoryWrite) => void>();

  private constructor(storage: DirectoryStorage, brand: string) {
    this.brand = brand;
    const written = (write: DirectoryWrite): void => {
      for (const watcher of this.#writeWatchers) watcher(write);
    };
    const of = (kind: DocumentKind) => (id: number, after: object | null) => written({ kind, id, after });
    this.users = new EntityTable<UserEntity>(storage, 'user', (user) => emailKey(user.email), of('user'));
    this.groups = new EntityTable<GroupEntity>(storage, 'group', () => null, of('group'));
    this.devices = new EntityTable<DeviceEntity>(
      storage,
      'device',
      (device) => device.uniqueId,
      of('device'),
    );
    this.linked = linkedTables(storage, (kind, id, after) => written({ kind, id, after }));
    this.links = new LinkTable(storage, (add, remove) => written({ kind: 'links', add, remove }));
    this.#servers = new EntityTable<ServerEntity>(storage, 'server', () => 'server', of('server'));
  }

  static async load(storage: DirectoryStorage, brand: string): Promise<Directory> {
    const directory = new Directory(storage, brand);
    await Promise.all([
      directory.users.load(),
      directory.groups.load(),
      directory.devices.load(),
      ...Object.values(directory.linked).map((table) => table.load()),
      directory.links.load(),
      directory.#servers.load(),
    ]);
    if (directory.#servers.size === 0) {
      const first = await directory.#servers.createFirst(FIRST_SERVER_SETTINGS);
      // Another process was faster.
      if (!first) await directory.#servers.load();
    }
    directory.users.watch(({ before, after }) => {
      if (before && !after) directory.links.forget('user', before.id);
    });
    directory.groups.watch(({ before, after }) => {
      if (before && !after) directory.links.forget('group', before.id);
    });
    directory.devices.watch(({ before, after }) => {
      if (before && !after) directory.links.forget('device', before.id);
    });
    for (const kind of Object.keys(directory.linked) as LinkedKind[]) {
      directory.linked[kind].watch(({ before, after }) => {
        if (before && !after) directory.links.forget(kind, before.id);
      });
    }
    return directory;
  }

  /** Called with writes through this replica, after they are durable. */
  watchWrites(watcher: (write: DirectoryWrite) => void): () => void {
    this.#writeWatchers.add(watcher);
    return () => void this.#writeWatchers.delete(watcher);
  }
  /** Applies a durable write of another replica. */
  follow(write: DirectoryWrite): void {
    if (write.kind === 'links') this.links.follow(write.add, write.remove);
    else this.#table(write.kind).follow(write.id, write.after);
  }
  /** Called after the settings of the installation changed. */
  watchServer(watcher: (server: ServerEntity) => void): () => void {
    return this.#servers.watch(({ after }) => {
      if (after) watcher(after);
    });
  }

  /** Takes over what another replica has read from storage later. */
  become({ users, groups, devices, linked, links, server }: Directory): void {
    this.users.become(users);
    this.groups.become(groups);
    this.devices.become(devices);
    for (const kind of LINKED_KIND_NAMES) this.linked[kind].become(linked[kind]);
    if (!isDeepStrictEqual(server, this.server)) this.#servers.follow(server.id, server);
    this.links.become(links);
  }

  #table(kind: DocumentKind): Pick<EntityTable<ServerEntity>, 'follow'> {
    if (kind === 'server') return this.#servers;
    if (kind === 'user') return this.users;
    if (kind === 'group') return this.groups;
    if (kind === 'device') return this.devices;
    return this.linked[kind];
  }

  get server(): ServerEntity {
    const server = this.#servers.first;
    if (server) return server;
    throw new Error('Cannot read the server settings: none were stored');
  }
  async updateServer(settings: ServerSettingsBody): Promise<ServerEntity> {
    return this.#servers.update({ ...settings, id: this.server.id, name: 'server' });
  }
}

const FIRST_SERVER_SETTINGS: Omit<ServerEntity, 'id'> = {
  name: 'server',
  attributes: {},
  registration: false,
  readonly: false,
  deviceReadonly: false,
  limitCommands: false,
  disableReports: false,
  fixedEmail: false,
  map: null,
  bingKey: null,
  mapUrl: null,
  overlayUrl: null,
  poiLayer: null,
  coordinateFormat: null,
  latitude: 0,
  longitude: 0,
  zoom: 0,
  forceSettings: false,
  announcement: null,
};
