import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FuelingItem, ReportItems } from '@rastro/fleet';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const START = Date.UTC(2026, 0, 5, 8);
const MINUTE = 60_000;
const PERIOD = `from=${new Date(START - MINUTE).toISOString()}&to=${new Date(START + 86_400_000).toISOString()}`;
const TABLE = '0=0; 512=40.5; 1023=95';
let t: TestTracker;
let cookie = '';
before(async () => {
  t = await openTestTracker();
  cookie = await t.signIn(await t.addUser({ administrator: true }));
});
after(() => t.dispose());

interface Truck {
  readonly id: number;
  readonly send: (minute: number, raw: string) => Promise<void>;
  readonly put: (attributes: object) => Promise<void>;
  readonly report: <T>(name: string) => Promise<readonly T[]>;
}
async function truck(uniqueId: string): Promise<Truck> {
  const device = { name: uniqueId, uniqueId };
  const { id }: { id: number } = (await t.api('POST', '/devices', cookie, device)).json;
  const url = `http://127.0.0.1:${await t.port('osmand')}/?id=${uniqueId}&lat=-23.5&lon=-46.6&speed=0`;
  return {
    id,
    async send(minute, raw) {
      const reply = await fetch(`${url}&timestamp=${START + minute * MINUTE}&${raw}`);
      assert.equal(reply.status, 200);
    },
    async put(attributes) {
      const reply = await t.api('PUT', `/devices/${id}`, cookie, { id, ...device, attributes });
      assert.equal(reply.status, 200, reply.text);
    },
    report: async (name) => (await t.api('GET', `/reports/${name}?deviceId=${id}&${PERIOD}`, cookie)).json,
  };
}
/** Twenty minutes before a fill and twenty after it. */
async function fill({ send }: Truck, sensor: string): Promise<void> {
  for (let minute = 0; minute < 40; minute++) await send(minute, `${sensor}=${minute < 20 ? 512 : 1023}`);
}
const filledOf = async ({ report }: Truck): Promise<unknown> =>
  (await report<FuelingItem>('fuelings')).map(({ before, after, litres }) => [before, after, litres]);

test('[FUELTABLE-3] a level by a table is in litres as it comes, and the raw value stays', async () => {
  const plain = await truck('plain');
  await plain.put({ 'fuel.table': TABLE });
  await fill(plain, 'fuel');
  const [position]: readonly { attributes: { fuel: number; fuelRaw: number } }[] = (
    await t.api('GET', `/positions?deviceId=${plain.id}`, cookie)
  ).json;
  assert.deepEqual([position?.attributes.fuel, position?.attributes.fuelRaw], [95, 1023]);
  assert.deepEqual(await filledOf(plain), [[40.5, 95, 54.5]]);
  const [line] = await plain.report<ReportItems['fuel']>('fuel');
  assert.equal(line?.filled, 54.5);
});

test('[FUELTABLE-3] the sensor may be any attribute; what cannot be read as a table counts as not given', async () => {
  const other = await truck('other');
  await other.put({ 'fuel.table': TABLE, 'fuel.sensor': 'adc1' });
  await fill(other, 'adc1');
  assert.deepEqual(await filledOf(other), [[40.5, 95, 54.5]]);
  const broken = await truck('broken');
  await broken.put({ 'fuel.table': '0=0', 'fuel.sensor': 'adc1' });
  await fill(broken, 'adc1');
  assert.deepEqual(await filledOf(broken), []);
});

test('[FUELTABLE-4] a table that is set or changed holds for what was, too, and is no drop', async () => {
  const late = await truck('late');
  await late.put({ fuelDropThreshold: 5, fuelIncreaseThreshold: 5 });
  await fill(late, 'fuel');
  assert.deepEqual(await filledOf(late), [[512, 1023, 511]]);
  const dropsBefore = (await late.report<{ type: string }>('events')).filter(({ type }) => /Drop/.test(type));
  assert.deepEqual(dropsBefore, []);
  await late.put({ fuelDropThreshold: 5, fuelIncreaseThreshold: 5, 'fuel.table': TABLE });
  await late.send(41, 'fuel=1023');
  assert.deepEqual(await filledOf(late), [[40.5, 95, 54.5]]);
  await late.put({ fuelDropThreshold: 5, fuelIncreaseThreshold: 5, 'fuel.table': '0=0; 1023=190' });
  assert.deepEqual(await filledOf(late), [[95.09, 190, 94.91]]);
  const drops = (await late.report<{ type: string }>('events')).filter(({ type }) => /Drop/.test(type));
  assert.deepEqual(drops, []);
});
