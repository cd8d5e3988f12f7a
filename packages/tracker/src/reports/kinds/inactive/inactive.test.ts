import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Diagnosis, ReportItems } from '@rastro/fleet';
import { openTestTracker, type TestTracker } from '../../../../test/open-test-tracker.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const iso = (time: number): string => new Date(time).toISOString();
let t: TestTracker;
before(async () => {
  t = await openTestTracker();
});
after(() => t.dispose());

test('[REPORT-39][REPORT-60] of who is silent since before the period inactive says why, as its diagnosis does', async () => {
  const cookie = await t.signIn(
    await t.addUser({ administrator: true, attributes: { 'rastro.lang': 'en' } }),
  );
  const made = await t.api('POST', '/devices', cookie, { name: 'Truck', uniqueId: 'truck' });
  const { id: truck }: { id: number } = made.json;
  const at = Date.now() - 10 * DAY;
  const url = `http://127.0.0.1:${await t.port('osmand')}/?id=truck&lat=-23.5&lon=-46.6`;
  for (const time of [at, at + MINUTE]) assert.equal((await fetch(`${url}&timestamp=${time}`)).status, 200);
  const { verdict }: Diagnosis = (await t.api('GET', `/devices/${truck}/diagnosis`, cookie)).json;
  assert.equal(verdict, 'online');
  const of = async (from: number, to: number): Promise<unknown> => {
    const period = `deviceId=${truck}&from=${iso(from)}&to=${iso(to)}`;
    const [item]: ReportItems['inactive'][] = (await t.api('GET', `/reports/inactive?${period}`, cookie))
      .json;
    const sheet = await t.api('GET', `/reports/inactive/csv?${period}`, cookie);
    return [item?.reason, item?.verdict, sheet.text.includes('The tracker is online.')];
  };
  assert.deepEqual(await of(at + DAY, at + 2 * DAY), ['silent', verdict, true]);
  assert.deepEqual(await of(at - 2 * DAY, at - DAY), ['never', null, false], 'it was heard since');

  const reasons = async (from: number, to: number, types: string): Promise<readonly string[]> => {
    const path = `/reports/inactive?deviceId=${truck}&from=${iso(from)}&to=${iso(to)}${types}`;
    const items: readonly ReportItems['inactive'][] = (await t.api('GET', path, cookie)).json;
    return items.map(({ reason }) => reason);
  };
  const silent = [at + DAY, at + 2 * DAY] as const;
  assert.deepEqual(await reasons(...silent, '&type=never&type=silent'), ['silent']);
  assert.deepEqual(await reasons(...silent, '&type=never&type=standing'), [], 'of other reasons');
  const standing = [at - MINUTE, at + DAY] as const;
  assert.deepEqual(await reasons(...standing, '&type=silent'), []);
  assert.deepEqual(await reasons(...standing, ''), ['standing']);
  const now = Date.now();
  assert.equal((await fetch(`${url}&timestamp=${Math.floor(now / 1000)}`)).status, 200);
  const recent = [now - DAY, now + MINUTE] as const;
  assert.deepEqual(await reasons(...recent, '&type=never&type=silent'), [], 'it reports');
  assert.deepEqual(await reasons(...recent, '&type=silent&type=standing'), ['standing']);
});
