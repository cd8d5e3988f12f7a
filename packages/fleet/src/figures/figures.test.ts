import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FleetAlarm } from '../entities/fleet-alarm.ts';
import { NO_TOTALS } from '../totals/totals.ts';
import type { Language } from '../languages/language.ts';
import { measureFormat } from '../preferences/measure-format.ts';
import type { FigureUnit } from '../reports/overview-figures.ts';
import { changeOf } from './figure-change.ts';
import { alarmTimes } from './present-figures.ts';
import { quantityText } from './quantity-text.ts';
import { TOTALS_FIGURES } from './totals-figures.ts';

const START = Date.parse('2026-11-25T10:00:00Z');
const iso = (minute: number): string => new Date(START + minute * 60_000).toISOString();
/** @param minutes From the alarm to its acknowledgement; null = it waits. */
const alarm = (id: number, at: number, minutes: number | null): FleetAlarm => ({
  id,
  type: 'alarm',
  eventTime: iso(at),
  deviceId: 1,
  positionId: 0,
  geofenceId: 0,
  maintenanceId: 0,
  attributes: {},
  acknowledged: minutes === null ? null : { userId: 1, userName: 'Ana', time: iso(at + minutes), note: null },
});

test('[FIGURE-1] median and ninth decile by nearest rank; those that wait stand apart, the oldest first', () => {
  const acknowledged = [9, 1, 8, 2, 7, 3, 6, 4, 5, 60].map((minutes, at) => alarm(at, at, minutes));
  const { waiting, median, p90 } = alarmTimes([alarm(20, 9, null), ...acknowledged, alarm(21, 3, null)]);
  assert.deepEqual(
    waiting.map(({ id }) => id),
    [21, 20],
  );
  assert.deepEqual([median, p90], [5 * 60_000, 9 * 60_000]);
  assert.deepEqual(alarmTimes([]), { waiting: [], median: null, p90: null });
  assert.equal(alarmTimes([alarm(1, 5, -2)]).median, 0);
});

test('[FIGURE-2] what is not known is null, never zero', () => {
  const lengthMs = 86_400_000;
  const figuresOf = (kind: keyof typeof TOTALS_FIGURES, totals = NO_TOTALS) =>
    Object.fromEntries(
      TOTALS_FIGURES[kind]({ totals, before: undefined, lengthMs, score: null }).map(({ name, value }) => [
        name,
        value,
      ]),
    );
  assert.deepEqual(figuresOf('driven'), {
    'driven.distance': 0,
    'driven.moving': 0,
    'driven.engine': null,
    'driven.idle': null,
  });
  const before = TOTALS_FIGURES.driven({ totals: NO_TOTALS, before: NO_TOTALS, lengthMs, score: null });
  assert.deepEqual(
    before.map((figure) => figure.before),
    [0, 0, null, null],
  );
  assert.equal(figuresOf('use')['use.vehicles'], null);
  assert.equal(figuresOf('fuel')['fuel.rate'], null);
  assert.equal(figuresOf('safety')['safety.score'], null);
  assert.equal(figuresOf('safety')['safety.events'], null);
  const driven = { ...NO_TOTALS, vehicles: 2, used: 1, moving: lengthMs / 2 };
  assert.deepEqual(figuresOf('use', driven), { 'use.vehicles': 0.5, 'use.hours': 0.25 });
});

test('[FIGURE-3] a change is a whole per cent, and good or bad only where a direction is; from nothing there is none', () => {
  const change = (value: number | null, before: number | null | undefined, lessIsBetter?: true) =>
    changeOf({ value, ...(before !== undefined && { before }), ...(lessIsBetter && { lessIsBetter }) });
  assert.deepEqual(change(150, 100), { percent: 50, isGood: null });
  assert.deepEqual(change(90, 100, true), { percent: -10, isGood: true });
  assert.deepEqual(change(110, 100, true), { percent: 10, isGood: false });
  assert.deepEqual(change(99.9, 100, true), { percent: 0, isGood: null });
  assert.ok(Object.is(change(99.9, 100)?.percent, 0), 'no negative zero');
  for (const before of [0, null, undefined]) assert.equal(change(5, before), null);
  assert.equal(change(null, 5), null);
});

test('[FIGURE-4] quantities are written in the language and units of their reader; what is not known is a dash', () => {
  const format = (language: Language, distanceUnit: 'km' | 'mi' = 'km') =>
    measureFormat({ language, distanceUnit, temperatureUnit: 'celsius' });
  const text = (value: number | null, unit: FigureUnit, language: Language = 'en'): string =>
    quantityText({ value, unit }, format(language)).replaceAll('\u00a0', ' ');
  assert.equal(text(null, 'distance'), '–');
  assert.deepEqual([text(1540, 'distance'), text(1_540_000, 'distance')], ['1.5 km', '1,540 km']);
  assert.equal(quantityText({ value: 1609.344, unit: 'distance' }, format('en', 'mi')), '1 mi');
  assert.deepEqual([text(59_999, 'duration'), text(9_540_000, 'duration')], ['0 min', '2 hr 39 min']);
  assert.deepEqual([text(0.0456, 'share'), text(0.742, 'share')], ['4.6%', '74%']);
  assert.deepEqual(
    [text(45_500, 'volume', 'pt-BR'), text(912_345, 'money', 'pt-BR')],
    ['45,5 L', 'R$ 9.123,45'],
  );
  assert.deepEqual(
    [text(76.94, 'points'), text(0.86, 'rate', 'es'), text(12_345, 'count')],
    ['76.9', '0,9', '12,345'],
  );
});
