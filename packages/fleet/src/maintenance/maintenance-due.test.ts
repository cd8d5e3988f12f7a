import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byUrgency, forecast, measureOf, nextDue, noticeOf, type MaintenanceDue } from './maintenance-due.ts';

const KM = 1000;
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);
const OIL = { type: 'totalDistance', start: 10_000 * KM, period: 10_000 * KM };
const done = (odometer: number | null, time = NOW - 10 * DAY) => ({ time, odometer, hours: null });
const asked = { value: null, last: null, perDay: null, before: 0, now: NOW };

test('[MDUE-1] a type counts metres, hours of the engine, days, or something else', () => {
  const types = ['totalDistance', 'odometer', 'hours', 'serverTime', 'fixTime', 'fuel'];
  assert.deepEqual(types.map(measureOf), ['distance', 'distance', 'hours', 'date', 'date', 'other']);
});

test('[MDUE-2] due at the start, then a period after each time that it was done', () => {
  assert.equal(nextDue(OIL, 9000 * KM, null), 10_000 * KM);
  assert.equal(nextDue(OIL, null, null), 10_000 * KM);
  assert.equal(nextDue(OIL, 12_000 * KM, done(11_500 * KM)), 21_500 * KM);
  assert.equal(nextDue(OIL, 5000 * KM, done(-1)), 10_000 * KM, 'never before the start');
  assert.equal(nextDue({ ...OIL, period: 0 }, 12_000 * KM, done(11_500 * KM)), null, 'once, and it was');
  const date = { type: 'serverTime', start: NOW - 400 * DAY, period: 365 * DAY };
  assert.equal(nextDue(date, NOW, done(null, NOW - 5 * DAY)), NOW + 360 * DAY);
});

test('[MDUE-2] what nobody ever wrote down is due where the schedule has passed last', () => {
  assert.equal(nextDue(OIL, 34_000 * KM, null), 30_000 * KM);
  assert.equal(nextDue(OIL, 34_000 * KM, done(null)), 30_000 * KM, 'without the odometer nothing is known');
  assert.equal(nextDue({ ...OIL, period: 0 }, 34_000 * KM, null), 10_000 * KM);
});

test('[MDUE-3] when it will be due follows from real use, and is unknown where there is none', () => {
  const at = { ...asked, value: 8000 * KM };
  const day = (days: number) => new Date(NOW + days * DAY).toISOString();
  assert.deepEqual(forecast(OIL, { ...at, perDay: 100 * KM }), {
    state: 'ahead',
    due: 10_000 * KM,
    dueTime: day(20),
  });
  assert.equal(forecast(OIL, { ...at, perDay: 400 * KM }).state, 'soon', 'within a week');
  assert.equal(forecast(OIL, { ...at, before: 2000 * KM }).state, 'soon', 'within what it says itself');
  assert.deepEqual(forecast(OIL, at), { state: 'ahead', due: 10_000 * KM, dueTime: null });
  assert.equal(forecast(OIL, { ...at, perDay: 0.000_01 }).dueTime, null, 'in a thousand years is never');
  assert.equal(forecast(OIL, asked).state, 'unknown');
  assert.equal(forecast(OIL, { ...at, value: 10_000 * KM }).state, 'overdue');
  const date = { type: 'serverTime', start: NOW + 30 * DAY, period: 0 };
  assert.deepEqual(forecast(date, { ...asked, value: NOW }), {
    state: 'ahead',
    due: date.start,
    dueTime: day(30),
  });
});

test('[MDUE-4] it is told of within its notice and before it is due, of each due point', () => {
  const before = 500 * KM;
  const notice = (km: number, last: ReturnType<typeof done> | null = null) =>
    noticeOf(OIL, { value: km * KM, last, before });
  assert.equal(notice(9499), null);
  assert.equal(notice(9500), 10_000 * KM);
  assert.equal(notice(10_000), null, 'that is what the event of Traccar tells');
  assert.equal(notice(19_600), 20_000 * KM);
  assert.equal(notice(19_600, done(10_300 * KM)), null);
  assert.equal(notice(19_900, done(10_300 * KM)), 20_300 * KM);
  assert.equal(notice(20_400, done(10_300 * KM)), null, 'overdue is not soon');
  assert.equal(noticeOf(OIL, { value: 9999 * KM, last: null, before: 0 }), null);
});

test('[MDUE-5] overdue comes first, then by the day, then what nobody knows, then what is done', () => {
  const line = (deviceId: number, state: MaintenanceDue['state'], days: number | null): MaintenanceDue => ({
    maintenanceId: 1,
    deviceId,
    deviceName: '',
    state,
    value: null,
    due: null,
    perDay: null,
    dueTime: days === null ? null : new Date(NOW + days * DAY).toISOString(),
    lastTime: null,
  });
  const lines = [
    line(1, 'done', null),
    line(2, 'unknown', null),
    line(3, 'ahead', null),
    line(4, 'ahead', 9),
    line(5, 'soon', 2),
    line(6, 'overdue', null),
  ];
  assert.deepEqual(
    lines.toSorted(byUrgency).map(({ deviceId }) => deviceId),
    [6, 5, 4, 3, 2, 1],
  );
});
