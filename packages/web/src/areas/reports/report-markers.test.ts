import { expect, test } from 'vitest';
import { boxOf, MAX_MARKERS, reportMarkers } from './report-markers.ts';
import { REPORT_SCREENS } from './kinds/registry.ts';
import type { ReportRow } from './report-row.ts';

const row = (latitude: number | null, rest: Partial<ReportRow> = {}): ReportRow => ({
  deviceId: 1,
  deviceName: '',
  from: 0,
  to: 0,
  place: latitude === null ? null : { latitude, longitude: 10 },
  endPlace: null,
  positionId: 0,
  cells: [],
  ...rest,
});
const options = {
  label: () => 'x',
  placeOf: ({ positionId, deviceId }: ReportRow) =>
    positionId === 5 || deviceId === 9 ? { latitude: 1, longitude: 2 } : null,
};

test('[REPW-9] a trip has two ends, a stop one place, an event that of its position, what has none is left out', () => {
  const trip = row(1, { endPlace: { latitude: 2, longitude: 20 } });
  expect(reportMarkers([trip], 'trip', options).map(({ key, kind }) => [key, kind])).toEqual([
    ['0', 'start'],
    ['0', 'end'],
  ]);
  const events = [row(null), row(null, { positionId: 5 }), row(3)];
  expect(reportMarkers(events, 'event', options).map(({ key }) => key)).toEqual(['1', '2']);
  expect(boxOf([])).toBeNull();
  expect(boxOf(reportMarkers([trip], 'trip', options))?.west).toBeLessThan(0.54);
});

test('[REPW-9] there are 2,000 signs at most', () => {
  expect(
    reportMarkers(
      Array.from({ length: 3000 }, () => row(1)),
      'stop',
      options,
    ),
  ).toHaveLength(MAX_MARKERS);
});

test('[REPW-300] a sum stands where its vehicle is, once for each vehicle; records stand at their places', () => {
  const sums = [row(null, { deviceId: 9 }), row(null, { deviceId: 9 }), row(null, { deviceId: 8 })];
  expect(reportMarkers(sums, 'vehicle', options).map(({ key, kind }) => [key, kind])).toEqual([
    ['0', 'stop'],
  ]);
  const kinds = REPORT_SCREENS.filter(({ path }) => path === 'resume' || path === 'history');
  expect(new Set(kinds.map(({ marker }) => marker))).toEqual(new Set(['event', 'vehicle']));
});
