import { createTrackingClient } from '@rastro/tracking-client';
import { expect, test } from 'vitest';
import { aTrip } from '../../testing/a-past.ts';
import { MemoryServer } from '../../testing/memory-server.ts';
import { REPORT_SCREENS } from './kinds/registry.ts';
import { MAX_ROWS, ReportRun, type RunState } from './report-run.ts';

const kind = REPORT_SCREENS.find(({ type }) => type === 'trips');
const names = { device: (id: number) => `Car ${id}`, geofence: () => null };

function aRun(server: MemoryServer, count: number) {
  if (kind === undefined) throw new Error('Cannot run: no trips');
  const states: RunState[] = [];
  const run = new ReportRun({
    client: createTrackingClient({ fetch: server.fetch, basePath: '/api' }),
    kind,
    query: { from: new Date(0), to: new Date(1) },
    deviceIds: Array.from({ length: count }, (_, i) => i + 1),
    whole: null,
    names,
    onState: (state) => states.push(state),
  });
  return { run, states };
}
const tripsOf = (ids: readonly string[], each: number) =>
  ids.flatMap((id) => Array.from({ length: each }, (_, i) => aTrip(Number(id), i, i + 1)));

test('[REPW-3] progress is reported, and rows as they arrive', async () => {
  const server = new MemoryServer().on('GET /api/reports/trips', ({ query }) => ({
    body: tripsOf(query.getAll('deviceId'), 2),
  }));
  const { run, states } = aRun(server, 25);
  await run.read();
  expect([...new Set(states.map(({ done }) => done))]).toEqual([0, 10, 20, 25]);
  expect(states.at(-1)).toMatchObject({ state: 'there', count: 50, done: 25, total: 25, failure: null });
  expect(states.at(-1)?.rows).toHaveLength(50);
  expect(states.find(({ done, state }) => done === 10 && state === 'reading')?.rows).toHaveLength(20);
});

test('[REPW-3] cancelled in the middle, rows of whole vehicles stay; gone on with, none comes twice', async () => {
  const server = new MemoryServer();
  const { run, states } = aRun(server, 20);
  server.on('GET /api/reports/trips', ({ query }) => {
    const ids = query.getAll('deviceId');
    if (ids.includes('11') && states.at(-1)?.state !== 'stopped') queueMicrotask(() => run.cancel());
    return { body: tripsOf(ids, 1) };
  });
  await run.read();
  expect(states.at(-1)).toMatchObject({ state: 'stopped', count: 10, done: 10 });
  server.on('GET /api/reports/trips', ({ query }) => ({ body: tripsOf(query.getAll('deviceId'), 1) }));
  await run.read();
  expect(states.at(-1)).toMatchObject({ state: 'there', count: 20 });
  expect(new Set(states.at(-1)?.rows.map(({ deviceId }) => deviceId)).size).toBe(20);
});

test('[REPW-4] it ends with as many rows as a table holds, and says so', async () => {
  const server = new MemoryServer().on('GET /api/reports/trips', ({ query }) => ({
    body: tripsOf(query.getAll('deviceId'), 6000),
  }));
  const { run, states } = aRun(server, 30);
  await run.read();
  expect(states.at(-1)).toMatchObject({ state: 'full', count: MAX_ROWS, done: 10, total: 30 });
  expect(states.at(-1)?.rows).toHaveLength(MAX_ROWS);
});
