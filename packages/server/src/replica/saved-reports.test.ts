import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS, systemClock } from '@rastro/base';
import { startSmtpSimulator, type SmtpSimulator } from '@rastro/outgoing/testing';
import { startFakeTraccar, type FakeTraccar } from '../../test/fake-traccar.ts';
import { silentLog } from '../../test/silent-log.ts';
import { RegistryBrandHeads } from '../brand-heads.ts';
import { connectTo } from '../gateway/external-server.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { trackerOptions } from '../tracker-options.ts';
import { openReplica, type Replica } from './open-replica.ts';
import { FIRST_REPORT_ID } from './saved-reports.ts';

const VAN = 1;
const OTHER = 2;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const YESTERDAY = TODAY - DAY_MS;
const folder = mkdtempSync(join(tmpdir(), 'rastro-saved-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

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
const CALENDAR = { id: 5, name: 'Work', data: WORK, attributes: {} };
/** Saved by somebody in the web application of the Traccar. */
const THEIRS = { id: 3, type: 'trips', description: 'Of the Traccar', calendarId: 5, attributes: {} };

let traccar: FakeTraccar;
let smtp: SmtpSimulator;
let isGone = false;
const data = join(folder, 'data');
const settings = () =>
  readSettings(
    {
      PORT: '0',
      HOST: '127.0.0.1',
      POSTCODE_URL: '',
      DATA_DIR: data,
      TRACKING_SERVER_URL: traccar.url,
      TRACKING_SERVER_TOKEN: 'service',
      TRACKING_SERVER_RATE: '1000',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'no-reply@example.com',
    },
    null,
  );

/** Calls that may change something there. */
const writes: string[] = [];

/** Answers of the fake for this test alone. */
function answer({ method, url = '', headers }: IncomingMessage, response: ServerResponse): boolean {
  const [path, query = ''] = url.split('?', 2);
  const isOwn = headers.authorization === 'Bearer service';
  if (method !== 'GET') writes.push(`${method} ${url}`);
  const send = (body: unknown): true => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return true;
  };
  if (path === '/api/calendars') return send([CALENDAR]);
  if (path === '/api/reports' && method === 'GET')
    return send(headers.cookie?.includes('ana') === true ? [THEIRS] : []);
  if (path === '/api/users' && isOwn) {
    const user = (id: number, name: string) => ({ id, name, email: `${name}@example.com`, attributes: {} });
    return send([...(isGone ? [] : [user(7, 'ana')]), user(8, 'bea')]);
  }
  // Of one account, asked for by the account of the installation.
  const [, userId] = /(?:^|&)userId=(\d+)/.exec(query) ?? [];
  if (path === '/api/devices' && isOwn && userId !== undefined)
    return send([
      { id: userId === '7' ? VAN : OTHER, name: 'Van', uniqueId: `v${userId}`, groupId: 0, attributes: {} },
    ]);
  return false;
}

before(async () => {
  traccar = await startFakeTraccar();
  smtp = await startSmtpSimulator();
  traccar.sees.set('ana', [VAN]).set('bea', [OTHER]);
  traccar.special = answer;
  for (const deviceId of [VAN, OTHER])
    for (let at = 0; at < 60; at++)
      traccar.positions.push({
        id: deviceId * 1000 + at,
        deviceId,
        time: YESTERDAY + 9 * HOUR_MS + at * MINUTE_MS,
        latitude: -23.5 + at * 0.005,
        longitude: -46.6,
        speed: 20,
      });
});
after(async () => {
  traccar.close();
  await smtp.close();
});

async function withFront(work: (front: RunningServer) => Promise<void>): Promise<void> {
  const front = await runServer(settings(), silentLog());
  try {
    await work(front);
  } finally {
    await front.close();
  }
}
async function withReplica(now: () => number, work: (replica: Replica) => Promise<void>): Promise<void> {
  const read = settings();
  const connection = connectTo(traccar.url);
  const clock = { ...systemClock, now };
  const options = trackerOptions(read, silentLog(), {
    restart: () => {},
    checkedIn: () => null,
    withdrawn: async () => new Map(),
    brands: new RegistryBrandHeads(false, 'Rastro'),
  });
  const replica = await openReplica({
    ...connection,
    token: 'service',
    cache: join(data, 'replica'),
    records: join(data, 'records'),
    tracker: { ...options, clock, forward: [], registerUnknown: null, historyDays: 0, openId: null },
    perSecond: 1000,
    unusedDays: 90,
    maxPositions: 1_000_000,
    driversDuring: async () => () => null,
    clock,
    log: silentLog(),
  });
  try {
    await work(replica);
  } finally {
    await replica.close();
  }
}

interface Saved {
  readonly id: number;
  readonly description: string;
}
const caller =
  (url: string, who: string) =>
  async (method: string, path: string, json?: object): Promise<{ status: number; body: unknown }> => {
    const reply = await fetch(`${url}/api${path}`, {
      method,
      headers: { cookie: `JSESSIONID=${who}`, origin: url, 'content-type': 'application/json' },
      ...(json ? { body: JSON.stringify(json) } : {}),
    });
    const text = await reply.text();
    return {
      status: reply.status,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    };
  };

test('[REPLICA-13] reports of every kind are saved here, with or without a calendar; those of the Traccar stay beside them', () =>
  withFront(async ({ url }) => {
    const [ana, bea] = [caller(url, 'ana'), caller(url, 'bea')];
    const wanted = { type: 'fuel', description: 'Fuel', calendarId: 0, attributes: { daily: true } };
    const made = await ana('POST', '/reports', wanted);
    assert.equal(made.status, 200, String(made.body));
    const { id } = made.body as Saved;
    assert.ok(id > FIRST_REPORT_ID, String(id));
    const link = await ana('POST', '/permissions', { reportId: id, deviceId: VAN });
    assert.notEqual(link.status, 204, 'owners come first in a link');
    assert.equal((await ana('POST', '/permissions', { deviceId: VAN, reportId: id })).status, 204);
    assert.equal((await ana('POST', '/permissions', { deviceId: OTHER, reportId: id })).status, 400);
    const list = (await ana('GET', '/reports')).body as readonly Saved[];
    assert.deepEqual(
      list.map(({ description }) => description),
      ['Of the Traccar', 'Fuel'],
    );
    const page = (await ana('GET', '/reports?limit=1&offset=1')).body as readonly Saved[];
    assert.deepEqual(
      page.map(({ description }) => description),
      ['Fuel'],
    );
    const changed = await ana('PUT', `/reports/${id}`, { ...wanted, id, description: 'All fuel' });
    assert.equal(changed.status, 200, String(changed.body));
    assert.equal(((await ana('GET', `/reports/${id}`)).body as Saved).description, 'All fuel');
    assert.deepEqual((await bea('GET', '/reports')).body, []);
    assert.equal((await bea('GET', `/reports/${id}`)).status, 400);
    assert.equal((await bea('DELETE', `/reports/${id}`)).status, 400);
    assert.equal((await ana('DELETE', `/reports/${id}`)).status, 204);
    assert.ok(!traccar.asked.some((path) => path.includes(String(id))), 'it is asked for nothing of ours');
  }));

test('[REPLICA-14] a saved report is mailed when its calendar says so, from history that is read then', async () => {
  let now = TODAY - 4 * HOUR_MS - 12 * HOUR_MS;
  await withFront(async ({ url }) => {
    const ana = caller(url, 'ana');
    const wanted = { type: 'trips', description: 'Every evening', calendarId: CALENDAR.id, attributes: {} };
    assert.equal((await ana('POST', '/reports', wanted)).status, 200);
    // A guest, and who sees nothing, would get none.
    assert.equal((await ana('GET', '/reports')).status, 200);
  });
  await withReplica(
    () => now,
    async (replica) => {
      assert.equal(await replica.mailDueReports(), 0, 'nothing before the first look');
      now = TODAY - 6 * HOUR_MS + 10 * MINUTE_MS;
      assert.equal(await replica.mailDueReports(), 1);
      assert.equal(await replica.mailDueReports(), 0, 'once');
    },
  );
  const [mail, ...more] = smtp.mails;
  assert.equal(more.length, 0);
  assert.deepEqual(mail?.to, ['ana@example.com']);
  assert.match(mail?.source ?? '', /filename="?Rastro_Every-evening_[\d-]+\.xlsx/);
  assert.ok(traccar.asked.some((path) => path.startsWith(`/api/positions?deviceId=${VAN}`)));
  assert.ok(!traccar.asked.some((path) => path.startsWith(`/api/positions?deviceId=${OTHER}`)));
  // After a start, and without the account, nobody gets anything.
  isGone = true;
  await withReplica(
    () => now,
    async (replica) => {
      now += DAY_MS;
      assert.equal(await replica.mailDueReports(), 0);
    },
  );
  assert.equal(smtp.mails.length, 1);
});

test('[GATE-119] nothing of all that is written into the Traccar', () => {
  assert.deepEqual(writes, []);
});
