import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { retentionDays } from './retention-days.ts';
import { Visibility } from './visibility.ts';

let t: TestTracker;
before(async () => {
  t = await openTestTracker();
});
after(() => t.dispose());

const daysOf = async (deviceId: number): Promise<number | null> => {
  const { directory } = t.tracker;
  const visibility = new Visibility(directory);
  return (await retentionDays({ directory, visibility }, () => nextTurn())).get(deviceId) ?? null;
};
const limited = (days: unknown) => ({ attributes: { 'rastro.historyDays': days as number } });
const see = (userId: number, ...ids: readonly number[]): Promise<void> =>
  t.tracker.directory.links.change(
    ids.map((id) => ({ ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: id })),
    [],
  );
const manage = (ownerId: number, propertyId: number): Promise<void> =>
  t.tracker.directory.links.change(
    [{ ownerKind: 'user', ownerId, propertyKind: 'managedUser', propertyId }],
    [],
  );
let made = 0;
const device = (): Promise<number> => t.addDevice(`kept-${(made += 1)}`);

test('[RETAIN-1] the history of a vehicle is kept as long as its customer has it, whoever looks after him', async () => {
  const [van, truck, other] = [await device(), await device(), await device()];
  const seller = await t.addUser();
  const ana = await t.addUser({ ...limited(30), giverId: seller });
  const clerk = await t.addUser({ giverId: ana });
  const boss = await t.addUser({ administrator: true });
  await manage(seller, ana);
  await see(ana, van, truck);
  await see(clerk, van);
  await see(seller, van, truck, other);
  await see(boss, van, truck, other);
  assert.deepEqual([await daysOf(van), await daysOf(truck), await daysOf(other)], [30, 30, null]);
});

test('[RETAIN-1] of several customers the longest counts, and none when one of them has no limit', async () => {
  const [shared, free] = [await device(), await device()];
  const ana = await t.addUser(limited(30));
  const bia = await t.addUser(limited(90));
  await see(ana, shared, free);
  await see(bia, shared);
  await see(await t.addUser(), free);
  assert.deepEqual([await daysOf(shared), await daysOf(free)], [90, null]);
});

test('[RETAIN-1] limits count downwards, in whatever circle; what is no limit is none', async () => {
  const [own, none] = [await device(), await device()];
  const seller = await t.addUser(limited(60));
  const ana = await t.addUser({ ...limited(365), giverId: seller });
  await manage(seller, ana);
  await manage(ana, seller);
  await see(ana, own);
  for (const value of [0, -1, 1.5, '30', null]) await see(await t.addUser(limited(value)), none);
  assert.deepEqual([await daysOf(own), await daysOf(none)], [60, null]);
});
