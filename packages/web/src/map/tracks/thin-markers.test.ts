import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thinMarkers } from './thin-markers.ts';
import type { TrackMarker } from './track-markers.ts';

const PX_PER_UNIT = 100_000;
const view = { west: 0, east: 0.01, north: 0, south: 0.01, pxPerUnit: PX_PER_UNIT };
const aMarker = (key: string, px: number, part: Partial<TrackMarker> = {}): TrackMarker => ({
  key,
  kind: 'stop',
  x: px / PX_PER_UNIT,
  y: 105 / PX_PER_UNIT,
  label: key,
  ...part,
});
const labels = (markers: readonly TrackMarker[], pxPerUnit = PX_PER_UNIT): readonly string[] =>
  thinMarkers(markers, { ...view, pxPerUnit }).map(({ label }) => label);

test('[PAST-32] stops that would cover each other are one sign, the longest, with how many more', () => {
  const markers = [
    aMarker('short', 105, { weight: 60 }),
    aMarker('long', 107, { weight: 600 }),
    aMarker('middle', 109, { weight: 300 }),
    aMarker('apart', 300),
  ];
  assert.deepEqual(labels(markers), ['long +2', 'apart']);
  // At twenty times the scale there is space for all of them.
  assert.deepEqual(labels(markers, PX_PER_UNIT * 20).toSorted(), ['apart', 'long', 'middle', 'short']);
});

test('[PAST-32] an event near a stop keeps its sign, ends are always there, what is out of view is not', () => {
  const markers = [
    aMarker('stop', 105),
    aMarker('event', 105, { kind: 'event' }),
    aMarker('silent', 106, { kind: 'event', label: '' }),
    aMarker('start', 105, { kind: 'start' }),
    aMarker('end', 105, { kind: 'end' }),
    aMarker('far', 5000),
  ];
  assert.deepEqual(labels(markers), ['stop', 'event +1', 'start', 'end']);
});
