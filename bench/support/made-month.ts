import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@rastro/base';
import { knots } from '@rastro/fleet';
import { openStorage, type StoredPosition } from '@rastro/storage';
import { makeDataIn, stateOf, type MadeData } from './made-data.ts';

export const MONTH_START = Date.UTC(2026, 9, 1);
export const MONTH_DAYS = 30;
const TRIPS_A_DAY = 6;
/** Points of a trip, 10 s apart; and of the stop after it, 3 min apart. */
const DRIVING_POINTS = 84;
const STATIONARY_POINTS = 27;
/** About 670 points a day: 20 million for 1,000 devices and 30 days. */
export const POINTS_A_DAY = TRIPS_A_DAY * (DRIVING_POINTS + STATIONARY_POINTS);

const CACHE = fileURLToPath(new URL('../../.cache/bench', import.meta.url));

/** Returns a data folder with a month of a fleet, made once and cached: 20 million rows take some minutes. */
export async function monthOf(devices: number): Promise<string> {
  const folder = join(CACHE, `month-${devices}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const { deviceIds } = await makeDataIn(draft, devices);
  const storage = await openStorage({ folder: draft });
  let id = 0;
  for (const deviceId of deviceIds) {
    const positions = daysOfVan(deviceId, id + 1, { start: MONTH_START, days: MONTH_DAYS });
    id += positions.length;
    for (let at = 0; at < positions.length; at += 5000)
      await storage.commit({
        positions: positions.slice(at, at + 5000),
        events: [],
        states: [stateOf(deviceId, id)],
      });
    if (deviceId % 50 === 0) process.stderr.write(`month of ${devices}: ${id} positions\n`);
  }
  await storage.close();
  renameSync(draft, folder);
  return folder;
}

const TYPES = [
  'deviceMoving',
  'deviceStopped',
  'ignitionOn',
  'ignitionOff',
  'deviceOverspeed',
  'alarm',
] as const;

/**
 * Writes the same of one vehicle of a new folder, with three events of each position.
 * @returns how many events there are.
 */
export async function writeEventfulDays(data: MadeData, days: number): Promise<number> {
  const [deviceId = 0] = data.deviceIds;
  const positions = daysOfVan(deviceId, 1, { start: MONTH_START, days });
  const events = positions.flatMap(({ id, fixTime }, i) =>
    [0, 1, 2].map((k) => ({
      id: 3 * i + k + 1,
      deviceId,
      type: TYPES[(i + k) % TYPES.length] ?? TYPES[0],
      eventTime: fixTime,
      positionId: id,
      geofenceId: 0,
      maintenanceId: 0,
      attributes: (i + k) % TYPES.length === 5 ? { alarm: 'hardBraking' } : {},
    })),
  );
  await data.write(async (storage) => {
    for (let at = 0; at < positions.length; at += 2000)
      await storage.commit({
        positions: positions.slice(at, at + 2000),
        events: events.slice(3 * at, 3 * (at + 2000)),
        states: [stateOf(deviceId, positions.at(-1)?.id ?? 0)],
      });
  });
  return events.length;
}

/** Six trips a day with stops between them, by a delivery van that starts somewhere of its own. */
export function daysOfVan(
  deviceId: number,
  firstId: number,
  { start, days }: { readonly start: number; readonly days: number },
): StoredPosition[] {
  const positions: StoredPosition[] = [];
  let [latitude, longitude] = [-23.5 + (deviceId % 100) / 500, -46.6 + (deviceId % 37) / 300];
  let [metres, hours, fuel] = [10_000_000 + deviceId, 3_600_000_000, 60];
  for (let day = 0; day < days; day++) {
    let time = start + day * DAY_MS + 6 * 3_600_000;
    for (let trip = 0; trip < TRIPS_A_DAY; trip++) {
      const course = (deviceId * 31 + day * 67 + trip * 60) % 360;
      for (let i = 0; i < DRIVING_POINTS + STATIONARY_POINTS; i++) {
        const driving = i < DRIVING_POINTS;
        time += driving ? 10_000 : 180_000;
        const step = driving ? 110 : 0;
        latitude += (step / 111_320) * Math.cos((course * Math.PI) / 180);
        longitude += (step / 102_000) * Math.sin((course * Math.PI) / 180);
        metres += step;
        hours += driving ? 10_000 : 0;
        fuel = fuel < 8 ? 60 : fuel - step / 10_000;
        positions.push({
          id: firstId + positions.length,
          deviceId,
          protocol: 'teltonika',
          serverTime: time + 900,
          deviceTime: time,
          fixTime: time,
          valid: true,
          latitude,
          longitude,
          altitude: 760 + (i % 20),
          speed: knots(driving ? 20 + (i % 5) : 0),
          course,
          accuracy: 0,
          address: null,
          network: null,
          geofenceIds: null,
          attributes: {
            priority: 0,
            sat: 14,
            event: 0,
            ignition: driving,
            motion: driving,
            rssi: 4,
            hdop: 0.8,
            power: 13.8,
            battery: 4.05,
            fuel: Math.round(fuel * 10) / 10,
            odometer: metres,
            distance: step,
            totalDistance: metres,
            hours,
            io200: 0,
            io69: 1,
          },
          contentKey: i,
        });
      }
    }
  }
  return positions;
}
