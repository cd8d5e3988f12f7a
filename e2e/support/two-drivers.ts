import type { BrowserContext } from '@playwright/test';
import { createDevice, expect } from './journey.ts';
import type { RastroServer } from './rastro-server.ts';
import { NOON } from './vehicle-with-past.ts';

const STEP_S = 30;
const HOURS = 3;
/** 115 km/h: enough for a rank in three hours. */
const SPEED_KN = 62;
const STEP_DEGREES = 0.0086;

/** Two vehicles that were driven for three hours yesterday: by Ana, and by Rui, who brakes hard now and then. */
export async function twoDrivers(
  context: BrowserContext,
  server: RastroServer,
): Promise<{ readonly ruiId: number }> {
  const driver = async (name: string): Promise<number> => {
    const answer = await context.request.post(`${server.url}/api/drivers`, {
      data: { name, uniqueId: name.toLowerCase() },
    });
    expect(answer.status()).toBe(200);
    return ((await answer.json()) as { readonly id: number }).id;
  };
  await driver('Ana');
  const ruiId = await driver('Rui');
  await Promise.all([
    driveOf(context, server, { name: 'Fiorino 41', uniqueId: '7900000041', driver: 'ana', brakesEvery: 0 }),
    driveOf(context, server, { name: 'Fiorino 42', uniqueId: '7900000042', driver: 'rui', brakesEvery: 12 }),
  ]);
  return { ruiId };
}

interface Drive {
  readonly name: string;
  readonly uniqueId: string;
  readonly driver: string;
  /** Records; 0 = never. */
  readonly brakesEvery: number;
}

async function driveOf(
  context: BrowserContext,
  server: RastroServer,
  { name, uniqueId, driver, brakesEvery }: Drive,
): Promise<void> {
  await createDevice(context, server.url, { name, uniqueId, category: 'van' });
  for (let at = 0; at <= (HOURS * 3600) / STEP_S; at++) {
    const query = new URLSearchParams({
      id: uniqueId,
      valid: 'true',
      lat: (-23.55 + at * STEP_DEGREES).toFixed(6),
      lon: '-46.630000',
      timestamp: String(NOON + at * STEP_S),
      speed: String(SPEED_KN),
      ignition: 'true',
      driverUniqueId: driver,
      ...(brakesEvery > 0 && at % brakesEvery === 3 ? { alarm: 'hardBraking' } : {}),
    });
    const answer = await fetch(`http://127.0.0.1:${server.protocols['osmand']}/?${query}`, {
      method: 'POST',
    });
    expect(answer.status).toBe(200);
  }
}
