import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { readCalendar } from '@rastro/fleet/calendars';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker | null = null;
afterEach(async () => {
  await t?.dispose();
  t = null;
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const GOOD = base64(
  'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260101T080000Z\nDURATION:PT1H\nEND:VEVENT\nEND:VCALENDAR',
);

test('[CAL-21] a whole day of a file that names no zone is a day where its owner lives', async () => {
  t = await openTestTracker();
  const file = 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20260907\nEND:VEVENT\nEND:VCALENDAR';
  const cookie = await t.signIn(await t.addUser({ attributes: { timezone: 'America/Sao_Paulo' } }));
  const made = await t.api('POST', '/calendars', cookie, { name: 'Holiday', data: base64(file) });
  const read = readCalendar((made.json as { data: string }).data);
  assert.ok(read.ok);
  const { value } = read;
  const isActive = (at: string): boolean => value.isActive(Date.parse(at));
  assert.deepEqual(['2026-09-07T02:59:59Z', '2026-09-07T03:00:00Z'].map(isActive), [false, true]);
});

test('[CAL-9] data that is no calendar is refused at POST and PUT, and changes nothing', async () => {
  t = await openTestTracker();
  const cookie = await t.signIn(await t.addUser());
  const refused = await t.api('POST', '/calendars', cookie, { name: 'Day', data: base64('hello') });
  assert.equal(refused.status, 400);
  assert.equal(refused.text, 'Invalid data - data: is no iCalendar file');
  const made = await t.api('POST', '/calendars', cookie, { name: 'Day', data: GOOD });
  assert.equal(made.status, 200, made.text);
  const calendar = made.json as { id: number };
  const worse = await t.api('PUT', `/calendars/${calendar.id}`, cookie, { ...calendar, data: base64('x') });
  assert.equal(worse.status, 400);
  const stored = (await t.api('GET', `/calendars/${calendar.id}`, cookie)).json as { data: string };
  assert.equal(stored.data, GOOD);
});
