import type { BrowserContext } from '@playwright/test';
import { createDevice, enterAsAdministrator, expect } from './journey.ts';
import type { RastroServer } from './rastro-server.ts';

/** Of the browser of the journeys, which is where it is yesterday: São Paulo has no other hours in summer. */
const BEHIND_UTC_S = 3 * 3600;
const DAY_S = 86_400;
/** Noon in UTC of yesterday, in seconds since 1970. */
export const NOON = Math.floor((Date.now() / 1000 - BEHIND_UTC_S) / DAY_S - 1) * DAY_S + 12 * 3600;
export const PERIOD = `from=${new Date((NOON - 3600) * 1000).toISOString()}&to=${new Date((NOON + 4 * 3600) * 1000).toISOString()}`;
const SPEED_KN = 27;

/** Two drives of twenty minutes on a straight road, with an hour at its end between them, there and back. */
function twoDrives(): readonly Readonly<Record<string, string>>[] {
  const records: Record<string, string>[] = [];
  const put = (second: number, share: number, speed: number, ignition: boolean): void => {
    const [lat, lon] = [-23.55 + share * 0.06, -46.63 + share * 0.12];
    records.push({
      lat: lat.toFixed(6),
      lon: lon.toFixed(6),
      timestamp: String(NOON + second),
      speed: String(speed),
      ignition: String(ignition),
    });
  };
  for (let s = 0; s <= 1200; s += 15) put(s, s / 1200, SPEED_KN, true);
  for (let s = 1230; s < 4800; s += 300) put(s, 1, 0, false);
  for (let s = 4800; s <= 6000; s += 15) put(s, 1 - (s - 4800) / 1200, SPEED_KN, true);
  for (let s = 6030; s <= 7800; s += 300) put(s, 0, 0, false);
  return records;
}

/** Creates a vehicle that drove yesterday, with records from its tracker. */
export async function aVehicleWithPast(context: BrowserContext, server: RastroServer): Promise<number> {
  await enterAsAdministrator(context, server.url);
  const uniqueId = '7900000001';
  const id = await createDevice(context, server.url, { name: 'Fiorino 31', uniqueId, category: 'van' });
  const records = twoDrives();
  for (const record of records) {
    const query = new URLSearchParams({ id: uniqueId, valid: 'true', ...record });
    const send = () => fetch(`http://127.0.0.1:${server.protocols['osmand']}/?${query}`, { method: 'POST' });
    // A Traccar closes a connection that was quiet for a moment.
    const answer = await send().catch(send);
    expect(answer.status).toBe(200);
  }
  // A Traccar answers its trackers before it has stored what they said.
  await expect
    .poll(async () => {
      const stored = await context.request.get(`${server.url}/api/positions?deviceId=${id}&${PERIOD}`);
      return ((await stored.json()) as readonly unknown[]).length;
    })
    .toBeGreaterThanOrEqual(records.length);
  return id;
}
