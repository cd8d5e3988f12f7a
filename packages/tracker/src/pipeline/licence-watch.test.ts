import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import type { StoredEvent } from '@rastro/storage';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const START = Date.UTC(2026, 0, 1, 12);
const DAY = 86_400_000;
let t: TestTracker | null = null;
afterEach(async () => {
  await t?.dispose();
  t = null;
});

async function start(validity: string) {
  let now = START;
  const tracker = (t = await openTestTracker({ clock: { ...systemClock, now: () => now } }));
  const devices = [await tracker.addDevice('van'), await tracker.addDevice('bus')];
  const { linked, links } = tracker.tracker.directory;
  const driver = await linked.driver.create({
    name: 'Eva',
    uniqueId: 'card-1',
    attributes: { 'rastro.licenceValidity': validity },
  });
  const link = {
    ownerKind: 'device',
    ownerId: devices[0] ?? 0,
    propertyKind: 'driver',
    propertyId: driver.id,
  };
  await links.change([link], []);
  const all = async (): Promise<readonly StoredEvent[]> => {
    const found: StoredEvent[] = [];
    for (const deviceId of devices) {
      const query = { deviceId, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 100 };
      for await (const page of tracker.storage.events(query))
        found.push(...page.filter(({ type }) => type === 'licenceEnds'));
    }
    return found;
  };
  const send = async (id: string, more: string): Promise<void> => {
    const query = `id=${id}&timestamp=${Math.floor(now / 1000)}&lat=5&lon=5${more}`;
    assert.equal((await fetch(`http://127.0.0.1:${await tracker.port('osmand')}/?${query}`)).status, 200);
  };
  return {
    tracker,
    driver,
    all,
    send,
    /** A start checks at once; its notices are committed before the next message is answered. */
    check: async (days: number) => {
      now += days * DAY;
      await tracker.restart();
      await send('van', '');
      return (await all()).map(({ attributes }) => attributes['daysLeft']);
    },
  };
}

test('[LICENCE-2] each threshold is told once for each validity, over restarts', async () => {
  const { tracker, driver, all, check } = await start('2026-02-10');
  assert.deepEqual(await check(0), [], '40 days');
  assert.deepEqual(await check(10), [30]);
  assert.deepEqual(await check(1), [30], 'told already');
  assert.deepEqual(await check(24), [30, 5]);
  const [event] = await all();
  assert.deepEqual(event?.attributes, {
    driverUniqueId: 'card-1',
    licenceValidity: '2026-02-10',
    daysLeft: 30,
  });
  await tracker.tracker.directory.linked.driver.update({
    ...driver,
    attributes: { 'rastro.licenceValidity': '2026-02-11' },
  });
  assert.deepEqual(await check(0), [30, 5, 6], 'another end');
});

test('[LICENCE-2] the vehicle that he drives tells it, and that is remembered for all of them', async () => {
  const { send, check, all } = await start('2026-01-20');
  await eventually(async () => (await all()).length === 0);
  await send('bus', '&driverUniqueId=card-1');
  assert.deepEqual(await check(0), [19]);
  const [{ deviceId } = { deviceId: 0 }] = await all();
  await send('van', '&driverUniqueId=card-1');
  assert.deepEqual(await check(1), [19]);
  assert.equal(deviceId, (await all())[0]?.deviceId);
});

test('[LICENCE-3] a date that does not exist is refused, and what stood there before is nobody’s fault', async () => {
  const { tracker, driver } = await start('2026-01-20');
  const cookie = await tracker.signIn(await tracker.addUser({ administrator: true }));
  const put = (attributes: object) =>
    tracker.api('PUT', `/drivers/${driver.id}`, cookie, { ...driver, attributes });
  const refused = await put({ 'rastro.licenceValidity': '2026-02-30' });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /^Invalid data - attributes.rastro.licenceValidity/);
  const wrong = { 'rastro.birthDate': 'long ago' };
  await tracker.tracker.directory.linked.driver.update({ ...driver, attributes: wrong });
  assert.equal((await put({ ...wrong, 'rastro.licenceValidity': '2027-02-28' })).status, 200);
  const minus = { name: 'Oil', type: 'hours', attributes: { 'rastro.noticeBefore': -1 } };
  assert.equal((await tracker.api('POST', '/maintenance', cookie, minus)).status, 400);
});
