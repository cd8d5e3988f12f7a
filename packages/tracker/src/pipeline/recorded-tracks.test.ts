import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { EARTH_RADIUS_M } from '@rastro/fleet';
import type { StoredEvent, StoredPosition } from '@rastro/storage';
import { fence, openTestPipeline, type TestPipeline } from '../../test/open-test-pipeline.ts';
import { OWN_TRACKS, withoutReference } from '../../../../tools/reference.ts';
import { recordedTracks, recordedTrips } from '../../test/recorded-tracks.ts';

const open: TestPipeline[] = [];
after(async () => {
  for (const each of open) await each.close();
});

/** Drives every vehicle of a recording through the pipeline. @param attributes Of each device. */
async function drive(
  name: string,
  attributes = {},
  prepare: (t: TestPipeline) => Promise<void> = async () => {},
) {
  const t = await openTestPipeline();
  open.push(t);
  await prepare(t);
  const driven = new Map<string, { positions: StoredPosition[]; events: StoredEvent[] }>();
  for (const [vehicle, track] of recordedTracks(name)) {
    const device = await t.device({ attributes });
    for (const geofence of t.directory.linked.geofence.inOrder()) {
      await t.linkTo('geofence', geofence.id, device.id);
    }
    const { positions, events } = t.feed(track, device.id);
    driven.set(vehicle, { positions: [...positions], events: [...events] });
  }
  return driven;
}

function onlyOne<T>(driven: ReadonlyMap<string, T>): T {
  for (const each of driven.values()) return each;
  throw new Error('the recording has no vehicle');
}

/** Stretches between deviceMoving and deviceStopped. */
function movesOf(events: readonly StoredEvent[], end: number): readonly (readonly [number, number])[] {
  const moves: [number, number][] = [];
  let since: number | null = null;
  for (const { type, eventTime } of events) {
    if (type === 'deviceMoving') since = eventTime;
    if (type !== 'deviceStopped' || since === null) continue;
    moves.push([since, eventTime]);
    since = null;
  }
  return since === null ? moves : [...moves, [since, end]];
}

/** The references were measured on a sphere of the mean radius, we measure on one of the equatorial radius. */
const SPHERES = EARTH_RADIUS_M / 6_371_009;

for (const [name, share, skip] of [
  [OWN_TRACKS, 0.96, false],
  ['omaha_drives_2019_1hz', 0.97, withoutReference],
  ['envirocar_2020', 0.97, withoutReference],
  ['porto_taxi_2013-07-01_clean', 0.93, withoutReference],
] as const) {
  test(
    `[PIPE-39] ${name}: kilometres are those of the source, and nearly all lie within trips`,
    { skip },
    async () => {
      const driven = await drive(name);
      let [metres, within, kilometres] = [0, 0, 0];
      let missed = 0;
      for (const { vehicle, start, end, km } of recordedTrips(name)) {
        const { positions, events } = driven.get(vehicle) ?? { positions: [], events: [] };
        const moves = movesOf(events, positions.at(-1)?.fixTime ?? 0);
        kilometres += km;
        for (const { fixTime, attributes } of positions) {
          if (fixTime <= start || fixTime > end) continue;
          const step = Number(attributes['distance']);
          metres += step;
          if (moves.some(([from, to]) => from < fixTime && fixTime <= to)) within += step;
        }
        const isTrip = km >= 1 && end - start >= 300_000;
        if (isTrip && !moves.some(([from, to]) => from < end && to > start)) missed++;
      }
      assert.ok(
        Math.abs(metres / 1000 / (kilometres * SPHERES) - 1) < 0.001,
        `${metres} m of ${kilometres} km`,
      );
      assert.ok(within / metres > share, `${within / metres} within trips`);
      assert.equal(missed, 0, 'every trip of 1 km and 5 minutes has a trip');
    },
  );
}

test('[PIPE-40] on recorded drives overspeed is reported once for each stretch over the limit', async () => {
  const limit = 60 / 1.852;
  const driven = await drive(OWN_TRACKS, { speedLimit: limit });
  const { positions, events } = onlyOne(driven);
  const starts = positions.filter((p, i) => p.speed > limit && (positions[i - 1]?.speed ?? 0) <= limit);
  assert.ok(starts.length > 20, `${starts.length} stretches`);
  assert.deepEqual(
    events.filter(({ type }) => type === 'deviceOverspeed').map(({ positionId }) => positionId),
    starts.map(({ id }) => id),
  );
});

test('[PIPE-41] on recorded drives enters and exits alternate and fit the positions', async () => {
  const circle = 'CIRCLE (41.26 -96.0, 3000)';
  const driven = await drive(OWN_TRACKS, {}, async (t) => {
    await t.directory.linked.geofence.create(fence(circle));
  });
  const { positions, events } = onlyOne(driven);
  const fenceEvents = events.filter(({ type }) => type.startsWith('geofence'));
  assert.ok(fenceEvents.length > 5, `${fenceEvents.length} events`);
  for (const [i, event] of fenceEvents.entries()) {
    if (i > 0) assert.notEqual(event.type, fenceEvents[i - 1]?.type);
  }
  const changes = positions.filter(
    (p, i) => (p.geofenceIds !== null) !== ((positions[i - 1]?.geofenceIds ?? null) !== null),
  );
  assert.deepEqual(
    fenceEvents.map(({ positionId }) => positionId),
    changes.map(({ id }) => id),
  );
});
