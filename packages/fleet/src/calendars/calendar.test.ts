import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Calendar } from './calendar.ts';
import { readCalendar } from './read-calendar.ts';
import { withZone } from './with-zone.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const fileOf = (...events: readonly (readonly string[])[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    ...events.flatMap((lines, i) => ['BEGIN:VEVENT', `UID:${i}`, ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');
function calendar(...events: readonly (readonly string[])[]): Calendar {
  const read = readCalendar(base64(fileOf(...events)));
  assert.ok(read.ok, read.ok ? '' : read.error.text);
  return read.value;
}
const problemText = (...lines: readonly string[]): string => {
  const read = readCalendar(base64(fileOf(lines)));
  assert.ok(!read.ok, 'was read');
  return read.error.text;
};
const at = (text: string): number => Date.parse(`${text}Z`);
const active = (c: Calendar, ...times: readonly string[]) => times.map((time) => c.isActive(at(time)));

test('[CAL-1] a period includes its start and not its end; without events nothing is active', () => {
  const c = calendar(['DTSTART:20260601T080000Z', 'DTEND:20260601T170000Z']);
  const times = ['2026-06-01T07:59:59', '2026-06-01T08:00:00', '2026-06-01T16:59:59', '2026-06-01T17:00:00'];
  assert.deepEqual(active(c, ...times), [false, true, true, false]);
  assert.deepEqual(active(calendar(), '2026-06-01T08:00:00'), [false]);
  const traccar = fileOf([
    'DTSTART;TZID=America/Sao_Paulo:20260601T220000',
    'DTEND;TZID=America/Sao_Paulo:20260602T060000',
    'RRULE:FREQ=DAILY',
    'SUMMARY:Event',
  ]).replaceAll('\r\n', '\n');
  const night = readCalendar(base64(traccar));
  assert.ok(night.ok);
  assert.deepEqual(active(night.value, '2030-03-03T00:59:59', '2030-03-03T01:00:00', '2030-03-03T08:59:59'), [
    false,
    true,
    true,
  ]);
});

test('[CAL-2] a zone known by name counts without VTIMEZONE, through both changes of its clocks', () => {
  const c = calendar([
    'DTSTART;TZID=America/New_York:20260105T080000',
    'DTEND;TZID=America/New_York:20260105T170000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  ]);
  // 8 March and 1 November 2026 are the changes.
  assert.deepEqual(active(c, '2026-03-06T12:59:00', '2026-03-06T13:00:00'), [false, true]);
  assert.deepEqual(active(c, '2026-03-09T11:59:00', '2026-03-09T12:00:00'), [false, true]);
  assert.deepEqual(active(c, '2026-03-09T20:59:00', '2026-03-09T21:00:00'), [true, false]);
  assert.deepEqual(active(c, '2026-11-02T12:59:00', '2026-11-02T13:00:00'), [false, true]);
  assert.deepEqual(active(c, '2026-03-07T15:00:00', '2026-03-08T15:00:00'), [false, false], 'weekend');
});

test('[CAL-3] times without zone and whole days count as UTC', () => {
  const floating = calendar(['DTSTART:20260601T080000', 'DURATION:PT1H30M']);
  assert.deepEqual(active(floating, '2026-06-01T08:00:00', '2026-06-01T09:29:59', '2026-06-01T09:30:00'), [
    true,
    true,
    false,
  ]);
  const holiday = calendar(['DTSTART;VALUE=DATE:20260907', 'RRULE:FREQ=YEARLY']);
  assert.deepEqual(active(holiday, '2031-09-06T23:59:59', '2031-09-07T00:00:00', '2031-09-08T00:00:00'), [
    false,
    true,
    false,
  ]);
});

/** Rule as Outlook writes it for Brasília, which has no summer time, under a name of its own. */
const OUTLOOK_RULE = [
  'BEGIN:VTIMEZONE',
  'TZID:Escritório',
  'BEGIN:STANDARD',
  'DTSTART:16010101T000000',
  'TZOFFSETFROM:-0300',
  'TZOFFSETTO:-0300',
  'END:STANDARD',
  'END:VTIMEZONE',
];
const BERLIN_RULE = [
  'BEGIN:VTIMEZONE',
  'TZID:Zentrale',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];
function inZone(zone: string, rule: readonly string[] = [], start = '20260601T080000'): Calendar {
  const event = [`DTSTART;TZID=${zone}:${start}`, 'DURATION:PT1H'];
  const text = fileOf(event).replace('BEGIN:VEVENT', [...rule, 'BEGIN:VEVENT'].join('\r\n'));
  const read = readCalendar(base64(text));
  assert.ok(read.ok, read.ok ? '' : read.error.text);
  return read.value;
}

test('[CAL-20] zones are read by the names of Windows, with a path before them, and as the file explains them', () => {
  const hours = ['2026-06-01T10:59:59', '2026-06-01T11:00:00', '2026-06-01T12:00:00'] as const;
  for (const zone of [
    inZone('E. South America Standard Time'),
    inZone('"E. South America Standard Time"'),
    inZone('/example.com/20060101/America/Sao_Paulo'),
    inZone('Escritório', OUTLOOK_RULE),
  ])
    assert.deepEqual(active(zone, ...hours), [false, true, false]);
  const summer = inZone('Zentrale', BERLIN_RULE);
  assert.deepEqual(active(summer, '2026-06-01T05:59:59', '2026-06-01T06:00:00'), [false, true]);
  const winter = inZone('Zentrale', BERLIN_RULE, '20261201T080000');
  assert.deepEqual(active(winter, '2026-12-01T06:59:59', '2026-12-01T07:00:00'), [false, true]);
  assert.equal(problemText('DTSTART;TZID=Nowhere:20260601T080000'), 'has the unknown zone Nowhere');
});

test('[CAL-3] the file says whose clock counts for times without zone: X-WR-TIMEZONE', () => {
  const holiday = fileOf(['DTSTART;VALUE=DATE:20260907', 'RRULE:FREQ=YEARLY']);
  const written = withZone(base64(holiday), 'America/Sao_Paulo');
  const read = readCalendar(written);
  assert.ok(read.ok);
  assert.deepEqual(
    active(
      read.value,
      '2026-09-07T02:59:59',
      '2026-09-07T03:00:00',
      '2026-09-08T02:59:59',
      '2026-09-08T03:00:00',
    ),
    [false, true, true, false],
  );
  assert.equal(withZone(written, 'Asia/Tokyo'), written, 'what a file says stays');
  const named = base64(fileOf(['DTSTART;TZID=America/Bahia:20260601T080000', 'DURATION:PT1H']));
  assert.equal(withZone(named, 'Asia/Tokyo'), named);
  const utc = base64(fileOf(['DTSTART:20260601T080000Z', 'DURATION:PT1H']));
  assert.equal(withZone(utc, 'Asia/Tokyo'), utc);
});

/** Days of 2026 on which a rule of whole days is active. */
function days(rule: string, start = '20260101'): readonly string[] {
  const c = calendar([`DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`]);
  const found: string[] = [];
  for (let t = Date.UTC(2026, 0, 1); t < Date.UTC(2027, 0, 1); t += 86_400_000) {
    if (c.isActive(t)) found.push(new Date(t).toISOString().slice(5, 10));
  }
  return found;
}

test('[CAL-4] rules repeat as RFC 5545 says', () => {
  assert.deepEqual(days('FREQ=MONTHLY', '20260131').slice(0, 4), ['01-31', '03-31', '05-31', '07-31']);
  assert.deepEqual(days('FREQ=MONTHLY;BYMONTHDAY=-1').slice(0, 3), ['01-31', '02-28', '03-31']);
  assert.deepEqual(days('FREQ=MONTHLY;BYDAY=-1FR').slice(0, 3), ['01-30', '02-27', '03-27']);
  assert.deepEqual(days('FREQ=MONTHLY;BYDAY=2MO;INTERVAL=2').slice(0, 3), ['01-12', '03-09', '05-11']);
  assert.deepEqual(days('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1').slice(0, 3), [
    '01-30',
    '02-27',
    '03-31',
  ]);
  assert.deepEqual(days('FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '20260106'), [
    '01-06',
    '01-11',
    '01-20',
    '01-25',
  ]);
  assert.deepEqual(days('FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '20260106'), [
    '01-06',
    '01-18',
    '01-20',
    '02-01',
  ]);
  assert.deepEqual(days('FREQ=DAILY;INTERVAL=10;UNTIL=20260201'), ['01-01', '01-11', '01-21', '01-31']);
  assert.deepEqual(days('FREQ=DAILY;COUNT=1'), ['01-01']);
  assert.deepEqual(days('FREQ=YEARLY;BYMONTH=3,6;BYDAY=1SU'), ['03-01', '06-07']);
  assert.deepEqual(days('FREQ=YEARLY;BYYEARDAY=1,-1'), ['01-01', '12-31']);
  assert.deepEqual(days('FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO'), ['05-11']);
  assert.deepEqual(days('FREQ=YEARLY', '20240229'), [], 'not every year has that day');
  const hourly = calendar(['DTSTART:20260101T060000Z', 'DURATION:PT10M', 'RRULE:FREQ=HOURLY;INTERVAL=6']);
  assert.deepEqual(active(hourly, '2029-07-01T12:05:00', '2029-07-01T13:05:00'), [true, false]);
});

test('[CAL-5] excluded, added, moved and cancelled occurrences are taken as they are', () => {
  const daily = ['DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY;COUNT=5'];
  const c = calendar([...daily, 'EXDATE;VALUE=DATE:20260102', 'RDATE;VALUE=DATE:20260110']);
  const on = (days: readonly number[]) => days.filter((day) => c.isActive(Date.UTC(2026, 0, day)));
  assert.deepEqual(on([1, 2, 3, 5, 6, 10]), [1, 3, 5, 10]);
  const text = fileOf(
    ['DTSTART:20260101T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'],
    ['RECURRENCE-ID:20260103T080000Z', 'DTSTART:20260103T150000Z', 'DURATION:PT1H'],
    ['RECURRENCE-ID:20260104T080000Z', 'DTSTART:20260104T080000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'],
  ).replaceAll(/UID:\d/g, 'UID:same');
  const moved = readCalendar(base64(text));
  assert.ok(moved.ok);
  const times = ['2026-01-02T08:30:00', '2026-01-03T08:30:00', '2026-01-03T15:30:00', '2026-01-04T08:30:00'];
  assert.deepEqual(active(moved.value, ...times), [true, false, true, false]);
});

test('[CAL-6] what cannot be read, or would cost too much, is refused with its reason', () => {
  const start = 'DTSTART:20260101T000000Z';
  const read = (text: string) => readCalendar(base64(text));
  for (const text of ['', 'hello', 'BEGIN:VEVENT\nEND:VEVENT']) {
    const made = read(text);
    assert.ok(!made.ok);
    assert.equal(made.error.text, 'is no iCalendar file');
  }
  assert.equal(problemText('SUMMARY:x'), 'has an event without DTSTART');
  assert.equal(problemText('DTSTART:20261341T080000Z'), 'has the time 2026-13-41T08:00:00Z');
  assert.equal(problemText('DTSTART;TZID=Mars/Base:20260101T000000'), 'has the unknown zone Mars/Base');
  assert.equal(problemText(start, 'DTEND:20250101T000000Z'), 'has an event that ends before it starts');
  assert.equal(
    problemText(start, 'RRULE:FREQ=DAILY;COUNT=2;UNTIL=20270101T000000Z'),
    'has both COUNT and UNTIL',
  );
  assert.match(problemText(start, 'RRULE:FREQ=SECONDLY'), /more often than hourly/);
  assert.equal(problemText(start, 'RRULE:FREQ=DAILY;COUNT=99999'), 'repeats more than 10000 times');
  assert.match(problemText(start, 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2'), /too rarely/);
  assert.match(problemText(start, 'DURATION:P3000D', 'RRULE:FREQ=DAILY'), /more than a year/);
  const all = (n: number) => Array.from({ length: n }, (_, i) => i).join();
  const flood = `RRULE:FREQ=DAILY;BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`;
  assert.equal(problemText(start, 'DURATION:P300D', flood), 'repeats too often');
});

test('[CAL-7] impossible and very old rules answer at once', () => {
  const c = calendar(
    ['DTSTART:20000101T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
    ['DTSTART:19700101T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=HOURLY;BYMONTHDAY=31;BYMONTH=4'],
    ['DTSTART:19700101T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=HOURLY'],
  );
  assert.deepEqual(active(c, '2999-01-01T05:00:30', '2999-01-01T05:01:00'), [true, false]);
});

test('[CAL-8] periods that ended in a stretch of time are found once, in order of their end', () => {
  const c = calendar(
    ['DTSTART:20260101T080000Z', 'DURATION:PT9H', 'RRULE:FREQ=DAILY'],
    ['DTSTART:20260105T080000Z', 'DTEND:20260108T000000Z'],
  );
  const ended = (from: string, to: string) =>
    c.endedBetween(at(from), at(to)).map(({ end }) => new Date(end).toISOString().slice(0, 16));
  assert.deepEqual(ended('2026-01-06T16:59:59', '2026-01-06T17:00:00'), ['2026-01-06T17:00']);
  assert.deepEqual(ended('2026-01-06T17:00:00', '2026-01-07T16:59:59'), []);
  assert.deepEqual(ended('2026-01-07T12:00:00', '2026-01-08T00:00:00'), [
    '2026-01-07T17:00',
    '2026-01-08T00:00',
  ]);
  assert.throws(() => c.endedBetween(0, at('2026-01-01T00:00:00')), RangeError);
});

test('[CAL-10] what touches a month, and what ends next, is found through changes of the clock', () => {
  const c = calendar([
    'DTSTART;TZID=America/New_York:20260302T220000',
    'DTEND;TZID=America/New_York:20260303T060000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,SU',
  ]);
  const text = (period: { readonly start: number; readonly end: number } | null): string =>
    period === null
      ? ''
      : [period.start, period.end].map((t) => new Date(t).toISOString().slice(5, 16)).join('/');
  assert.deepEqual(c.periodsBetween(at('2026-03-02T00:00:00'), at('2026-03-10T12:00:00')).map(text), [
    '03-03T03:00/03-03T11:00',
    '03-09T02:00/03-09T10:00',
    '03-10T02:00/03-10T10:00',
  ]);
  assert.equal(text(c.nextEnd(at('2026-03-03T11:00:00'))), '03-09T02:00/03-09T10:00');
  const yearly = calendar(['DTSTART;VALUE=DATE:20260907', 'RRULE:FREQ=YEARLY;COUNT=2']);
  assert.equal(text(yearly.nextEnd(at('2026-09-09T00:00:00'))), '09-07T00:00/09-08T00:00');
  assert.equal(yearly.nextEnd(at('2027-09-09T00:00:00')), null);
});
