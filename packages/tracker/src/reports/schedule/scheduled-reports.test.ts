import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '@rastro/base';
import { knots } from '@rastro/fleet';
import { SHEET_REPORTS } from '@rastro/fleet/schemas';
import { startSmtpSimulator, type SmtpSimulator } from '@rastro/outgoing/testing';
import { NO_OUTGOING, openTestTracker, type TestTracker } from '../../../test/open-test-tracker.ts';
import { parseSmtpServer } from '@rastro/outgoing';
import type { StoredPosition } from '@rastro/storage';
import { readPdf } from '@rastro/outgoing/testing';

const HOUR = 3_600_000;
let smtp: SmtpSimulator;
let t: TestTracker;
let now = Date.UTC(2026, 2, 2, 7);
before(async () => {
  smtp = await startSmtpSimulator({ user: 'a', password: 'b' });
  const server = parseSmtpServer(`smtp://a:b@127.0.0.1:${smtp.port}`);
  assert.ok(server.ok);
  t = await openTestTracker({
    clock: { ...systemClock, now: () => now },
    outgoing: { ...NO_OUTGOING, mail: { server: server.value, from: 'no-reply@example.com' } },
  });
});
after(async () => {
  await t.dispose();
  smtp.close();
});

/** 8 to 18 o'clock, every day. */
const WORK = Buffer.from(
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART:20260101T080000Z',
    'DTEND:20260101T180000Z',
    'RRULE:FREQ=DAILY',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n'),
).toString('base64');

test('[REPORT-19] a scheduled report is mailed once when its calendar period has ended, to who is linked and sees vehicles', async () => {
  const cookieOf = async (fields: object = {}) => {
    const id = await t.addUser(fields);
    return { id, cookie: await t.signIn(id) };
  };
  const owner = await cookieOf({ email: 'owner@example.com' });
  const post = async (path: string, body: object): Promise<number> =>
    ((await t.api('POST', path, owner.cookie, body)).json as { id: number }).id;
  const calendarId = await post('/calendars', { name: 'Work', data: WORK });
  const reportId = await post('/reports', {
    type: 'summary',
    description: 'Every evening',
    calendarId,
    attributes: { daily: true },
  });
  await post('/devices', { name: 'Van', uniqueId: '1' });
  const blind = await cookieOf({ email: 'blind@example.com' });
  const expired = await cookieOf({
    email: 'old@example.com',
    expirationTime: '2026-01-01T00:00:00.000+00:00',
  });
  const link = (userId: number) => ({
    ownerKind: 'user',
    ownerId: userId,
    propertyKind: 'report',
    propertyId: reportId,
  });
  await t.tracker.directory.links.change([link(blind.id), link(expired.id)], []);

  assert.equal(await t.tracker.mailDueReports(), 0, 'the first look only begins');
  now += 9 * HOUR;
  assert.equal(await t.tracker.mailDueReports(), 0, 'the day is not over');
  now += 3 * HOUR;
  assert.equal(await t.tracker.mailDueReports(), 1);
  const mail = smtp.mails.at(-1);
  assert.deepEqual(mail?.to, ['owner@example.com']);
  assert.match(mail?.source ?? '', /Subject: .*Every_evening/);
  assert.match(mail?.source ?? '', /filename=\S+\.xlsx/);
  assert.equal(await t.tracker.mailDueReports(), 0, 'once');
  await t.restart();
  now += 24 * HOUR;
  assert.equal(await t.tracker.mailDueReports(), 1, 'the next day, after a restart');
});

test('[PDF-7] a scheduled report is a PDF where its attributes say so', async () => {
  const userId = await t.addUser({ email: 'printer@example.com' });
  const cookie = await t.signIn(userId);
  const post = async (path: string, body: object): Promise<number> =>
    ((await t.api('POST', path, cookie, body)).json as { id: number }).id;
  await post('/devices', { name: 'Van', uniqueId: '2' });
  const calendarId = await post('/calendars', { name: 'Work', data: WORK });
  const attributes = { format: 'pdf', form: 'table' };
  await post('/reports', { type: 'summary', description: 'Printed', calendarId, attributes });
  await t.tracker.mailDueReports();
  now += 24 * HOUR;
  await t.tracker.mailDueReports();
  const mail = smtp.mails.findLast(({ to }) => to.includes('printer@example.com'));
  assert.match(mail?.source ?? '', /application\/pdf[^]*filename=\S+\.pdf/);
});

test('[SCHED-5] the mail has only what lies in the hours and on the weekdays of the report', async () => {
  const userId = await t.addUser({ email: 'hours@example.com' });
  const cookie = await t.signIn(userId);
  const post = async (path: string, body: object): Promise<number> =>
    ((await t.api('POST', path, cookie, body)).json as { id: number }).id;
  const deviceId = await post('/devices', { name: 'Van', uniqueId: '6' });
  const calendarId = await post('/calendars', { name: 'Work', data: WORK });
  const day = now - (now % (24 * HOUR)) + 24 * HOUR;
  const at = (hour: number, id: number, speed: number): StoredPosition =>
    aPosition({ id, deviceId, time: day + hour * HOUR, speed });
  // A day on each side, so that one of them is of the period whenever it ends.
  const days = [-24, 0, 24].flatMap((hours, i) => [
    at(hours + 9.5, 70_001 + i, 21.6),
    at(hours + 10.5, 70_011 + i, 27),
  ]);
  await t.storage.commit({ positions: days, events: [], states: [] });
  const printed = { calendarId, type: 'route' };
  const asPdf = { format: 'pdf', form: 'table' };
  const weekday = (hours: number): number => new Date(day + hours * HOUR).getUTCDay() || 7;
  const others = [1, 2, 3, 4, 5, 6, 7].filter(
    (each) => ![weekday(-24), weekday(0), weekday(24)].includes(each),
  );
  const make = (description: string, attributes: object): Promise<number> =>
    post('/reports', { ...printed, description, attributes: { ...asPdf, ...attributes } });
  await make('ByHour', { fromHour: '10:00', toHour: '11:00' });
  await make('ByDay', { weekdays: others.join() });
  await make('AllOfIt', {});
  await t.tracker.mailDueReports();
  now = day + 20 * HOUR;
  await t.tracker.mailDueReports();
  assert.deepEqual(timesIn('AllOfIt'), ['09:30:00', '10:30:00']);
  assert.deepEqual(timesIn('ByHour'), ['10:30:00']);
  assert.deepEqual(timesIn('ByDay'), []);
});

/** Times of records that stand in the PDF of the mail with this subject. */
function timesIn(subject: string): readonly string[] {
  const mail = smtp.mails.findLast(({ source }) => source.includes(subject));
  const base64 = /filename=\S+\.pdf[^]*?\r\n\r\n([\w+/=\r\n]+)/.exec(mail?.source ?? '')?.[1] ?? '';
  const text = readPdf(Buffer.from(base64, 'base64')).texts.join(' ');
  return ['09:30:00', '10:30:00'].filter((time) => text.includes(time));
}

const aPosition = (of: { id: number; deviceId: number; time: number; speed: number }): StoredPosition => ({
  id: of.id,
  deviceId: of.deviceId,
  protocol: 'test',
  serverTime: of.time,
  deviceTime: of.time,
  fixTime: of.time,
  valid: true,
  latitude: -23.5,
  longitude: -46.6,
  altitude: 0,
  speed: knots(of.speed),
  course: 0,
  accuracy: 0,
  address: null,
  network: null,
  geofenceIds: null,
  attributes: {},
  contentKey: of.id,
});

test('[REPORT-123] a mailed overview is compared with the same weekday, week or month before, by the rights of who gets it', async () => {
  const userId = await t.addUser({ email: 'paper@example.com', attributes: { 'rastro.lang': 'en' } });
  const cookie = await t.signIn(userId);
  const post = async (path: string, body: object): Promise<number> =>
    ((await t.api('POST', path, cookie, body)).json as { id: number }).id;
  const deviceId = await post('/devices', { name: 'Van', uniqueId: '9' });
  const calendarId = await post('/calendars', { name: 'Work', data: WORK });
  const today = now - (now % (24 * HOUR)) + 24 * HOUR;
  const drive = (day: number, minutes: number): StoredPosition[] =>
    Array.from({ length: minutes }, (_, i) => ({
      ...aPosition({
        id: 90_000 + (day + 100) * 100 + i,
        deviceId,
        time: today + day * 24 * HOUR + 9 * HOUR + i * 60_000,
        speed: 60 / 1.852,
      }),
      latitude: -23.5 + i * 0.009,
    }));
  const positions = [...drive(0, 60), ...drive(-7, 40), ...drive(-8, 20)];
  await t.storage.commit({ positions, events: [], states: [] });
  const make = (description: string, attributes: object): Promise<number> =>
    post('/reports', {
      type: 'overview',
      description,
      calendarId,
      attributes: { format: 'pdf', types: 'driven,alarms', ...attributes },
    });
  await make('PaperDay', {});
  await make('PaperWeek', { mailedPeriod: 'thisWeek' });
  await t.tracker.mailDueReports();
  now = today + 19 * HOUR;
  assert.equal((await t.tracker.mailDueReports()) >= 2, true);
  const textOf = (subject: string): string => {
    const mail = smtp.mails.findLast(({ source }) => source.includes(subject));
    const base64 = /filename=\S+\.pdf[^]*?\r\n\r\n([\w+/=\r\n]+)/.exec(mail?.source ?? '')?.[1] ?? '';
    return readPdf(Buffer.from(base64, 'base64')).texts.join('\n');
  };
  const day = new Date(today - 7 * 24 * HOUR);
  const american = `${String(day.getUTCMonth() + 1).padStart(2, '0')}/${String(day.getUTCDate()).padStart(2, '0')}`;
  const paper = textOf('PaperDay');
  assert.ok(paper.includes(`Compared with: ${american}`), paper);
  assert.ok(paper.includes('59.1 km') && paper.includes('39.1 km') && paper.includes('51%'), paper);
  assert.ok(paper.includes('Alarms waiting'));
  assert.ok(textOf('PaperWeek').includes('Compared with: '));
  const { server } = t.tracker.directory;
  await t.tracker.directory.updateServer({ ...server, attributes: { 'rastro.enableAdvancedPerms': true } });
  now += 24 * HOUR;
  await t.tracker.mailDueReports();
  await t.tracker.directory.updateServer(server);
  const later = textOf('PaperDay');
  assert.ok(later.includes('Distance and hours') && !later.includes('Alarms waiting'), later);
});

interface Saved {
  readonly id: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

test('[SCHED-1] every kind that has a sheet is mailed, in the language of who gets it', async () => {
  const userId = await t.addUser({ email: 'todo@example.com', attributes: { language: 'es' } });
  const cookie = await t.signIn(userId);
  const post = async (path: string, body: object): Promise<Saved> =>
    (await t.api('POST', path, cookie, body)).json;
  await post('/devices', { name: 'Van', uniqueId: '3' });
  const calendarId = (await post('/calendars', { name: 'Work', data: WORK })).id;
  for (const type of SHEET_REPORTS) await post('/reports', { type, description: `Kind-${type}`, calendarId });
  await t.tracker.mailDueReports();
  now += 24 * HOUR;
  await t.tracker.mailDueReports();
  const subjects = smtp.mails
    .filter(({ to }) => to.includes('todo@example.com'))
    .map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim() ?? '');
  assert.deepEqual(subjects.toSorted(), SHEET_REPORTS.map((type) => `Informe: Kind-${type}`).toSorted());
});

test('[SCHED-2] [SCHED-3] it is narrowed as its attributes say, with the rights of who gets it; what became of it is kept', async () => {
  const ownerId = await t.addUser({ email: 'narrow@example.com' });
  let owner = await t.signIn(ownerId);
  const other = await t.signIn(await t.addUser({ email: 'fences@example.com' }));
  const postAs = async (cookie: string, path: string, body: object): Promise<Saved> =>
    (await t.api('POST', path, cookie, body)).json;
  const fence = await postAs(other, '/geofences', { name: 'Yard', area: 'CIRCLE (1 1, 5)' });
  await postAs(owner, '/devices', { name: 'Van', uniqueId: '4' });
  const calendarId = (await postAs(owner, '/calendars', { name: 'Work', data: WORK })).id;
  const make = (type: string, attributes: object): Promise<Saved> =>
    postAs(owner, '/reports', { type, description: type, calendarId, attributes });
  const good = await make('events', { types: 'alarm,ignitionOn' });
  const notOwn = await make('geofences', { geofences: String(fence.id) });
  const none = await postAs(other, '/reports', { type: 'trips', description: 'No vehicles', calendarId: 0 });
  const outcomeOf = async ({ id }: Saved): Promise<unknown> =>
    ((await t.api('GET', `/reports/${id}`, owner)).json as Saved).attributes['lastOutcome'];
  assert.equal(await outcomeOf(good), undefined);
  await t.tracker.mailDueReports();
  now += 24 * HOUR;
  await t.tracker.mailDueReports();
  // A day later the session is over.
  owner = await t.signIn(ownerId);
  assert.equal(await outcomeOf(good), 'mailed');
  assert.equal(await outcomeOf(notOwn), 'failed');
  assert.deepEqual(none.attributes, {}, 'without a calendar nothing is mailed');
  const saved = (await t.api('GET', `/reports/${good.id}`, owner)).json as Saved;
  assert.equal(saved.attributes['lastMailing'], now);
  assert.equal(saved.attributes['types'], 'alarm,ignitionOn');
});

test('[SCHED-700] a mail is about a week or month that is chosen, in the zone of who gets it', async () => {
  const attributes = { timezone: 'America/Sao_Paulo', language: 'pt-BR' };
  const userId = await t.addUser({ email: 'month@example.com', attributes });
  const cookie = await t.signIn(userId);
  const post = async (path: string, body: object): Promise<Saved> =>
    (await t.api('POST', path, cookie, body)).json;
  await post('/devices', { name: 'Van', uniqueId: '700' });
  const calendarId = (await post('/calendars', { name: 'Work', data: WORK })).id;
  const asPdf = { format: 'pdf', form: 'table' };
  const make = (description: string, mailedPeriod?: string): Promise<Saved> =>
    post('/reports', {
      type: 'trips',
      description,
      calendarId,
      attributes: mailedPeriod === undefined ? asPdf : { ...asPdf, mailedPeriod },
    });
  await make('OfLastMonth', 'lastMonth');
  await make('OfThisMonth', 'thisMonth');
  await make('OfTheDay', 'nonsense');
  await t.tracker.mailDueReports();
  now = Date.UTC(2026, 5, 10, 18, 30);
  await t.tracker.mailDueReports();
  const periodIn = (subject: string): string => {
    const { source = '' } = smtp.mails.findLast((mail) => mail.source.includes(subject)) ?? {};
    const base64 = /filename=\S+\.pdf[^]*?\r\n\r\n([\w+/=\r\n]+)/.exec(source)?.[1] ?? '';
    const text = readPdf(Buffer.from(base64, 'base64')).texts.join(' ');
    return /\d\d\/\d\d\/\d{4}.*?–.*?\d\d:\d\d/.exec(text)?.[0] ?? text;
  };
  assert.equal(periodIn('OfLastMonth'), '01/05/2026, 00:00 – 31/05/2026, 23:59');
  assert.equal(periodIn('OfThisMonth'), '01/06/2026, 00:00 – 10/06/2026, 14:59');
  assert.equal(periodIn('OfTheDay'), '10/06/2026, 05:00 – 10/06/2026, 14:59');
});

test('[SCHED-4] who has a saved report sees which vehicles and groups it is about', async () => {
  const userId = await t.addUser({ email: 'scope@example.com' });
  const cookie = await t.signIn(userId);
  const post = async (path: string, body: object): Promise<Saved> =>
    (await t.api('POST', path, cookie, body)).json;
  const device = await post('/devices', { name: 'Van', uniqueId: '5' });
  const report = await post('/reports', { type: 'trips', description: 'Mine', calendarId: 0 });
  const pair = { deviceId: device.id, reportId: report.id };
  assert.equal((await t.api('POST', '/permissions', cookie, pair)).status, 204);
  const seen = await t.api('GET', `/permissions?deviceId=0&reportId=${report.id}`, cookie);
  assert.deepEqual([seen.status, seen.json], [200, [pair]]);
});
