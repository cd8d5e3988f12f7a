// Replay of six vehicles over a year at ×300: what the clock costs in a frame, without the drawing. 4 ms are allowed.
import { TRACK_FLAGS } from '@rastro/fleet/tracks';
import { advance } from '../packages/web/src/areas/history/advance.ts';
import { placeAt, type Track } from '../packages/web/src/areas/history/track.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const FRAMES = 5000;
const FRAME_MS = 1000 / 60;
const RATE = 300;
const YEAR_S = 365 * 86_400;

/** Drives and stops in turn, as many points as an overview has of a year. */
function madeTrack(deviceId: number, length: number): Track {
  const at = (i: number): number => (i / length) * YEAR_S + deviceId * 7;
  const isHeld = (i: number): boolean => i % 10 === 9;
  return {
    deviceId,
    length,
    time: Float64Array.from({ length }, (_, i) => at(i)),
    x: Float64Array.from({ length }, (_, i) => 0.5 + Math.sin(i / 100) / 1000),
    y: Float64Array.from({ length }, (_, i) => 0.5 + Math.cos(i / 100) / 1000),
    speed: new Float32Array(length).fill(60),
    flags: Uint8Array.from({ length }, (_, i) => (isHeld(i) ? TRACK_FLAGS.held : 0)),
    measured: new Map(),
  };
}

for (const points of [30_000, 150_000]) {
  const tracks = Array.from({ length: 6 }, (_, i) => madeTrack(i, points / 6));
  const span = { from: 0, to: YEAR_S };
  let cursor = 0;
  const took = Array.from({ length: FRAMES }, () => {
    const begun = performance.now();
    cursor = advance({ cursor, rate: RATE, skip: true }, FRAME_MS, { span, tracks });
    for (const track of tracks) placeAt(track, cursor);
    return performance.now() - begun;
  }).toSorted((a, b) => a - b);
  const medianMs = rounded(took[FRAMES >> 1] ?? 0, 4);
  const p99Ms = rounded(took[Math.floor(FRAMES * 0.99)] ?? 0, 3);
  printFigure('replay.frame', { n: points, vehicles: tracks.length, medianMs, p99Ms });
}
