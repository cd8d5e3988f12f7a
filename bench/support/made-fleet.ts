import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS } from '@rastro/base';
import { knots } from '@rastro/fleet';
import { openStorage, type StoredPosition } from '@rastro/storage';
import { makeDataIn, stateOf } from './made-data.ts';

export const FLEET_START = Date.UTC(2026, 9, 1);
export const FLEET_DAYS = 30;
const MINUTES_A_DAY = 1440;
/** Sixteen drives a day from six in the morning on, forty minutes of every hour. */
const FIRST_HOUR = 6;
const LAST_HOUR = 21;
const DRIVING_MINUTES = 40;
const KMH = 48;
const CACHE = fileURLToPath(new URL('../../.cache/bench', import.meta.url));

/** A data folder with a fleet that reports every minute, day and night, for thirty days. Made once. */
export async function fleetOf(devices: number): Promise<string> {
  const folder = join(CACHE, `fleet-${devices}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const { deviceIds } = await makeDataIn(draft, devices);
  const storage = await openStorage({ folder: draft });
  let id = 0;
  for (const deviceId of deviceIds) {
    for (let day = 0; day < FLEET_DAYS; day++) {
      const positions = dayOf(deviceId, day, id);
      id += positions.length;
      await storage.commit({ positions, events: [], states: [stateOf(deviceId, id)] });
    }
  }
  await storage.close();
  renameSync(draft, folder);
  return folder;
}

/** Out in one hour, back in the next. */
function dayOf(deviceId: number, day: number, after: number): StoredPosition[] {
  const start = FLEET_START + day * MINUTES_A_DAY * MINUTE_MS;
  return Array.from({ length: MINUTES_A_DAY }, (_, i) => {
    const [hour, minute] = [Math.floor(i / 60), i % 60];
    const isDay = hour >= FIRST_HOUR && hour <= LAST_HOUR;
    const isDriving = isDay && minute < DRIVING_MINUTES;
    const outKm = (Math.min(minute, DRIVING_MINUTES) * KMH) / 60;
    const wholeKm = (DRIVING_MINUTES * KMH) / 60;
    const km = isDay ? (hour % 2 === 0 ? outKm : wholeKm - outKm) : 0;
    const time = start + i * MINUTE_MS;
    return {
      id: after + i + 1,
      deviceId,
      protocol: 'teltonika',
      serverTime: time + 900,
      deviceTime: time,
      fixTime: time,
      valid: true,
      latitude: -23.5 + km / 111.195,
      longitude: -46.6 + deviceId / 1000,
      altitude: 760,
      speed: knots(isDriving ? KMH / 1.852 : 0),
      course: hour % 2 === 0 ? 0 : 180,
      accuracy: 0,
      address: null,
      network: null,
      geofenceIds: null,
      attributes: {
        sat: 14,
        ignition: isDriving,
        hdop: 0.8,
        power: 13.8,
        motion: isDriving,
        driverUniqueId: hour < 14 ? 'D1' : 'D2',
      },
      contentKey: Math.imul(after + i + 1, 2_654_435_761) >>> 0,
    };
  });
}
