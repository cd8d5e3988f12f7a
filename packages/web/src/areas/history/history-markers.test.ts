import { expect, test } from 'vitest';
import { aStop, anEventAt } from '../../testing/a-past.ts';
import { makeChronology } from './chronology.ts';
import { historyMarkers, visibleMarkers } from './history-markers.ts';
import { joinDays } from './track.ts';

const LABELS = { start: 'Start', end: 'End', duration: String, event: () => 'Event' };
const track = joinDays(
  1,
  [
    {
      deviceId: 1,
      day: 0,
      revision: 1,
      level: 0,
      counts: [3, 0, 0, 0, 0, 0],
      box: null,
      values: [],
      annotations: [],
      points: {
        second: [0, 500, 1000],
        latE5: [0, 1, 2],
        lonE5: [0, 1, 2],
        speed: [0, 5, 0],
        flags: [0, 0, 0],
      },
    },
  ],
  { from: 0, to: 2000, measures: [] },
);
const rows = makeChronology({
  trips: [],
  stops: [aStop(1, 100, 400)],
  events: [anEventAt(1, 600, 'geofenceEnter')],
});
const kindsWith = (attributes: Parameters<typeof visibleMarkers>[0]): readonly string[] =>
  historyMarkers(
    [{ deviceId: 1, index: 0, state: 'failed', failure: null, track }],
    { rows, focus: null, shows: visibleMarkers(attributes, 'frota') },
    LABELS,
  ).map(({ kind }) => kind);

test('[WEBSRV-9] stops and events are shown on the track until an administrator turns them off', () => {
  expect(kindsWith({})).toEqual(['stop', 'event', 'end', 'start']);
  expect(kindsWith({ 'frota.showStops': false })).toEqual(['event', 'end', 'start']);
  expect(kindsWith({ 'frota.showEvents': 'false' })).toEqual(['stop', 'end', 'start']);
  expect(kindsWith({ 'rastro.showEvents': false })).toHaveLength(4);
});
