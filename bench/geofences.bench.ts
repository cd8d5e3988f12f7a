// Cost of geofences per position: a device of a group with 1,000 and 10,000 of them in one city, against none.
// Target: under 20 µs per position, and the same for ten times as many far away.
import { knots } from '@rastro/fleet';
import type { DeviceRecord } from '@rastro/protocols';
import { fence, openTestPipeline, record } from '../packages/tracker/test/open-test-pipeline.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const POSITIONS = 50_000;
const BATCH = 100;
const ROUNDS = 5;
const CITY = { latitude: -23.55, longitude: -46.63, sizeDegrees: 0.5 };

const without = await microsecondsPerPosition(0, 0);
for (const [near, far] of [
  [1000, 0],
  [10_000, 0],
  [1000, 9000],
] as const) {
  const { each, inside } = await microsecondsPerPosition(near, far);
  printFigure('geofences', {
    n: near + far,
    far,
    microsecondsPerPosition: rounded(each - without.each, 2),
    target: 20,
    wholePipeline: rounded(each, 2),
    geofencesAroundAPosition: rounded(inside, 2),
  });
}

/** The best of some rounds: what the work costs when nothing else is going on. */
async function microsecondsPerPosition(near: number, far: number): Promise<{ each: number; inside: number }> {
  const t = await openTestPipeline();
  const random = randomFrom(42);
  const group = await t.directory.groups.create({ name: 'All', groupId: 0, attributes: {} });
  const areas = [
    ...Array.from({ length: near }, (_, i) => areaIn(CITY, i, random)),
    ...Array.from({ length: far }, (_, i) => areaIn({ ...CITY, latitude: 40 }, i, random)),
  ];
  const made = await Promise.all(areas.map((area) => t.directory.linked.geofence.create(fence(area))));
  await t.directory.links.change(
    made.map(({ id }) => ({
      ownerKind: 'group',
      ownerId: group.id,
      propertyKind: 'geofence',
      propertyId: id,
    })),
    [],
  );
  let [best, inside] = [Infinity, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await t.device({ groupId: group.id });
    const track = drive(randomFrom(round));
    let found = 0;
    t.feed(track.slice(0, BATCH), id);
    const started = performance.now();
    for (let at = BATCH; at < track.length; at += BATCH) {
      for (const { geofenceIds } of t.feed(track.slice(at, at + BATCH), id).positions) {
        found += geofenceIds?.length ?? 0;
      }
    }
    best = Math.min(best, ((performance.now() - started) * 1000) / (track.length - BATCH));
    inside = found / (track.length - BATCH);
  }
  await t.close();
  return { each: best, inside };
}

/** A vehicle that wanders through the city, a position every ten seconds. */
function drive(random: () => number): readonly DeviceRecord[] {
  let { latitude, longitude } = CITY;
  const first = -POSITIONS * 10;
  return Array.from({ length: POSITIONS }, (_, i) => {
    latitude = within(CITY.latitude, latitude + (random() - 0.5) * 0.002);
    longitude = within(CITY.longitude, longitude + (random() - 0.5) * 0.002);
    return record(first + i * 10, { latitude, longitude, speed: knots(20) });
  });
}
function within(centre: number, value: number): number {
  return Math.max(centre - CITY.sizeDegrees / 2, Math.min(centre + CITY.sizeDegrees / 2, value));
}

/** Circles, polygons of 20 corners and lines of 10 points, some hundred meters large. */
function areaIn(city: typeof CITY, serial: number, random: () => number): string {
  const latitude = city.latitude + (random() - 0.5) * city.sizeDegrees;
  const longitude = city.longitude + (random() - 0.5) * city.sizeDegrees;
  const point = (dLat: number, dLon: number): string =>
    `${(latitude + dLat).toFixed(6)} ${(longitude + dLon).toFixed(6)}`;
  if (serial % 3 === 0) return `CIRCLE (${point(0, 0)}, ${200 + Math.round(random() * 800)})`;
  if (serial % 3 === 1)
    return `LINESTRING (${Array.from({ length: 10 }, (_, i) => point(i / 1000, i / 2000)).join(', ')})`;
  const corner = (i: number): string =>
    point(Math.sin((i / 20) * 2 * Math.PI) * 0.005, Math.cos((i / 20) * 2 * Math.PI) * 0.005);
  return `POLYGON ((${Array.from({ length: 20 }, (_, i) => corner(i)).join(', ')}))`;
}

/** The same numbers every time. */
function randomFrom(seed: number): () => number {
  let state = seed * 7919 + 1;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}
