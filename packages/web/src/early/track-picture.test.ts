import { SPEED_COLOURS, TRACK_FLAGS } from '@rastro/fleet/tracks';
import { expect, test } from 'vitest';
import type { Track } from '../areas/history/track.ts';
import { freePart } from './picture-place.ts';
import { drawTrack, viewOf, type PictureContext } from './track-picture.ts';

const LAYOUT = {
  isPhone: false,
  window: { width: 1440, height: 900 },
  map: { width: 1380, height: 848 },
};

test('[WEB-902] a track is drawn in the part of the map that panel, dock and buttons leave free', () => {
  expect(freePart(LAYOUT)).toEqual({ left: 448, top: 48, right: 1380 - 88, bottom: 848 - 48 - 205 });
  const phone = { isPhone: true, window: { width: 390, height: 844 }, map: { width: 390, height: 792 } };
  expect(freePart(phone)).toEqual({ left: 48, top: 84, right: 390 - 88, bottom: 792 - 48 - 436 });
});

test('[WEB-902] it fills that part as a fitted map does, and is not nearer than one', () => {
  const free = { left: 100, top: 50, right: 300, bottom: 150 };
  const spread = { length: 1, west: 0.4, east: 0.5, north: 0.3, south: 0.32 };
  const { pxPerUnit, x, y } = viewOf(spread, free);
  expect(pxPerUnit).toBeCloseTo(2_000);
  expect([0.4 * pxPerUnit + x, 0.5 * pxPerUnit + x]).toEqual([expect.closeTo(100), expect.closeTo(300)]);
  expect(0.31 * pxPerUnit + y).toBeCloseTo(100);
  const place = { ...spread, east: 0.4, south: 0.3 };
  expect(viewOf(place, free).pxPerUnit).toBe(512 * 2 ** 16);
});

/** Notes what is drawn: lines by color, as far as they are pieces. */
function sketch() {
  const strokes: { readonly colour: unknown; readonly isDashed: boolean; readonly points: number }[] = [];
  let [points, isDashed] = [0, false];
  const context: PictureContext = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    lineJoin: 'miter',
    globalAlpha: 1,
    fillRect: () => undefined,
    setLineDash: ({ length }: readonly number[]) => {
      isDashed = length > 0;
    },
    beginPath: () => {
      points = 0;
    },
    moveTo: () => void points++,
    lineTo: () => void points++,
    stroke: () => {
      if (points > 0) strokes.push({ colour: context.strokeStyle, isDashed, points });
    },
  };
  return { context, strokes };
}

const trackOf = (points: readonly { readonly speed: number; readonly isGap?: boolean }[]): Track => ({
  deviceId: 1,
  length: points.length,
  time: Float64Array.from(points, (_, at) => at),
  x: Float64Array.from(points, (_, at) => 0.4 + at / 100),
  y: Float64Array.from(points, () => 0.5),
  speed: Float32Array.from(points, ({ speed }) => speed),
  flags: Uint8Array.from(points, ({ isGap }) => (isGap === true ? TRACK_FLAGS.gap : 0)),
  measured: new Map(),
});

test('[WEB-902] segments have the colors of their speeds, a gap is dashed, and none is left out', () => {
  const { context, strokes } = sketch();
  const track = trackOf([
    { speed: 0 },
    { speed: 10 },
    { speed: 20 },
    { speed: 200 },
    { speed: 0, isGap: true },
  ]);
  drawTrack(context, track, { layout: LAYOUT, scheme: 'dark' });
  const [casing, ...lines] = strokes;
  expect(casing?.points).toBe(4);
  expect(lines).toEqual([
    { colour: SPEED_COLOURS.dark[0], isDashed: false, points: 3 },
    { colour: SPEED_COLOURS.dark[4], isDashed: false, points: 2 },
    { colour: expect.any(String), isDashed: true, points: 2 },
  ]);
});

test('[WEB-902] points that nobody could tell apart are drawn as one', () => {
  const { context, strokes } = sketch();
  const many = Array.from({ length: 1_000 }, () => ({ speed: 10 }));
  const track = { ...trackOf(many), x: Float64Array.from(many, (_, at) => 0.5 + (at % 2) * 1e-12) };
  drawTrack(context, { ...track, length: 1_000 }, { layout: LAYOUT, scheme: 'light' });
  expect(strokes.at(-1)?.points).toBe(2);
});
