import { imeiOf } from '@rastro/protocols/testing';
import { ClusterDevice } from './cluster-device.ts';
import type { LocalCluster } from './local-cluster.ts';
import type { Operator } from './operator.ts';

const DEVICES = 8;
const RECORDS = 3;
const PAUSE_MS = 150;
/** Records of a device are so far apart. */
const STEP_MS = 40;
const GIVE_UP_MS = 60_000;

export interface Vehicle {
  readonly id: number;
  readonly name: string;
  readonly device: ClusterDevice;
}

export const nameOf = (index: number): string => `Vehicle ${String.fromCodePoint(65 + index)}`;

/** A fleet whose trackers send all the time. */
export class FleetWork {
  readonly vehicles: readonly Vehicle[];
  readonly #from: number;
  #isEnding = false;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(vehicles: readonly Vehicle[], from: number) {
    this.vehicles = vehicles;
    this.#from = from;
  }
  static async create(cluster: LocalCluster, operator: Operator): Promise<FleetWork> {
    const ports = (): readonly number[] =>
      cluster.withRole('ingest').flatMap(({ protocols }) => protocols['teltonika'] ?? []);
    const vehicles: Vehicle[] = [];
    for (let at = 0; at < DEVICES; at++) {
      const imei = imeiOf(at + 1);
      const { id } = await operator.json<{ id: number }>('POST', '/api/devices', {
        name: nameOf(at),
        uniqueId: imei,
      });
      vehicles.push({ id, name: nameOf(at), device: new ClusterDevice(imei, ports, at) });
    }
    // Somewhat slower than the clock, so that nothing lies ahead of it.
    return new FleetWork(vehicles, Date.now() - 5000);
  }

  start(): void {
    this.#running = Promise.all(this.vehicles.map((vehicle, at) => this.#drive(vehicle, at)));
  }
  /** Resolves when everything that was sent is acknowledged. @throws when a device gave up. */
  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
  }

  async #drive({ device }: Vehicle, at: number): Promise<void> {
    for (let step = 0; !this.#isEnding; step += RECORDS) {
      const records = Array.from({ length: RECORDS }, (_, i) => this.#recordAt(step + i, at));
      await device.deliver(records, Date.now() + GIVE_UP_MS);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  /** Its ignition changes all the time. */
  #recordAt(step: number, at: number) {
    return {
      time: this.#from + step * STEP_MS,
      latitude: -23.5 + step / 100_000,
      longitude: -46.6 + at / 100,
      speedKmh: 40,
      satellites: 9,
      ignition: Math.floor(step / 25) % 2 === 1,
    };
  }
}
