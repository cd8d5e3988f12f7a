import { expect, test } from 'vitest';
import { isNarrowed, readReport, writeReport, type ReportAddress } from './report-address.ts';
import { pastFinder } from './past-of.ts';

const FULL: ReportAddress = {
  deviceIds: [3, 1],
  groupIds: [7],
  period: { preset: '30d' },
  daily: true,
  by: 'driver',
  driver: 'ana 7',
  eventTypes: ['deviceOverspeed', 'alarm'],
  fuelingTypes: [],
  drivingEvents: [],
  reasons: [],
  widgets: [],
  geofenceIds: [9],
  hours: { weekdays: [1, 5], fromHour: '08:30', toHour: '18:00', calendarId: 2 },
  grouping: 'day',
  sort: { column: 'distance', isDown: true },
  columns: ['start', 'distance'],
  hasMarkers: true,
  isAsked: true,
};

test('[REPW-5] an address carries a report and back', () => {
  expect(readReport(writeReport(new URLSearchParams(), FULL))).toEqual(FULL);
  const plain = readReport(new URLSearchParams());
  expect([...writeReport(writeReport(new URLSearchParams(), FULL), plain).keys()]).toEqual(['period']);
});

test('[REPW-5] what an address says wrongly is not asked for', () => {
  const wrong =
    'devices=1,x,-2,1&groups=,0&types=alarm,nothing&group=colour&by=device&sort=a;b&columns=%3Cb%3E&daily=yes';
  expect(readReport(new URLSearchParams(wrong))).toEqual({
    ...readReport(new URLSearchParams()),
    deviceIds: [1],
    eventTypes: ['alarm'],
  });
});

test('[REPW-8] a row leads to its days, at the moment it began', () => {
  const at = Date.parse('2026-11-21T02:00:00Z');
  const row = { deviceId: 5, deviceName: '', place: null, endPlace: null, positionId: 0, cells: [] };
  const url = new URL(
    pastFinder('America/Sao_Paulo')({ ...row, from: at, to: at + 7_200_000 }),
    'http://localhost',
  );
  expect(Object.fromEntries(url.searchParams)).toEqual({
    devices: '5',
    from: '2026-11-20T03:00:00.000Z',
    to: '2026-11-22T02:59:59.999Z',
    at: String(at / 1000),
  });
});

test('[REPW-14] what an address names wrongly narrows nothing', () => {
  const wrong = readReport(new URLSearchParams('weekdays=0,8,x&fromHour=25:00&toHour=08:20&calendar=-1'));
  expect(isNarrowed(wrong.hours)).toBe(false);
  const right = readReport(new URLSearchParams('weekdays=6,7&fromHour=22:00&toHour=24:00&calendar=4'));
  expect(right.hours).toEqual({ weekdays: [6, 7], fromHour: '22:00', toHour: '24:00', calendarId: 4 });
});

test('[REPW-700] fills or drains alone live in the address, as the types of the report', () => {
  const search = writeReport(new URLSearchParams(), { fuelingTypes: ['drain'] });
  expect(search.get('types')).toBe('drain');
  expect(readReport(search)).toMatchObject({ fuelingTypes: ['drain'], eventTypes: [] });
  // A saved report writes both lists, of which it has one.
  expect(writeReport(new URLSearchParams(), readReport(search)).get('types')).toBe('drain');
  expect(writeReport(search, { fuelingTypes: [] }).has('types')).toBe(false);
});
