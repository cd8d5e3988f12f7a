import type { BrowserContext } from '@playwright/test';
import { systemClock } from '@rastro/base';
import { madeUpImei, readTrace, replay, type TracePoint } from '@rastro/simulator';
import { OWN_TRACKS, recordingFile } from '../../tools/reference.ts';
import { createDevice, deviceRows, enterAsAdministrator, expect, test } from '../support/journey.ts';
import { findRing } from '../support/map-eye.ts';

/** One of them: 8 km through a town, 736 points in 13 minutes. */
const DRIVE = { start: Date.parse('2019-05-26T20:26:31Z'), end: Date.parse('2019-05-26T20:39:41Z') };
const SPEED_UP = 1000;
const NEAR_DEGREES = 1e-6;

interface ApiPosition {
  readonly fixTime: string;
  readonly latitude: number;
  readonly longitude: number;
}

test('[E2E-22] a recorded drive is on the map and in the API, point for point', async ({
  page,
  context,
  startServer,
}) => {
  test.slow();
  const points = (await readTrace(recordingFile(OWN_TRACKS))).filter(
    ({ time }) => time >= DRIVE.start && time <= DRIVE.end,
  );
  expect(points.length).toBeGreaterThan(700);
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  const imei = madeUpImei(569);
  const id = await createDevice(context, server.url, {
    name: 'Carro de Omaha',
    uniqueId: imei,
    category: 'car',
  });

  const outcome = await replay(
    {
      points,
      address: { host: '127.0.0.1', port: server.protocols['teltonika'] ?? 0 },
      channel: 'teltonika',
      speedUp: SPEED_UP,
      // Shifted as a whole, so that the fleet of today knows the vehicle.
      times: 'now',
      uniqueIdOf: () => imei,
      clock: systemClock,
    },
    AbortSignal.timeout(60_000),
  );
  expect(outcome).toEqual({ vehicles: 1, sent: points.length, acknowledged: points.length });

  await page.goto(`${server.url}/devices`);
  await expect(deviceRows(page)).toHaveText([/Carro de Omaha/]);
  await deviceRows(page).first().click();
  const last = points.at(-1) as TracePoint;
  await expect(
    page.getByText(`${last.latitude.toFixed(6)}, ${last.longitude.toFixed(6)}`).first(),
  ).toBeVisible();
  await expect.poll(() => findRing(page, 470), { timeout: 20_000 }).not.toBeNull();

  await expectTrace(context, `${server.url}/api/positions?deviceId=${id}`, points);
  // The rest needs no page, and a page that still fetches later parts would report the stopped server.
  await page.close();
  await server.kill();
  await server.start();
  await enterAsAdministrator(context, server.url);
  await expectTrace(context, `${server.url}/api/positions?deviceId=${id}`, points);
});

async function expectTrace(
  context: BrowserContext,
  url: string,
  points: readonly TracePoint[],
): Promise<void> {
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const to = new Date(Date.now() + 3_600_000).toISOString();
  const answer = await context.request.get(`${url}&from=${from}&to=${to}`);
  expect(answer.status()).toBe(200);
  const positions = (await answer.json()) as readonly ApiPosition[];
  expect(positions).toHaveLength(points.length);
  const shiftMs = Date.parse(positions[0]?.fixTime ?? '') - (points[0]?.time ?? 0);
  const wrong = points.filter((point, index) => {
    const stored = positions[index];
    return (
      stored === undefined ||
      Date.parse(stored.fixTime) !== point.time + shiftMs ||
      Math.abs(stored.latitude - point.latitude) > NEAR_DEGREES ||
      Math.abs(stored.longitude - point.longitude) > NEAR_DEGREES
    );
  });
  expect(wrong).toEqual([]);
}
