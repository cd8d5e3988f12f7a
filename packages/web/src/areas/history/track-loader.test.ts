import { decodeTrack, TrackFrames, type TrackChunk } from '@rastro/fleet/tracks';
import { createTrackingClient } from '@rastro/tracking-client';
import { expect, test, vi } from 'vitest';
import { aTrackAnswer, type TrackPoint } from '../../testing/a-track.ts';
import { MemoryServer, type Request } from '../../testing/memory-server.ts';
import { mercatorX, mercatorY } from '../../live/mercator.ts';
import { nearDays } from './near-days.ts';
import { passagesNear } from './passages.ts';
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

/** A road east with a turn off it that only the finest level has. */
const TURN: TrackPoint[] = [
  [0, 8, 41, 50, COARSE],
  [300, 8.005, 41.0006, 50],
  [600, 8.01, 41, 50, COARSE],
];
const near = (longitude: number, latitude: number) => ({
  place: { x: mercatorX(longitude), y: mercatorY(latitude) },
  radius: 30 / 40_075_017,
  deviceIds: [1],
});

test('[PAST-27] ways near a place are read in every detail, and what is drawn stays as it is', async () => {
  const server = new MemoryServer().on('GET /api/tracks/1', ({ query }) => ({
    body: aTrackAnswer(1, { 0: TURN, 2: road(20) }, { level: query.has('zoom') ? 0 : COARSE }),
  }));
  const loader = open(server, [1]);
  await loader.load();
  const drawn = loader.tracks();
  const { signal } = new AbortController();
  const close = await loader.closely(near(8.005, 41.0006), signal);
  expect(close.isWhole).toBe(true);
  const [track] = close.tracks;
  expect(track && passagesNear([track], near(8.005, 41.0006).place, near(0, 0).radius)).toMatchObject([
    { deviceId: 1, nearest: 300 },
  ]);
  expect(loader.tracks()).toBe(drawn);
  const asked = server.requests('GET /api/tracks/1').at(-1)?.query;
  expect([asked?.get('from'), asked?.get('to')]).toEqual([
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T23:59:59.999Z',
  ]);
  // Nothing of the road came near: nothing is asked.
  await loader.closely(near(9, 30), signal);
  expect(server.requests('GET /api/tracks/1')).toHaveLength(2);
});

test('[PAST-27] what cannot be read stays as it is drawn, and is called rough', async () => {
  const server = new MemoryServer().on('GET /api/tracks/1', ({ query }) =>
    query.has('zoom')
      ? { status: 400, body: 'REPORT_FAILED' }
      : { body: aTrackAnswer(1, { 0: TURN }, { level: COARSE }) },
  );
  const loader = open(server, [1]);
  await loader.load();
  const close = await loader.closely(near(8.005, 41.0003), new AbortController().signal);
  expect(close.isWhole).toBe(false);
  expect(close.tracks[0]?.length).toBe(2);
});

test('[PAST-27] the newest days come first, as far as the points reach', async () => {
  const server = new MemoryServer().on('GET /api/tracks/1', {
    body: aTrackAnswer(1, { 0: TURN, 1: TURN, 2: TURN }, { level: COARSE }),
  });
  const client = createTrackingClient({ fetch: server.fetch, basePath: '/api' });
  const days: TrackChunk[] = [];
  const frames = new TrackFrames();
  const asked = { deviceId: 1, from: new Date(0), to: new Date(1), zoom: null, view: null };
  await client.tracks.read(
    asked,
    (chunk) => {
      for (const bytes of frames.push(chunk)) {
        const day = decodeTrack(bytes);
        if (day.ok) days.push(day.value);
      }
    },
    new AbortController().signal,
  );
  expect(nearDays(days, near(8.005, 41.0006), 100)).toEqual({
    days: { first: 0, last: 2, points: 9 },
    isWhole: true,
  });
  expect(nearDays(days, near(8.005, 41.0006), 7)).toEqual({
    days: { first: 1, last: 2, points: 6 },
    isWhole: false,
  });
});

test('[PAST-10] leaving ends the loading', async () => {
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
