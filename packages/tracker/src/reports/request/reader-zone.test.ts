import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '@rastro/base';
import { knots } from '@rastro/fleet';
import { parseSmtpServer } from '@rastro/outgoing';
import { readPdf, startSmtpSimulator, type SmtpSimulator } from '@rastro/outgoing/testing';
import { strFromU8, unzipSync } from 'fflate';
import {
  eventually,
  NO_OUTGOING,
  openTestTracker,
  type TestTracker,
} from '../../../test/open-test-tracker.ts';
import { storedPosition } from '../../../test/stored-position.ts';

const ZONE = 'America/Sao_Paulo';
/** In São Paulo it is ten in the morning of the third of March. */
const NOW = Date.UTC(2026, 2, 3, 13);
/** All of the second of March there, whatever Greenwich says. */
const YESTERDAY = { from: Date.UTC(2026, 2, 2, 3), to: Date.UTC(2026, 2, 3, 3) - 1 };
/** Late in the evening of yesterday there: it is the third in Greenwich. */
const DRIVE = Date.UTC(2026, 2, 3, 1);
let smtp: SmtpSimulator;
let t: TestTracker;
let now = NOW;
before(async () => {
  smtp = await startSmtpSimulator({ user: 'ana', password: 'secret' });
  const server = parseSmtpServer(`smtp://ana:secret@127.0.0.1:${smtp.port}`);
  assert.ok(server.ok);
  t = await openTestTracker({
    clock: { ...systemClock, now: () => now },
    outgoing: { ...NO_OUTGOING, mail: { server: server.value, from: 'a@b.c' } },
  });
});
after(async () => {
  await t.dispose();
  smtp.close();
});

async function aDriver(attributes: object, email = `z${Math.random()}@example.com`) {
  const id = await t.addUser({ email, attributes: { 'rastro.lang': 'pt-BR', ...attributes } });
  const cookie = await t.signIn(id);
  const made = await t.api('POST', '/devices', cookie, { name: 'Van', uniqueId: String(Math.random()) });
  const deviceId = (made.json as { id: number }).id;
  const positions = Array.from({ length: 30 }, (_, i) =>
    storedPosition({
      id: deviceId * 100 + i,
      deviceId,
      fixTime: DRIVE + i * 60_000,
      latitude: -23.5 + i * 0.01,
      speed: knots(36),
      attributes: { ignition: true },
    }),
  );
  await t.storage.commit({ positions, events: [], states: [] });
  return { cookie, email, deviceId };
}
const iso = (at: number): string => new Date(at).toISOString();

/** The days in each form of the daily report, as `02/03/2026`. */
async function daysIn(cookie: string, zone: string) {
  const query = `from=${iso(YESTERDAY.from)}&to=${iso(YESTERDAY.to)}${zone}`;
  const ask = (form: string) =>
    t.tracker.api.inject({ url: `/api/reports/daily${form}?${query}`, headers: { cookie } });
  const screen = (await ask('')).json<{ date: string; distance: number | null }[]>();
  const sheet = strFromU8(
    unzipSync((await ask('/xlsx')).rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array(0),
  );
  const serials = [...sheet.matchAll(/<c r="B\d+" s="\d+"><v>([\d.]+)<\/v>/g)].map(([, days]) =>
    Number(days),
  );
  const ofSerial = (days: number): string => iso((days - 25_569) * 86_400_000).slice(0, 10);
  const csv = (await ask('/csv')).body;
  const pdf = readPdf((await ask('/pdf')).rawPayload).texts.join('\n');
  return {
    screen: screen.map(({ date }) => date),
    driven: screen.filter(({ distance }) => (distance ?? 0) > 0).length,
    xlsx: serials.map(ofSerial),
    csv: [...csv.matchAll(/;(2026-\d\d-\d\d);/g)].map(([, day]) => day),
    pdf: [...pdf.matchAll(/^(\d\d)\/(\d\d)\/(2026)$/gm)].map(([, d, m, y]) => `${y}-${m}-${d}`),
    zones: [sheet, pdf].map((text) => text.includes('America/Sao Paulo (GMT-3)')),
  };
}
const SAME = {
  screen: ['2026-03-02'],
  driven: 1,
  xlsx: ['2026-03-02'],
  csv: ['2026-03-02'],
  pdf: ['2026-03-02'],
  zones: [true, true],
};

test('[REPORT-100] yesterday is the same day on the screen, in PDF, XLSX and CSV: of the page that asks, else of the account, else of the installation', async () => {
  const own = await aDriver({ timezone: ZONE });
  assert.deepEqual(await daysIn(own.cookie, ''), SAME, 'the account');
  const page = await aDriver({});
  assert.deepEqual(await daysIn(page.cookie, `&zone=${ZONE}`), SAME, 'the page');
  await t.setServer({ timezone: ZONE });
  assert.deepEqual(await daysIn(page.cookie, ''), SAME, 'the installation');
});

test('[REPORT-101] a scheduled mail has the same day, named in the zone of who gets it', async () => {
  await t.setServer({ timezone: ZONE });
  const { cookie, email } = await aDriver({}, 'daily@example.com');
  const DAYS = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    `DTSTART;TZID=${ZONE}:20260302T000000`,
    `DTEND;TZID=${ZONE}:20260303T000000`,
    'RRULE:FREQ=DAILY',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  const data = Buffer.from(DAYS).toString('base64');
  const calendarId = (
    (await t.api('POST', '/calendars', cookie, { name: 'Days', data })).json as { id: number }
  ).id;
  await t.api('POST', '/reports', cookie, { type: 'trips', description: 'Ontem', calendarId });
  now = Date.UTC(2026, 2, 3, 2);
  await t.tracker.mailDueReports();
  now = NOW;
  await t.tracker.mailDueReports();
  await eventually(() => smtp.mails.some(({ to }) => to.includes(email)));
  const source = smtp.mails.findLast(({ to }) => to.includes(email))?.source ?? '';
  assert.match(source, /filename=\S*_Ontem_2026-03-02\.xlsx/);
  const [, coded = ''] = /filename=\S+\.xlsx[^]*?\r\n\r\n([\w+/=\r\n]+)/.exec(source) ?? [];
  const sheet = strFromU8(
    unzipSync(Buffer.from(coded, 'base64'))['xl/worksheets/sheet1.xml'] ?? new Uint8Array(0),
  );
  assert.match(sheet, /Período: 02\/03\/2026, 00:00 – 02\/03\/2026, 23:59/);
  // Ten in the evening of the second of March.
  const start = (Date.UTC(2026, 2, 2, 22) / 86_400_000 + 25_569).toFixed(8).slice(0, 10);
  assert.match(sheet, new RegExp(`<v>${start}`));
});

test('[USER-100] whoever sets the installation up gives it the zone of their browser', async () => {
  const fresh = await openTestTracker();
  try {
    const first = { name: 'Ana', email: 'ana@example.com', password: 'a good password' };
    const setupCode = fresh.tracker.firstAdministrator.code;
    const body = { ...first, setupCode, attributes: { timezone: ZONE } };
    assert.equal((await fresh.api('POST', '/users', undefined, body)).status, 200);
    assert.equal(fresh.tracker.directory.server.attributes['timezone'], ZONE);
  } finally {
    await fresh.dispose();
  }
});
