import type { DeviceBody, GroupBody, ServerSettingsBody, UserBody } from '@rastro/fleet/schemas';
import type { Storage } from '@rastro/storage';
import { EntityTable } from './entity-table.ts';
import { LinkTable } from './link-table.ts';
import { linkedTables, type LinkedKind, type LinkedTables } from './linked-tables.ts';

export type UserEntity = Omit<UserBody, 'password' | 'setupCode' | 'totpKey'> & {
  readonly passwordHash: string | null;
  /** Base32 secret of one-time codes; null = the password is enough. */
  readonly totpKey: string | null;
  /** Issuer and subject at the OpenID provider; absent = never signed in there. */
  readonly openIdSubject?: string;
};
export type DeviceEntity = DeviceBody;
export type GroupEntity = GroupBody;
export type ServerEntity = ServerSettingsBody & { readonly id: number; readonly name: string };

export const emailKey = (email: string): string => email.trim().toLowerCase();

/** Who and what exists, and who may have what. One per process; everything else asks here. */
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

  private constructor(storage: Storage, brand: string) {
    this.brand = brand;
    this.users = new EntityTable(storage, 'user', (user) => emailKey(user.email));
    this.groups = new EntityTable(storage, 'group', () => null);
    this.devices = new EntityTable(storage, 'device', (device) => device.uniqueId);
    this.linked = linkedTables(storage);
    this.links = new LinkTable(storage);
    this.#servers = new EntityTable<ServerEntity>(storage, 'server', () => 'server');
  }

  static async load(storage: Storage, brand: string): Promise<Directory> {
    const directory = new Directory(storage, brand);
    await Promise.all([
      directory.users.load(),
      directory.groups.load(),
      directory.devices.load(),
      ...Object.values(directory.linked).map((table) => table.load()),
      directory.links.load(),
      directory.#servers.load(),
    ]);
    if (directory.#servers.size === 0) await directory.#servers.createFirst(FIRST_SERVER_SETTINGS);
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

  get server(): ServerEntity {
    for (const server of this.#servers.inOrder()) return server;
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
