import { createTrackingClient } from '@rastro/tracking-client';
import { expect, test, vi } from 'vitest';
import { aTrackAnswer, type TrackPoint } from '../../testing/a-track.ts';
import { MemoryServer, type Request } from '../../testing/memory-server.ts';
import { TrackLoader } from './track-loader.ts';

const SPAN = { from: 0, to: 3 * 86_400 };
const COARSE = 2;
/** Half an hour on a straight road; one point in three is of the coarse level. */
const road = (longitude: number): TrackPoint[] =>
  Array.from({ length: 30 }, (_, i) => [i * 60, longitude + i / 1000, 41, 50, i % 3 === 0 ? COARSE : 0]);

function open(server: MemoryServer, deviceIds: readonly number[]): TrackLoader {
  const client = createTrackingClient({ fetch: server.fetch, basePath: '/api' });
  return new TrackLoader({ client, deviceIds, span: SPAN, measures: [] });
}
const view = (zoom: number, west: number) => ({
  zoom,
  bounds: { west, east: west + 0.5, south: 40, north: 42 },
});

test('[PAST-9] ways come one vehicle after another, and one that fails takes no other with it', async () => {
  let isBroken = true;
  const server = new MemoryServer()
    .on('GET /api/tracks/1', () =>
      isBroken ? { status: 400, body: 'REPORT_FAILED' } : { body: aTrackAnswer(1, { 0: road(8) }) },
    )
    .on('GET /api/tracks/2', { body: aTrackAnswer(2, { 0: road(8), 1: road(9) }) });
  const loader = open(server, [1, 2]);
  await loader.load();
  expect(loader.tracks().map(({ state, track }) => `${state} ${track.length}`)).toEqual([
    'failed 0',
    'there 60',
  ]);
  expect(loader.tracks()[0]?.failure?.code).toBe('REPORT_FAILED');
  isBroken = false;
  await loader.retry();
  expect(loader.tracks().map(({ state }) => state)).toEqual(['there', 'there']);
  expect(server.requests('GET /api/tracks/2')).toHaveLength(1);
});

test('[PAST-9] an answer that breaks off is a failure, and what came before it stays', async () => {
  const whole = aTrackAnswer(1, { 0: road(8), 1: road(9) });
  const server = new MemoryServer().on('GET /api/tracks/1', { body: whole.slice(0, -5) });
  const loader = open(server, [1]);
  await loader.load();
  expect(loader.tracks().map(({ state, track }) => `${state} ${track.length}`)).toEqual(['failed 30']);
});

/** Answers coarsely where no zoom is asked; the second day is elsewhere. */
const levelled = ({ query }: Request): { body: Uint8Array } => ({
  body: aTrackAnswer(1, { 0: road(8), 1: road(20) }, { level: query.has('zoom') ? 0 : COARSE }),
});

test('[PAST-10] a closer look asks for the days in view alone, and for nothing that is there', async () => {
  const server = new MemoryServer().on('GET /api/tracks/1', levelled);
  const loader = open(server, [1]);
  await loader.load();
  expect(loader.tracks()[0]?.track.length).toBe(20);
  const asked = (): readonly Request[] => server.requests('GET /api/tracks/1').slice(1);
  await loader.refine(view(14, 100));
  await loader.refine(view(10, 8));
  expect(asked()).toEqual([]);
  await loader.refine(view(14, 8));
  expect(asked()[0]?.query.get('bbox')).toBe('8,40,8.5,42');
  expect(asked()[0]?.query.get('zoom')).toBe('14');
  expect(asked()[0]?.query.get('to')).toBe('1970-01-01T23:59:59.999Z');
  await loader.refine(view(14, 8));
  expect(asked()).toHaveLength(1);
  await vi.waitFor(() => expect(loader.tracks()[0]?.track.length).toBeGreaterThan(20));
  loader.stop();
});

test('[PAST-10] who leaves is waited for by nobody', async () => {
  const hanging = vi.fn(
    (_input: string, init: RequestInit): Promise<Response> =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  const client = createTrackingClient({ fetch: hanging, basePath: '/api' });
  const loader = new TrackLoader({ client, deviceIds: [1, 2], span: SPAN, measures: [] });
  const loading = loader.load();
  loader.stop();
  await loading;
  expect(hanging).toHaveBeenCalledTimes(1);
});
