import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { knots, type TripItem } from '@rastro/fleet';
import { SHEET_REPORTS } from '@rastro/fleet/schemas';
import type { StoredPosition } from '@rastro/storage';
import { startSmtpSimulator, type SmtpSimulator } from '@rastro/outgoing/testing';
import { parseSmtpServer } from '@rastro/outgoing';
import {
  NO_OUTGOING,
  eventually,
  openTestTracker,
  type TestTracker,
} from '../../../test/open-test-tracker.ts';
import { readPdf, type ReadPdf } from '@rastro/outgoing/testing';

const START = Date.UTC(2026, 2, 2, 12);
const MINUTE = 60_000;
const DAY = 86_400_000;
const DAYS = 5;
const iso = (time: number): string => new Date(time).toISOString();
const PERIOD = `from=${iso(START - DAY / 2)}&to=${iso(START + DAYS * DAY)}`;
const NAMES = [
  'Caminhão São João da Boa Vista, Ação e Reação com um nome que não cabe em coluna nenhuma do relatório',
  'Łódź Żuk',
  'Ñandú 3',
];

let smtp: SmtpSimulator;
let t: TestTracker;
let cookie: string;
let fence: number;
const deviceIds: number[] = [];
before(async () => {
  smtp = await startSmtpSimulator({ user: 'a', password: 'b' });
  const server = parseSmtpServer(`smtp://a:b@127.0.0.1:${smtp.port}`);
  assert.ok(server.ok);
  t = await openTestTracker({
    reportDeviceDays: 100,
    outgoing: { ...NO_OUTGOING, mail: { server: server.value, from: 'no-reply@example.com' } },
  });
  const userId = await t.addUser({
    administrator: true,
    attributes: { timezone: 'America/Sao_Paulo', 'rastro.lang': 'pt-BR' },
  });
  cookie = await t.signIn(userId);
  const post = async (path: string, body: object): Promise<number> =>
    ((await t.api('POST', path, cookie, body)).json as { id: number }).id;
  fence = await post('/geofences', { name: 'Pátio', area: 'CIRCLE (1 1, 5)' });
  await post('/drivers', { name: 'João Conceição', uniqueId: 'D1' });
  const attributes = { speedLimit: 60 / 1.852, fuelPrice: 6, fuelCapacity: 100 };
  for (const [i, name] of NAMES.entries()) {
    const deviceId = await post('/devices', { name, uniqueId: `v${i}`, attributes });
    deviceIds.push(deviceId);
    await t.storage.commit({ positions: drives(deviceId, i), events: [], states: [] });
  }
  await t.restart();
});
after(async () => {
  await t.dispose();
  smtp.close();
});

/** Each day forty minutes out in a bend, an hour of rest in the yard, and back; a record a minute. */
function drives(deviceId: number, vehicle: number): StoredPosition[] {
  const all: StoredPosition[] = [];
  for (let day = 0; day < DAYS; day++)
    for (let minute = 0; minute < 160; minute++) {
      const moves = (minute >= 10 && minute < 50) || (minute >= 110 && minute < 150);
      const along = Math.min(Math.max(minute - 10, 0), 40) - Math.min(Math.max(minute - 110, 0), 40);
      const kmh = moves ? 30 + 40 * Math.sin((along / 40) * Math.PI) + 5 * vehicle : 0;
      const time = START + day * DAY + minute * MINUTE;
      all.push({
        id: deviceId * 10_000 + all.length,
        deviceId,
        protocol: 'test',
        serverTime: time,
        deviceTime: time,
        fixTime: time,
        valid: true,
        latitude: -23.5 + (along / 400) * (1 + vehicle / 3),
        longitude: -46.6 + Math.sin(along / 8 + vehicle) / 30,
        altitude: 700,
        speed: knots(kmh / 1.852),
        course: 0,
        accuracy: 0,
        address: null,
        network: null,
        geofenceIds: minute >= 50 && minute < 110 ? [fence] : null,
        attributes: { ignition: moves || minute > 90, driverUniqueId: 'D1', fuel: 60 - minute / 10 },
        contentKey: all.length,
      });
    }
  return all;
}

const ask = (path: string, who = cookie) =>
  t.tracker.api.inject({ url: `/api/reports/${path}`, headers: { cookie: who } });
async function pdf(path: string): Promise<ReadPdf> {
  const answer = await ask(path);
  assert.equal(answer.statusCode, 200, `${path}: ${answer.body.slice(0, 200)}`);
  assert.equal(answer.headers['content-type'], 'application/pdf');
  return readPdf(answer.rawPayload);
}

test('[PDF-1] every report that has a sheet is a PDF, too, in both forms', async () => {
  for (const type of SHEET_REPORTS)
    for (const form of ['standard', 'table']) {
      // A line with a letter that not every reader has is in an embedded font whole, and the line above a table names vehicles.
      const western = form === 'table' ? `&deviceId=${deviceIds[0]}&deviceId=${deviceIds[2]}` : '';
      const { pages, texts } = await pdf(`${type}/pdf?form=${form}&${PERIOD}&geofenceId=${fence}${western}`);
      assert.equal(texts.length, pages, type);
      assert.match(
        texts[0] ?? '',
        /Período: 01\/03\/2026, 21:00 – 07\/03\/2026, 09:00 · America\/Sao Paulo \(GMT-3\)/,
        type,
      );
      for (const [i, text] of texts.entries())
        assert.ok(text.includes(`Página ${i + 1}/${pages}`), `${type} ${form} ${i}`);
    }
});

test('[PDF-1] a period without anything is one page that says so', async () => {
  const empty = `from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z`;
  for (const form of ['standard', 'table']) {
    const { pages, texts } = await pdf(`trips/pdf?form=${form}&${empty}`);
    assert.equal(pages, 1);
    assert.match(texts[0] ?? '', /Nada neste período\./);
  }
});

test('[PDF-2] figures, instants and totals are those of the list, as the reader reads', async () => {
  const trips = (await ask(`trips?${PERIOD}`)).json<TripItem[]>();
  const decimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const total = trips.reduce((sum, { distance }) => sum + Number((distance / 1000).toFixed(2)), 0);
  for (const form of ['standard', 'table']) {
    const text = (await pdf(`trips/pdf?form=${form}&${PERIOD}`)).texts.join('\n');
    assert.ok(text.includes(decimal.format(total)), `the way of all: ${total}`);
    assert.ok(text.includes(`Total: Linhas ${trips.length}`));
    const hours = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium', timeZone: 'America/Sao_Paulo' });
    for (const { startTime, distance } of trips) {
      assert.ok(text.includes(`\n${hours.format(Date.parse(startTime))}\n`), startTime);
      assert.ok(text.includes(`\n${decimal.format(distance / 1000)}\n`), String(distance));
    }
    assert.ok(/Duração[^]*Distância[^]*João Conceição/.test(text));
  }
});

test('[PDF-3] names keep their letters, long ones end in dots', async () => {
  const { texts, embedded } = await pdf(`trips/pdf?form=table&${PERIOD}`);
  const text = texts.join('\n');
  for (const letter of 'ŁódźŻuk') assert.ok(embedded.has(letter), letter);
  assert.match(text, /Ñandú 3 {2}· {2}seg\., 02 de mar\. de 2026/);
  assert.match(text, /Caminhão São João da Boa Vista, [^\n]*… {2}· /);
  assert.ok(!text.includes('?'), text);
});

test('[PDF-5] who may not have reports, unknown forms and far too much are refused', async () => {
  const limited = await t.signIn(await t.addUser({ disableReports: true }));
  assert.match((await ask(`trips/pdf?${PERIOD}`, limited)).body, /^Operation restricted/);
  const odd = await ask(`trips/pdf?form=poster&${PERIOD}`);
  assert.equal(odd.statusCode, 400);
  assert.match(odd.body, /form: is none of standard, table/);
});

test('[PDF-7] mails and scheduled reports carry a PDF where it is said', async () => {
  const count = smtp.mails.length;
  assert.equal((await ask(`trips/mail?format=pdf&form=table&${PERIOD}`)).statusCode, 204);
  await eventually(() => smtp.mails.length === count + 1);
  assert.match(smtp.mails.at(-1)?.source ?? '', /application\/pdf[^]*filename=\S+\.pdf/);
  assert.equal((await ask(`trips/mail?format=doc&${PERIOD}`)).statusCode, 400);
});
