import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boxesMeet } from './chunk.ts';
import { decodeTrack, decodeTrackHead } from './decode.ts';
import { encodeLevel, encodeTrack } from './encode.ts';
import { frameTrack, TrackFrames } from './frames.ts';
import { inAnnotationOrder, ANNOTATION_KINDS, type TrackAnnotation } from './track-annotations.ts';
import { COARSEST, countsOf, levelOfZoom, pointsOfLevel, type TrackPoints } from './track-points.ts';

const point = fc.record({
  second: fc.integer({ min: 0, max: 86_399 }),
  latE5: fc.integer({ min: -9_000_000, max: 9_000_000 }),
  lonE5: fc.integer({ min: -18_000_000, max: 18_000_000 }),
  speed: fc.integer({ min: 0, max: 1000 }),
  level: fc.integer({ min: 0, max: COARSEST }),
  more: fc.integer({ min: 0, max: 15 }),
});
const somePoints = fc.array(point, { maxLength: 300 }).map((all): TrackPoints => {
  const sorted = all.toSorted((a, b) => a.second - b.second);
  return {
    second: sorted.map(({ second }) => second),
    latE5: sorted.map(({ latE5 }) => latE5),
    lonE5: sorted.map(({ lonE5 }) => lonE5),
    speed: sorted.map(({ speed }) => speed),
    flags: sorted.map(({ level, more }) => level + more * 8),
  };
});
const someAnnotations = fc
  .array(
    fc.record(
      { second: fc.integer({ min: 0, max: 86_399 }), kind: fc.constantFrom(...ANNOTATION_KINDS) },
      { noNullPrototype: true },
    ),
    {
      maxLength: 60,
    },
  )
  .map(inAnnotationOrder);
interface Wanted {
  readonly deviceId: number;
  readonly day: number;
  readonly level: number;
  readonly points: TrackPoints;
  readonly annotations: readonly TrackAnnotation[];
}
/** Written whole, read, and written at the level. */
function chunkOf({ level, points, annotations, ...of }: Wanted): Uint8Array {
  const whole = decodeTrack(encodeTrack(of, points, annotations));
  assert.ok(whole.ok, whole.ok ? '' : whole.error);
  assert.deepEqual(whole.value.points, points);
  return encodeLevel(whole.value, level);
}
const someChunk = fc.record({
  deviceId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  day: fc.integer({ min: 0, max: 100_000 }),
  level: fc.integer({ min: 0, max: COARSEST }),
  points: somePoints,
  annotations: someAnnotations,
});

test('[TRACK-2] what is read from a chunk is what was written', () => {
  fc.assert(
    fc.property(someChunk, (wanted) => {
      const bytes = chunkOf(wanted);
      const read = decodeTrack(bytes);
      assert.ok(read.ok, read.ok ? '' : read.error);
      const { deviceId, day, level, points, counts, box, annotations } = read.value;
      assert.deepEqual(annotations, wanted.level <= 1 ? wanted.annotations : []);
      assert.deepEqual(
        { deviceId, day, level },
        { deviceId: wanted.deviceId, day: wanted.day, level: wanted.level },
      );
      assert.deepEqual(points, pointsOfLevel(wanted.points, wanted.level));
      assert.deepEqual(counts, countsOf(wanted.points));
      const lats = wanted.points.latE5;
      assert.equal(box?.southE5, lats.length > 0 ? Math.min(...lats) : undefined);
      assert.equal(box?.northE5, lats.length > 0 ? Math.max(...lats) : undefined);
      const head = decodeTrackHead(bytes.subarray(0, 128));
      assert.ok(head.ok);
      assert.equal(head.value.revision, read.value.revision);
    }),
  );
});

test('[TRACK-3] equal days have equal revisions at every level, a changed one has another', () => {
  const points: TrackPoints = {
    second: [1, 5],
    latE5: [7, 8],
    lonE5: [1, 2],
    speed: [50, 60],
    flags: [5, 5],
  };
  const revision = (changed: TrackPoints, level: number): number => {
    const head = decodeTrackHead(chunkOf({ deviceId: 1, day: 9, level, points: changed, annotations: [] }));
    assert.ok(head.ok);
    return head.value.revision;
  };
  assert.equal(revision(points, 0), revision(points, 5));
  assert.notEqual(revision(points, 0), revision({ ...points, speed: [50, 61] }, 0));
});

test('[TRACK-2] bytes of a stranger are read or refused, and never throw or cost more than they are long', () => {
  const mutated = fc.tuple(
    someChunk,
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
    fc.nat(40),
  );
  const broken = mutated.map(([chunk, changes, cut]) => {
    const bytes = chunkOf(chunk);
    for (const [at, value] of changes) bytes[at % bytes.length] = value;
    return bytes.subarray(0, bytes.length - cut);
  });
  const rtk = fc
    .uint8Array({ maxLength: 200 })
    .map((tail) => Uint8Array.from([0x52, 0x54, 0x4b, 0x31, ...tail]));
  let refused = 0;
  fc.assert(
    fc.property(fc.oneof(broken, rtk, fc.uint8Array({ maxLength: 200 })), (bytes) => {
      const read = decodeTrack(bytes);
      if (!read.ok) refused++;
      else {
        const { points } = read.value;
        assert.ok(points.second.length <= bytes.length);
        assert.ok(points.latE5.every((lat) => Math.abs(lat) <= 9_000_000));
      }
    }),
    { numRuns: 3000 },
  );
  assert.ok(refused > 500);
});

test('[TRACK-2] a chunk is cut off anywhere, goes on too long, or claims what is not there: it is refused', () => {
  const points: TrackPoints = {
    second: [1, 5],
    latE5: [7, 8],
    lonE5: [1, 2],
    speed: [50, 60],
    flags: [5, 4],
  };
  const bytes = chunkOf({
    deviceId: 1,
    day: 9,
    level: 0,
    points,
    annotations: [{ second: 3, kind: 'spike' }],
  });
  for (let length = 0; length < bytes.length; length++) assert.ok(!decodeTrack(bytes.subarray(0, length)).ok);
  assert.ok(!decodeTrack(Uint8Array.from([...bytes, 0])).ok);
  assert.ok(!decodeTrack(new Uint8Array(3_000_000)).ok);
});

test('[TRACK-2] an answer in any pieces gives its chunks; a length that cannot be is refused', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      (all, size) => {
        const answer = all.flatMap((chunk) => [...frameTrack(chunk)]);
        const frames = new TrackFrames();
        const found: Uint8Array[] = [];
        for (let at = 0; at < answer.length; at += size)
          found.push(...frames.push(Uint8Array.from(answer.slice(at, at + size))));
        assert.deepEqual(found, all);
        assert.ok(frames.isWhole);
      },
    ),
  );
  assert.throws(() => new TrackFrames().push(Uint8Array.from([255, 255, 255, 255])), RangeError);
});

test('[TRACK-4] a zoom asks for the level whose tolerance is about a pixel', () => {
  assert.deepEqual([0, 6, 7, 8, 10, 12, 13, 14, 22].map(levelOfZoom), [4, 4, 3, 3, 2, 1, 0, 0, 0]);
});

test('[TRACK-5] a day is in a view when their boxes meet, over the antimeridian too', () => {
  const box = { southE5: 10, northE5: 20, westE5: 100, eastE5: 200 };
  const view = (westE5: number, eastE5: number, southE5 = 0, northE5 = 90) => ({
    southE5,
    northE5,
    westE5,
    eastE5,
  });
  assert.ok(boxesMeet(box, view(150, 160)));
  assert.ok(boxesMeet(box, view(200, 300)));
  assert.ok(!boxesMeet(box, view(201, 300)));
  assert.ok(!boxesMeet(box, view(100, 200, 21, 30)));
  assert.ok(boxesMeet(box, view(180, -170)));
  assert.ok(!boxesMeet(box, view(300, 50)));
});

test('[TRACK-9] what was measured is read as it was, unknown stays unknown, and the way is the same', () => {
  const measured = fc.array(
    fc.option(
      fc.integer({ min: -1e12, max: 1e12 }).map((parts) => parts / 1000),
      { nil: null },
    ),
    { minLength: 300, maxLength: 300 },
  );
  fc.assert(
    fc.property(someChunk, fc.array(measured, { maxLength: 4 }), ({ level, points, ...of }, columns) => {
      const whole = decodeTrack(encodeTrack(of, points));
      assert.ok(whole.ok);
      const length = pointsOfLevel(points, level).second.length;
      const values = columns.map((column) => column.slice(0, length));
      const read = decodeTrack(encodeLevel(whole.value, level, values));
      assert.ok(read.ok, read.ok ? '' : read.error);
      assert.deepEqual(read.value.values, values);
      assert.deepEqual(read.value.points, pointsOfLevel(points, level));
    }),
  );
});

test('[TRACK-9] what is no number of this world is unknown', () => {
  const points: TrackPoints = { second: [1, 2], latE5: [0, 0], lonE5: [0, 0], speed: [0, 0], flags: [0, 0] };
  const whole = decodeTrack(encodeTrack({ deviceId: 1, day: 1 }, points));
  assert.ok(whole.ok);
  const read = decodeTrack(encodeLevel(whole.value, 0, [[Number.NaN, 1e12]]));
  assert.ok(read.ok);
  assert.deepEqual(read.value.values, [[null, null]]);
});
