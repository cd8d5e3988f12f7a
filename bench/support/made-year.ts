import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@rastro/base';
import { knots } from '@rastro/fleet';
import { openStorage, type StoredPosition } from '@rastro/storage';
import { makeDataIn, stateOf } from './made-data.ts';

export const YEAR_START = Date.UTC(2025, 9, 1);
const EVERY_MS = 15_000;
export const RECORDS_A_DAY = DAY_MS / EVERY_MS;
const TRIPS = [6.5, 8, 9.5, 11, 13, 14.5, 16, 17.5] as const;
const TRIP_HOURS = 0.6;
const DEGREE_M = 111_320;
const CACHE = fileURLToPath(new URL('../../.cache/bench', import.meta.url));

/**
 * Returns a data folder with devices, by default one, that report every 15 s, day and night, and drive a fifth of the
 * time.
 * Made once.
 */
export async function yearOf(days: number, vehicles = 1): Promise<string> {
  const folder = join(CACHE, vehicles === 1 ? `year-${days}` : `year-${days}x${vehicles}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const { deviceIds } = await makeDataIn(draft, vehicles);
  const storage = await openStorage({ folder: draft });
  for (const [number, deviceId] of deviceIds.entries()) {
    const driver = new CityDriver(deviceId, number * days * RECORDS_A_DAY);
    for (let day = 0; day < days; day++) {
      const positions = driver.day(YEAR_START + day * DAY_MS);
      const id = positions.at(-1)?.id ?? 0;
      await storage.commit({ positions, events: [], states: [stateOf(deviceId, id)] });
      if (day % 50 === 49) process.stderr.write(`year of ${days}: day ${day + 1}\n`);
    }
  }
  await storage.close();
  renameSync(draft, folder);
  return folder;
}

/** Drives along a grid of streets with turns, lights and a receiver that strays: the same every time. */
class CityDriver {
  readonly #deviceId: number;
  #seed: number;
  #id: number;
  #x = 0;
  #y = 0;
  #heading = 0;
  #leftM = 200;
  #kmh = 0;
  #stray = [0, 0];
  #metres = 0;

  /** @param id The last one that was given away. */
  constructor(deviceId: number, id: number) {
    this.#deviceId = deviceId;
    this.#seed = id + 1;
    this.#id = id;
  }

  day(start: number): StoredPosition[] {
    const positions: StoredPosition[] = [];
    for (let time = start; time < start + DAY_MS; time += EVERY_MS) {
      const hour = (time - start) / 3_600_000;
      const isDriving = TRIPS.some((begins) => hour >= begins && hour < begins + TRIP_HOURS);
      if (isDriving) this.#drive();
      else this.#kmh = 0;
      positions.push(this.#report(time, isDriving));
    }
    return positions;
  }

  #drive(): void {
    const wanted = this.#random() < 0.15 ? 0 : 20 + this.#random() * 45;
    this.#kmh += (wanted - this.#kmh) * 0.7;
    let metres = (this.#kmh / 3.6) * (EVERY_MS / 1000);
    this.#metres += metres;
    while (metres > 0) {
      const step = Math.min(metres, this.#leftM);
      this.#x += step * Math.sin(this.#heading);
      this.#y += step * Math.cos(this.#heading);
      metres -= step;
      this.#leftM -= step;
      if (this.#leftM > 0) continue;
      this.#leftM = 100 + this.#random() * 900;
      const turn = this.#random();
      if (turn < 0.6) this.#heading += turn < 0.3 ? Math.PI / 2 : -Math.PI / 2;
      // Keeps it in its city.
      if (Math.hypot(this.#x, this.#y) > 15_000) this.#heading = Math.atan2(-this.#x, -this.#y);
    }
  }

  #report(time: number, ignition: boolean): StoredPosition {
    const spread = ignition ? 2 : 4;
    this.#stray = this.#stray.map((metres) => metres * 0.7 + (this.#random() - 0.5) * 2 * spread);
    const [east = 0, north = 0] = this.#stray;
    const id = ++this.#id;
    return {
      id,
      deviceId: this.#deviceId,
      protocol: 'teltonika',
      serverTime: time + 900,
      deviceTime: time,
      fixTime: time,
      valid: true,
      latitude: -23.5 + (this.#y + north) / DEGREE_M,
      longitude: -46.6 + (this.#x + east) / (DEGREE_M * 0.917),
      altitude: 760,
      speed: knots(this.#kmh / 1.852),
      course: 0,
      accuracy: 0,
      address: null,
      network: null,
      geofenceIds: null,
      attributes: { sat: 14, ignition, hdop: 0.8, power: 13.8, odometer: Math.round(this.#metres), io69: 1 },
      contentKey: Math.imul(id, 2_654_435_761) >>> 0,
    };
  }

  #random(): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647;
    return this.#seed / 2_147_483_647;
  }
}
