import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thinMarks } from './thin-marks.ts';
import type { TrackMark } from './track-marks.ts';

const PX_PER_UNIT = 100_000;
const view = { west: 0, east: 0.01, north: 0, south: 0.01, pxPerUnit: PX_PER_UNIT };
const aMark = (key: string, px: number, part: Partial<TrackMark> = {}): TrackMark => ({
  key,
  kind: 'stop',
  x: px / PX_PER_UNIT,
  y: 105 / PX_PER_UNIT,
  label: key,
  ...part,
});
const labels = (marks: readonly TrackMark[], pxPerUnit = PX_PER_UNIT): readonly string[] =>
  thinMarks(marks, { ...view, pxPerUnit }).map(({ label }) => label);

test('[PAST-32] stops that would cover each other are one sign, the longest, with how many more', () => {
  const marks = [
    aMark('short', 105, { weight: 60 }),
    aMark('long', 107, { weight: 600 }),
    aMark('middle', 109, { weight: 300 }),
    aMark('apart', 300),
  ];
  assert.deepEqual(labels(marks), ['long +2', 'apart']);
  // Twenty times closer there is room for all of them.
  assert.deepEqual(labels(marks, PX_PER_UNIT * 20).toSorted(), ['apart', 'long', 'middle', 'short']);
});

test('[PAST-32] an event beside a stop keeps its sign, ends are always there, what is out of view is not', () => {
  const marks = [
    aMark('stop', 105),
    aMark('event', 105, { kind: 'event' }),
    aMark('silent', 106, { kind: 'event', label: '' }),
    aMark('start', 105, { kind: 'start' }),
    aMark('end', 105, { kind: 'end' }),
    aMark('far', 5000),
  ];
  assert.deepEqual(labels(marks), ['stop', 'event +1', 'start', 'end']);
});
