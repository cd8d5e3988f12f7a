import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import type { ScoreItem } from '@rastro/fleet';
import { CASE_STATES, CONTEST_STATES, EFFECT_DAYS, type CoachingCase } from '@rastro/fleet/coaching';
import type { Layouts } from '@rastro/fleet/layouts';
import { PROTOCOLS } from '@rastro/protocols';
import { serializeUser } from '@rastro/tracker';
import pino from 'pino';
import { runServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { CUSTOMER, OPERATOR } from './demo-accounts.ts';
import { DemoClient } from './demo-client.ts';
import { addCoaching } from './demo-coaching.ts';
import { addLayouts } from './demo-layouts.ts';
import { runDemo } from './run-demo.ts';

/** Long enough for a talk of which the effect is known. */
const DAYS = 22;

test('[DEMO-807] cases stand in every state, scores differ, and a second time adds nothing', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-demo-coaching-'));
  const protocols = PROTOCOLS.map(({ name }) => `${name}:0`).join();
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, DEMO_DAYS: String(DAYS) };
  const settings = readSettings({ ...environment, PROTOCOLS: protocols }, null);
  const log = pino({ level: 'silent' });
  const server = await runServer(settings, log);
  const demo = await runDemo(server, settings, log);
  t.after(async () => {
    demo.stop();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const beganAt = Date.now();
  await demo.whole;
  const clientOf = (email: string) => new DemoClient(server.url, { email, password: demo.password }, log);
  const [customer, reseller] = [clientOf(CUSTOMER), clientOf('bandeirante@demo.rastro')];
  const period = `from=${new Date(beganAt - DAYS * DAY_MS).toISOString()}&to=${new Date(beganAt).toISOString()}`;
  const casesNow = () => customer.list<CoachingCase>(`/ext/coaching/cases?${period}`);
  const layoutsOf = async (client: DemoClient): Promise<Layouts> =>
    Object(await client.call({ method: 'GET', path: '/ext/layouts' }));

  const cases = await casesNow();
  assert.deepEqual(new Set(cases.map(({ state }) => state)), new Set(CASE_STATES));
  const contests = cases.flatMap(({ contest }) => (contest === null ? [] : [contest.state]));
  assert.deepEqual(new Set(contests), new Set(CONTEST_STATES));
  const effects = cases.filter(({ doneAt }) => Date.parse(doneAt ?? '') < beganAt - EFFECT_DAYS * DAY_MS);
  assert.ok(effects.length > 0, 'the effect of a talk is known');

  const scores = await customer.list<ScoreItem>(`/api/reports/scores?${period}&by=driver`);
  const points = scores.flatMap((each) => each.points ?? []);
  assert.ok(new Set(points).size > 20 && Math.min(...points) < 85 && Math.max(...points) < 100);

  assert.equal((await layoutsOf(customer)).layouts.length, 2);
  assert.equal((await layoutsOf(clientOf('padaria@demo.rastro'))).standard?.name, 'Minha frota');

  const [manager, helper] = [CUSTOMER, OPERATOR].map((email) => server.tracker?.directory.users.byKey(email));
  assert.ok(manager && helper);
  const people = { manager: serializeUser(manager), helper: serializeUser(helper) };
  await addCoaching({
    coaching: server.coaching,
    customer,
    ...people,
    beganAt: Number(readFileSync(join(folder, 'demo-began'), 'utf8')),
  });
  await addLayouts({ customer, reseller }, settings.EXT_PATH);
  assert.deepEqual(await casesNow(), cases);
  assert.equal((await layoutsOf(customer)).layouts.length, 2);
});
