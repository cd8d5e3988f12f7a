import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBase64, toBase64 } from './base64-text.ts';
import { readCalendar } from './read-calendar.ts';
import { readCalendarForm } from './read-form.ts';
import type { CalendarForm, Schedule } from './schedule.ts';
import { writeCalendar } from './write-calendar.ts';

const AT = Date.UTC(2026, 0, 1);
const BASE: Schedule = {
  start: '2026-01-05T08:00',
  end: '2026-01-05T18:00',
  repeat: 'weekly',
  interval: 1,
  weekdays: [1, 2, 3, 4, 5],
  ends: 'never',
  count: 1,
  until: '',
  uid: 'one',
  summary: 'Turno; manhã, São José \\ fim',
};
const form = (part: Partial<Schedule> = {}, zone = 'America/Sao_Paulo'): CalendarForm => ({
  zone,
  schedules: [{ ...BASE, ...part }],
});
const file = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join(
    '\r\n',
  );
const isActive = (text: string, at: string): boolean => {
  const read = readCalendar(toBase64(text));
  assert.ok(read.ok, read.ok ? '' : read.error.text);
  return read.value.isActive(Date.parse(at));
};

test('[CAL-11] what the form says is written and read again, in every frequency and with every end', () => {
  const forms = [
    form(),
    form({ repeat: 'never', weekdays: [] }),
    form({ repeat: 'daily', weekdays: [], interval: 3, ends: 'count', count: 12 }),
    form({ repeat: 'monthly', weekdays: [], ends: 'until', until: '2026-12-31' }),
    form({ repeat: 'yearly', weekdays: [] }, 'UTC'),
    form({ interval: 2, weekdays: [0, 6], summary: 'Ñ'.repeat(200) }, 'Asia/Kolkata'),
  ];
  for (const each of forms) assert.deepEqual(readCalendarForm(writeCalendar(each, AT)), each);
  const two: CalendarForm = {
    zone: 'Europe/Madrid',
    schedules: [
      BASE,
      { ...BASE, uid: 'two', start: '2026-01-10T09:00', end: '2026-01-10T12:00', weekdays: [6] },
    ],
  };
  const text = writeCalendar(two, AT);
  assert.deepEqual(readCalendarForm(text), two);
  assert.ok(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75));
  assert.equal(isActive(text, '2026-01-10T10:30:00+01:00'), true);
  assert.equal(isActive(text, '2026-01-11T10:30:00+01:00'), false);
  assert.equal(isActive(text, '2026-07-06T17:59:00+02:00'), true);
});

test('[CAL-11] the last day counts whole', () => {
  const text = writeCalendar(form({ repeat: 'daily', weekdays: [], ends: 'until', until: '2026-01-07' }), AT);
  assert.equal(isActive(text, '2026-01-07T12:00:00-03:00'), true);
  assert.equal(isActive(text, '2026-01-08T12:00:00-03:00'), false);
});

test('[CAL-12] what the form cannot say is not taken for a form', () => {
  const [start, end] = [
    'DTSTART;TZID=Europe/Madrid:20260105T080000',
    'DTEND;TZID=Europe/Madrid:20260105T180000',
  ];
  assert.notEqual(readCalendarForm(file(start, end, 'RRULE:FREQ=WEEKLY;BYDAY=MO')), null);
  const foreign: readonly (readonly string[])[] = [
    [start, end, 'RRULE:FREQ=MONTHLY;BYDAY=2MO'],
    [start, end, 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1'],
    [start, end, 'RRULE:FREQ=HOURLY'],
    [start, end, 'RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU'],
    [start, end, 'RRULE:FREQ=DAILY', 'EXDATE;TZID=Europe/Madrid:20260106T080000'],
    [start, end, 'RRULE:FREQ=DAILY;UNTIL=20260201T120000Z'],
    [start, end, 'LOCATION:Yard'],
    [start, end, 'STATUS:CANCELLED'],
    [start, 'DURATION:PT8H'],
    [start, 'DTEND;TZID=Europe/Lisbon:20260105T180000'],
    ['DTSTART;VALUE=DATE:20260105', 'RRULE:FREQ=DAILY'],
    ['DTSTART;TZID=Europe/Madrid:20260105T080030', end],
    [start, end, 'BEGIN:VALARM', 'ACTION:AUDIO', 'TRIGGER:-PT5M', 'END:VALARM'],
  ];
  for (const lines of foreign) assert.equal(readCalendarForm(file(...lines)), null, lines.join(' '));
  assert.equal(readCalendarForm('hello'), null);
  assert.equal(
    readCalendarForm(file(start, end).replace('VERSION:2.0', 'BEGIN:VTODO\r\nUID:2\r\nEND:VTODO')),
    null,
  );
});

test('[CAL-13] texts of any script survive base64; what is none is empty', () => {
  assert.equal(fromBase64(toBase64('São João 東京')), 'São João 東京');
  assert.equal(toBase64('São'), Buffer.from('São').toString('base64'));
  assert.equal(fromBase64('%%%'), '');
});
