import { expect, test } from 'vitest';
import { startOfDay } from '@rastro/fleet/calendars';
import { localTime, momentOf } from './zoned-time.ts';

const utc = (iso: string): number => Date.parse(`${iso}Z`);

test('[WEB-65] a moment is what the clock of the zone shows, and back', () => {
  const at = utc('2026-05-20T01:30:00');
  expect(localTime(at, 'America/Sao_Paulo')).toBe('2026-05-19T22:30');
  expect(localTime(at, 'Asia/Kolkata')).toBe('2026-05-20T07:00');
  for (const zone of ['America/Sao_Paulo', 'Asia/Kolkata', 'UTC', 'Pacific/Apia', 'Europe/Lisbon'])
    expect(momentOf(localTime(at, zone), zone)).toBe(at);
  expect(localTime(Number.NaN, 'UTC')).toBe('');
});

test('[WEB-65] what is no local time is none', () => {
  for (const text of ['', 'soon', '2026-05-20', '2026-13-01T00:00', '2026-05-20T01:30:00Z'])
    expect(momentOf(text, 'UTC')).toBeNaN();
});

test('[WEB-66] days begin at midnight of the zone', () => {
  const at = utc('2026-05-20T01:30:00');
  expect(startOfDay(at, 'America/Sao_Paulo')).toBe(utc('2026-05-19T03:00:00'));
  expect(startOfDay(at, 'America/Sao_Paulo', -1)).toBe(utc('2026-05-18T03:00:00'));
  expect(startOfDay(at, 'Asia/Kolkata')).toBe(utc('2026-05-19T18:30:00'));
  expect(startOfDay(utc('2026-03-01T12:00:00'), 'UTC', -1)).toBe(utc('2026-02-28T00:00:00'));
});

test('[WEB-66] a day of summer time has 23 or 25 hours', () => {
  const spring = startOfDay(utc('2026-03-29T12:00:00'), 'Europe/Lisbon');
  expect(startOfDay(spring, 'Europe/Lisbon', 1) - spring).toBe(23 * 3_600_000);
  const autumn = startOfDay(utc('2026-10-25T12:00:00'), 'Europe/Lisbon');
  expect(startOfDay(autumn, 'Europe/Lisbon', 1) - autumn).toBe(25 * 3_600_000);
});

test('[WEB-66] a midnight that clocks leave out is when they have gone forward', () => {
  const at = startOfDay(utc('2018-11-04T12:00:00'), 'America/Sao_Paulo');
  expect(at).toBe(utc('2018-11-04T03:00:00'));
  expect(localTime(at, 'America/Sao_Paulo')).toBe('2018-11-04T01:00');
});

test('[WEB-65] what clocks show twice is the first time', () => {
  expect(momentOf('2026-10-25T01:30', 'Europe/Lisbon')).toBe(utc('2026-10-25T00:30:00'));
});
