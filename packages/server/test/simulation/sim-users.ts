import { PLAIN_ACCOUNT } from '@rastro/tracker';
import type { Random } from '@rastro/simulator';
import { Rights } from './rights.ts';
import type { Life, Scheduler } from './scheduler.ts';
import type { SimDevice } from './sim-device.ts';
import type { SimServer } from './sim-server.ts';
import { Viewer } from './viewer.ts';
import type { VirtualNetwork } from './virtual-network.ts';

export interface UserWorld {
  readonly scheduler: Scheduler;
  readonly network: VirtualNetwork;
  readonly random: Random;
  readonly server: SimServer;
  readonly life: Life;
}
/** A command that somebody sent. */
export interface SentCommand {
  readonly deviceId: number;
  /** Word in its text that no other has. */
  readonly word: string;
  /** The server has confirmed that it has it. */
  isTaken: boolean;
}

const USERS = 3;
const GUEST_HOURS = 24;
/** Ways on which no command comes down. */
const DEAF: ReadonlySet<string> = new Set(['teltonika-udp', 'osmand-json']);
/** Probability that a command is for a device that is there. */
const PRESENT = 0.7;

/** Users: look at the map, send commands, give and take rights, share. */
export class SimUsers {
  readonly rights: Rights;
  readonly viewers: Viewer[] = [];
  readonly commands: SentCommand[] = [];
  /** Ids of the devices, in the order of the fleet. */
  deviceIds: readonly number[] = [];
  /** Those that understand commands. */
  #hearing: readonly number[] = [];
  #devices: readonly SimDevice[] = [];
  readonly #world: UserWorld;
  #cookie = '';
  #isActive = true;

  constructor(world: UserWorld) {
    this.#world = world;
    this.rights = new Rights(world.scheduler);
  }

  /** Accounts, devices and a geofence, before anything happens. */
  async prepare(fleet: readonly SimDevice[]): Promise<void> {
    this.#devices = fleet;
    const devices = fleet.map(({ habits }) => habits);
    const { server, random } = this.#world;
    const { directory } = server.ready.tracker;
    const ids: number[] = [];
    for (const { uniqueId } of devices) {
      const attributes = random.chance(0.5) ? { speedLimit: 40 } : {};
      ids.push(
        (await directory.devices.create({ ...PLAIN_DEVICE, uniqueId, name: uniqueId, attributes })).id,
      );
    }
    this.deviceIds = ids;
    this.#hearing = ids.filter((_, at) => !DEAF.has(devices[at]?.channel ?? ''));
    const administrator = await this.#user({ administrator: true });
    this.rights.administrators.add(administrator);
    this.#cookie = await server.signIn(administrator);
    const fence = await this.#call('POST', '/geofences', {
      name: 'Centro',
      area: 'CIRCLE (-23.55 -46.63, 3000)',
    });
    for (const deviceId of ids)
      if (random.chance(0.6)) await this.#call('POST', '/permissions', { deviceId, geofenceId: fence?.id });
    for (let at = 0; at < USERS; at++) await this.#viewer(await this.#user({}));
  }

  start(): void {
    for (const viewer of this.viewers) viewer.open();
    this.#again(5000, 40_000, () => this.#sendCommand());
    this.#again(10_000, 60_000, () => this.#changeRight());
    this.#again(120_000, 600_000, () => this.#share());
  }
  /** Does nothing more; what was begun goes on. */
  stop(): void {
    this.#isActive = false;
  }

  async #user(fields: object): Promise<number> {
    const { directory } = this.#world.server.ready.tracker;
    const email = `user${directory.users.size}@example.com`;
    return (
      await directory.users.create({ ...PLAIN_ACCOUNT, name: email, email, deviceLimit: -1, ...fields })
    ).id;
  }
  async #viewer(userId: number): Promise<void> {
    const cookie = await this.#world.server.signIn(userId);
    this.viewers.push(new Viewer(userId, { cookie }, { ...this.#world, rights: this.rights }));
    for (const deviceId of this.deviceIds) {
      if (!this.#world.random.chance(0.4)) continue;
      this.rights.ask(userId, deviceId);
      await this.#call('POST', '/permissions', { userId, deviceId });
      this.rights.settle(userId, deviceId, true);
    }
  }

  /** Does something again and again. */
  #again(least: number, most: number, work: () => Promise<void>): void {
    const { scheduler, random, life } = this.#world;
    scheduler.after(random.between(least, most), life, () => {
      if (!this.#isActive) return;
      this.#again(least, most, work);
      void work();
    });
  }

  async #call(method: string, path: string, body: object): Promise<{ readonly id: number } | null> {
    const reply = await this.#world.server.call(method, path, this.#cookie, body);
    return reply && reply.status < 300 ? ((reply.json as { id: number } | null) ?? { id: 0 }) : null;
  }
  /** An answer to the administrator; null = there was none. */
  readonly ask = async (path: string): Promise<unknown> => {
    const reply = await this.#world.server.call('GET', path, this.#cookie);
    return reply && reply.status < 300 ? reply.json : null;
  };
  #anyDevice(ids: readonly number[] = this.deviceIds): number {
    return ids[Math.floor(this.#world.random.next() * ids.length)] ?? 0;
  }

  async #sendCommand(): Promise<void> {
    const present = this.#hearing.filter((id) => this.#devices[this.deviceIds.indexOf(id)]?.isConnected);
    const isPresent = present.length > 0 && this.#world.random.chance(PRESENT);
    const deviceId = this.#anyDevice(isPresent ? present : this.#hearing);
    const command: SentCommand = { deviceId, word: `K${1000 + this.commands.length}K`, isTaken: false };
    this.commands.push(command);
    const order = { deviceId, type: 'custom', attributes: { data: command.word } };
    command.isTaken = (await this.#call('POST', '/commands/send', order)) !== null;
  }

  async #changeRight(): Promise<void> {
    const { random } = this.#world;
    const userId = this.viewers[Math.floor(random.next() * USERS)]?.userId ?? 0;
    const deviceId = this.#anyDevice();
    const isWanted = !this.rights.holds(userId, deviceId);
    this.rights.ask(userId, deviceId);
    const isDone = await this.#call(isWanted ? 'POST' : 'DELETE', '/permissions', { userId, deviceId });
    // Without an answer nobody knows; what it is is found out by the next change.
    if (isDone) this.rights.settle(userId, deviceId, isWanted);
  }

  async #share(): Promise<void> {
    const { server, scheduler, life, random, network } = this.#world;
    const deviceId = this.#anyDevice();
    const expiration = new Date(this.#world.server.now() + GUEST_HOURS * 3_600_000).toISOString();
    const reply = await server.call('POST', '/share/device', this.#cookie, { deviceId, expiration });
    if (!reply || reply.status >= 300 || !server.running) return;
    const { directory } = server.ready.tracker;
    const guest = [...directory.users.inOrder()].at(-1)?.id ?? 0;
    this.rights.settle(guest, deviceId, true);
    const viewer = new Viewer(
      guest,
      { token: reply.text },
      { scheduler, network, server, life, rights: this.rights },
    );
    this.viewers.push(viewer);
    viewer.open();
    if (random.chance(0.5))
      scheduler.after(random.between(30_000, 300_000), life, () => void this.#endShare(guest, deviceId));
  }
  async #endShare(guest: number, deviceId: number): Promise<void> {
    this.rights.ask(guest, deviceId);
    const isDone = await this.#call('DELETE', `/shares/${guest}`, {});
    if (!isDone) return;
    this.rights.settle(guest, deviceId, false);
    this.viewers.find(({ userId }) => userId === guest)?.end();
  }
}

const PLAIN_DEVICE = {
  groupId: 0,
  calendarId: 0,
  phone: null,
  model: null,
  contact: null,
  category: null,
  disabled: false,
  expirationTime: null,
};
