import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import pino from 'pino';
import { addTotals, NO_TOTALS, type ReportItems, type ReportType, type TotalsItem } from '@rastro/fleet';
import { hasNoFuel, TOTALS_FIGURES } from '@rastro/fleet/figures';
import { PROTOCOLS } from '@rastro/protocols';
import { compareLists } from '../../test/demo-lists.ts';
import { runServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { runDemo } from './run-demo.ts';

/** Days of history; `DEMO_TOTALS_DAYS=90` is the whole demonstration. */
const DAYS = Number(process.env['DEMO_TOTALS_DAYS'] ?? 3);
/** A demonstration that somebody looks at has the usual ones. */
const ANY_PORTS = PROTOCOLS.map(({ name }) => `${name}:0`).join();
const QUARTER_MS = 900_000;
const ROUNDS = 6;
const ZONES = ['America/Sao_Paulo', 'Asia/Kathmandu', 'UTC', 'Europe/Rome'];
const add = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
/** Numbers of a line, without whose they are, and without counts of vehicles: two drivers may share one. */
const numbers = ({ vehicles: _, reporting: __, used: ___, maxSpeed: ____, ...line }: TotalsItem): object =>
  line;

/** @returns numbers from 0 to below 1, the same for the same seed. */
function drawnFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

test('[DEMO-28] totals of the demonstration are those of its other reports, to the last digit', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-demo-'));
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DEMO_DAYS: String(DAYS),
    PROTOCOLS: ANY_PORTS,
  };
  const settings = readSettings(environment, null);
  const log = pino({ level: 'silent' });
  const server = await runServer(settings, log);
  const demo = await runDemo(server, settings, log);
  t.after(async () => {
    demo.stop();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await demo.whole;
  const authorization = `Basic ${Buffer.from(`customer@demo.rastro:${demo.password}`).toString('base64')}`;
  const get = async <T>(path: string): Promise<T> => {
    const headers = { authorization, accept: 'application/json' };
    const answer = await fetch(`${server.url}/api/${path}`, { headers });
    assert.equal(answer.status, 200, path);
    return answer.json() as Promise<T>;
  };
  const report = <K extends ReportType>(type: K, query: string): Promise<readonly ReportItems[K][]> =>
    get(`reports/${type}?${query}`);
  const devices = (await get<readonly { readonly id: number }[]>('devices')).map(({ id }) => id);
  // What the vehicles do from now on comes while the test reads.
  const end = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS - DAY_MS / 4;
  for (const seed of [7, 42, 2026]) {
    const draw = drawnFrom(seed);
    let meters = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const zone = ZONES[Math.floor(draw() * ZONES.length)] ?? 'UTC';
      const some = devices.filter(() => draw() < 0.15).slice(0, 7);
      const isCut = round % 3 === 2;
      const step = isCut ? 61_000 : QUARTER_MS;
      const from = end - Math.floor((draw() * DAYS * DAY_MS) / QUARTER_MS) * QUARTER_MS - (isCut ? step : 0);
      const to = from + Math.max(step, Math.floor((draw() * (end - from)) / step) * step);
      const period = `from=${new Date(from).toISOString()}&to=${new Date(to - 1).toISOString()}`;
      const query = `${period}&zone=${zone}&${some.map((id) => `deviceId=${id}`).join('&')}`;
      const [sum = NO_TOTALS] = await report('totals', `${query}&sum=true`);
      const lines = await report('totals', query);
      assert.deepEqual(lines.reduce(addTotals, NO_TOTALS), sum, query);
      meters += sum.distance;
      const groups = await report('totals', `${query}&by=group`);
      assert.deepEqual(groups.reduce(addTotals, NO_TOTALS), sum, query);
      const drivers = await report('totals', `${query}&by=driver`);
      assert.deepEqual(numbers(drivers.reduce(addTotals, NO_TOTALS)), numbers(sum), query);
      await compareFigures(report, query, { sum, from, to });
      const summary = await report('summary', query);
      assert.equal(add(summary.map(({ distance }) => distance)), sum.distance, query);
      assert.equal(add(summary.map(({ engineHours }) => engineHours)), sum.engineHours, query);
      assert.equal(Math.max(0, ...summary.map(({ maxSpeed }) => maxSpeed)), sum.maxSpeed, query);
      if (isCut) continue;
      const daily = await report('daily', query);
      assert.equal(add(daily.map(({ distance }) => distance ?? 0)), sum.distance, query);
      assert.equal(add(daily.map(({ moving }) => moving)), sum.moving, query);
      assert.equal(add(daily.map(({ idle }) => idle ?? 0)), sum.idle, query);
      assert.equal(add(daily.map(({ overspeed }) => overspeed)), sum.overspeed, query);
    }
    assert.ok(meters > 10_000, 'something is added up');
  }
  const all = `from=${new Date(end - DAYS * DAY_MS).toISOString()}&to=${new Date(end).toISOString()}`;
  const driven = (await report('totals', `${all}&by=driver`)).filter(({ driverName }) => driverName !== null);
  assert.ok(driven.length > 5 && driven.every(({ distance }) => distance >= 0));
  await compareLists({ get, report }, DAYS);
});

type Reports = <K extends ReportType>(type: K, query: string) => Promise<readonly ReportItems[K][]>;
interface Counted {
  readonly sum: TotalsItem;
  readonly from: number;
  /** The first instant after the period. */
  readonly to: number;
}

/** The report of the overview has the figures of the screen, from totals and scores of the period and the one before. */
async function compareFigures(report: Reports, query: string, { sum, from, to }: Counted): Promise<void> {
  const iso = (at: number): string => new Date(at).toISOString();
  const vehicles = query.slice(query.indexOf('&zone='));
  const before = `from=${iso(2 * from - to)}&to=${iso(from - 1)}${vehicles}&sum=true`;
  const [totals = NO_TOTALS] = await report('totals', before);
  const [score = null] = await report('scores', `${query}&sum=true`);
  const kinds = (['driven', 'safety', 'fuel', 'use'] as const).filter(
    (kind) => kind !== 'fuel' || !hasNoFuel(sum),
  );
  const screen = kinds.flatMap((kind) =>
    TOTALS_FIGURES[kind]({ totals: sum, before: totals, lengthMs: to - from, score }),
  );
  const asked = '&type=driven&type=safety&type=fuel&type=use';
  assert.deepEqual(
    (await report('overview', `${query}${asked}`)).map(({ figure, value, before: last }) => [
      figure,
      value,
      last,
    ]),
    screen.map(({ name, value, before: last = null }) => [name, value, last]),
    query,
  );
  const [silent] = await report('overview', `${query}&type=silent`);
  const day = `from=${iso(to - 1 - DAY_MS)}&to=${iso(to - 1)}${vehicles}&type=never&type=silent`;
  assert.equal(silent?.value, (await report('inactive', day)).length, query);
}
