import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trackArrows } from './track-arrows.ts';
import { packTrack, TRACK_STRIDE, TrackOffset, type TrackLine } from './track-buffer.ts';
import { paletteOf, speedColours } from './track-colours.ts';

const GAP = 8;
type Point = readonly [time: number, x: number, kmh: number, flags?: number];

const aLine = (points: readonly Point[], trips: TrackLine['trips'] = []): TrackLine => ({
  deviceId: 1,
  colour: '#0072b2',
  length: points.length,
  time: Float64Array.from(points.map(([time]) => time)),
  x: Float64Array.from(points.map(([, x]) => x)),
  y: Float64Array.from(points.map(() => 0.25)),
  speed: Float32Array.from(points.map(([, , kmh]) => kmh)),
  flags: Uint8Array.from(points.map(([, , , flags = 0]) => flags)),
  shares: null,
  trips,
});

test('[PAST-23] each point has its place on the scale of the measured attribute, or is unknown', () => {
  const line = aLine([
    [0, 0, 0],
    [1, 0, 0],
  ]);
  const shareOf = (bytes: Uint8Array, i: number) => bytes[i * TRACK_STRIDE + TrackOffset.style + 3];
  assert.equal(shareOf(packTrack(line), 1), 255);
  const measured = packTrack({ ...line, shares: Uint8Array.of(0, 120) });
  assert.deepEqual([shareOf(measured, 0), shareOf(measured, 1)], [0, 120]);
});

test('[PAST-5] places are kept to the centimetre, times from the first on', () => {
  const x = 0.512_345_678_901;
  const floats = new Float32Array(
    packTrack(
      aLine([
        [1_763_000_000, 0.5, 0],
        [1_763_000_060, x, 0],
      ]),
    ).buffer,
  );
  const second = TRACK_STRIDE / 4;
  const error = Math.abs((floats[second] ?? 0) + (floats[second + 2] ?? 0) - x);
  // The earth is 40,000 km around.
  assert.ok(error * 40_075_017 < 0.01, `${error}`);
  assert.equal(floats[second + TrackOffset.time / 4], 60);
});

test('[PAST-7] each point knows its speed, and which trip it is of', () => {
  const trips = [
    { from: 10, to: 20 },
    { from: 30, to: 40 },
  ];
  const points: Point[] = [
    [5, 0, 0],
    [15, 0, 61.4],
    [25, 0, 0],
    [30, 0, 400],
    [50, 0, 0],
  ];
  const bytes = packTrack(aLine(points, trips));
  const styles = points.map((_, i) => [...bytes.subarray(i * TRACK_STRIDE + 20, i * TRACK_STRIDE + 23)]);
  assert.deepEqual(styles, [
    [0, 0, 255],
    [61, 0, 0],
    [0, 0, 255],
    [255, 0, 1],
    [0, 0, 255],
  ]);
});

test('[PAST-7] there are six fixed classes of speed in both schemes', () => {
  assert.equal(speedColours('light').length, 6);
  assert.equal(paletteOf('speed', 'dark').length, 18);
  assert.notDeepEqual(paletteOf('speed', 'dark'), paletteOf('trip', 'dark'));
});

test('[PAST-8] arrows stand on ways that were driven, in view, and not on the dots of a silence', () => {
  const view = { west: 0, east: 1, north: 0, south: 1, pxPerUnit: 1000 };
  const drive: Point[] = Array.from({ length: 11 }, (_, i) => [i, i / 10, 50]);
  const arrows = trackArrows([aLine(drive)], view);
  assert.ok(arrows.length > 5 && arrows.length <= 10, `${arrows.length}`);
  assert.equal(Math.round(Number(arrows[0]?.properties?.['course'])), 90);
  assert.deepEqual(
    trackArrows(
      [
        aLine([
          [0, 0, 0],
          [1, 0.9, 0, GAP],
        ]),
      ],
      view,
    ),
    [],
  );
  const focus = { deviceId: 1, from: 3, to: 5 };
  assert.ok(trackArrows([aLine(drive)], view, focus).length < arrows.length);
  assert.deepEqual(trackArrows([aLine(drive)], view, { ...focus, deviceId: 2 }), []);
  assert.deepEqual(trackArrows([aLine(drive)], { ...view, west: 2, east: 3 }), []);
});
