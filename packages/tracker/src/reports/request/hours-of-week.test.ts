import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inHoursOfWeek, type HoursOfWeek } from './hours-of-week.ts';

const at = (text: string): number => Date.parse(text);
const hours = (more: Partial<HoursOfWeek>): ((time: number) => boolean) =>
  inHoursOfWeek({ weekdays: [], fromMinute: 0, toMinute: 1440, zone: 'America/Sao_Paulo', ...more });

test('[HOURS-1] weekdays and hours are those of the clocks of the zone', () => {
  const weekend = hours({ weekdays: [6, 7] });
  // Friday 23:59 and Saturday 00:00 in São Paulo.
  assert.deepEqual(
    ['2026-03-07T02:59:59Z', '2026-03-07T03:00:00Z', '2026-03-09T02:59:59Z', '2026-03-09T03:00:00Z'].map(
      (text) => weekend(at(text)),
    ),
    [false, true, true, false],
  );
  const work = hours({ fromMinute: 8 * 60, toMinute: 17 * 60 + 30 });
  assert.deepEqual(
    ['2026-03-07T10:59:59Z', '2026-03-07T11:00:00Z', '2026-03-07T20:29:59Z', '2026-03-07T20:30:00Z'].map(
      (text) => work(at(text)),
    ),
    [false, true, true, false],
  );
});

test('[HOURS-2] hours that end before they begin go over midnight; the same hour twice is the whole day', () => {
  const night = hours({ fromMinute: 22 * 60, toMinute: 6 * 60, zone: 'UTC' });
  assert.deepEqual(
    ['T21:59Z', 'T22:00Z', 'T05:59Z', 'T06:00Z'].map((text) => night(at(`2026-03-07${text}`))),
    [false, true, true, false],
  );
  assert.equal(hours({ fromMinute: 480, toMinute: 480 })(at('2026-03-07T00:00Z')), true);
  const friday = hours({ weekdays: [5], fromMinute: 22 * 60, toMinute: 6 * 60, zone: 'UTC' });
  assert.equal(friday(at('2026-03-07T01:00Z')), false, 'one o’clock of Saturday');
  assert.equal(friday(at('2026-03-06T01:00Z')), true, 'one o’clock of Friday');
});

test('[HOURS-3] on the day on which clocks change both offsets count, before 1970 too', () => {
  const eight = hours({ fromMinute: 480, toMinute: 495, zone: 'America/New_York' });
  assert.deepEqual(
    ['2026-03-07T13:00Z', '2026-03-08T12:00Z', '2026-03-08T13:00Z', '2026-11-01T13:00Z'].map((text) =>
      eight(at(text)),
    ),
    [true, true, false, true],
  );
  const two = hours({ fromMinute: 60, toMinute: 75, zone: 'America/New_York' });
  assert.deepEqual([two(at('2026-11-01T05:05Z')), two(at('2026-11-01T06:05Z'))], [true, true], 'twice');
  assert.equal(hours({ weekdays: [3], zone: 'UTC' })(at('1969-12-31T12:00Z')), true);
});
