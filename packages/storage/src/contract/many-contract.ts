import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import { addSums, NO_SUMS, type QuarterSums, type Sums } from '@rastro/fleet/trips';
import type { DriverDay } from '../trip-port.ts';
import { batch, position } from './made-rows.ts';
import { change, key, quarter, QUARTER_MS, tripDay } from './made-trips.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const SLOTS_A_DAY = 96;

/** Tests of what drivers did, and of sums of many devices. */
export function manyContract({ store, reopen, inSnapshot }: StoreUnderTest): void {
  test('[STORE-41] days of drivers are stored with the days, and give way with them', async () => {
    // A database has no NUL in a text, nor half a character.
    const names = ['ana', 'a\0"b\\', '\uD83D', 'x'.repeat(200)];
    const driverDay = (driver: string, day: number, metres: number) => ({
      ...tripDay(day, [quarter(day * SLOTS_A_DAY + 3, metres)]),
      driver,
    });
    const drives = (day: number, metres: number) => names.map((name) => driverDay(name, day, metres));
    const day = (number: number) => tripDay(number, [quarter(number * SLOTS_A_DAY + 3, 1000)]);
    const driverDays = [...drives(1, 7), ...drives(2, 9), ...drives(40, 11)];
    await store().applyTrips([change({ days: [day(1), day(2), day(40)], driverDays })]);
    await reopen();
    const read = (from: number, to: number) =>
      inSnapshot(async (snapshot) => {
        const found = await snapshot.driverDays(1, from, to);
        return found.toSorted((a, b) => a.day - b.day || names.indexOf(a.driver) - names.indexOf(b.driver));
      });
    assert.deepEqual(await read(0, 99), driverDays);
    assert.deepEqual(await read(2, 2), drives(2, 9));
    const ana = driverDay('ana', 2, 5);
    await store().applyTrips([change({ revision: 1, days: [day(2)], driverDays: [ana] })]);
    assert.deepEqual(await read(0, 99), [...drives(1, 7), ana, ...drives(40, 11)], 'given anew');
    const replacesDays = { from: 2, to: null };
    await store().applyTrips([change({ revision: 2, replacesDays, days: [day(3)] })]);
    assert.deepEqual(await read(0, 99), drives(1, 7), 'given way');
  });

  test('[STORE-59] sums of many are those of their days and quarters, by device and by driver', async () => {
    const FIRST = 90;
    const DAYS = 80;
    const made = (deviceId: number, day: number) => {
      const slots = Array.from({ length: 30 }, (_, i) => ({
        ...quarter(day * SLOTS_A_DAY + 3 * i, deviceId * 1000 + day + i),
        maxKmh: (day * 7 + i) % 90,
        maxAt: (day * SLOTS_A_DAY + 3 * i) * QUARTER_MS,
      }));
      const sums = (some: readonly QuarterSums[]) => some.reduce<Sums>(addSums, NO_SUMS);
      const ofDriver = (driver: string, some: readonly QuarterSums[]): DriverDay[] =>
        some.length === 0 ? [] : [{ day, driver, sums: sums(some), quarters: some }];
      const driven = [
        slots.filter((_, i) => i % 3 === 0),
        slots.filter((_, i) => i % 3 === 1 && day % 2 === 0),
      ];
      return {
        day: { day, sums: sums(slots), quarters: slots },
        drivers: [...ofDriver('ana', driven[0] ?? []), ...ofDriver(`d${deviceId}`, driven[1] ?? [])],
      };
    };
    const numbers = Array.from({ length: DAYS }, (_, i) => FIRST + i);
    // The history of one device ends within the last day, that of the other with a block of days behind it.
    const lastTimes = [0, (FIRST + DAYS) * DAY_MS - 1, (FIRST + DAYS) * DAY_MS - 1, (FIRST + 200) * DAY_MS];
    for (const deviceId of [1, 2, 3]) {
      const head = { settings: 's', last: key(lastTimes[deviceId] ?? 0), state: 'x' };
      const all = numbers.map((day) => made(deviceId, day));
      const [days, driverDays] = [all.map(({ day }) => day), all.flatMap(({ drivers }) => drivers)];
      // Bit by bit, and a part of them anew.
      const half = { days: days.slice(0, 41), driverDays: driverDays.filter(({ day }) => day < FIRST + 41) };
      await store().applyTrips([change({ deviceId, head, ...half })]);
      const replacesDays = { from: FIRST + 20, to: null };
      await store().applyTrips([
        change({
          deviceId,
          head,
          revision: 1,
          replacesDays,
          days: days.slice(20),
          driverDays: driverDays.filter(({ day }) => day >= FIRST + 20),
        }),
      ]);
    }
    const [first, last] = [FIRST * SLOTS_A_DAY, (FIRST + DAYS) * SLOTS_A_DAY];
    const ranges = [
      [0, 2 * last],
      [first, last],
      [first, last - SLOTS_A_DAY],
      [first, last + SLOTS_A_DAY],
      [first + 4, last - 50],
      [first + 30 * SLOTS_A_DAY + 12, first + 30 * SLOTS_A_DAY + 40],
      [first + 6 * SLOTS_A_DAY, first + 38 * SLOTS_A_DAY],
      [first + 7 * SLOTS_A_DAY + 88, first + 8 * SLOTS_A_DAY + 20],
      [first + 9, first + 9],
      [last + 5, last + 500],
    ] as const;
    for (const [from, to] of ranges)
      await inSnapshot(async (snapshot) => {
        const inside = (entries: readonly QuarterSums[]): Sums =>
          entries.filter(({ slot }) => slot >= from && slot < to).reduce<Sums>(addSums, NO_SUMS);
        const ofDevices = await snapshot.sumsOfMany([1, 3, 9], { from, to }, 'device');
        for (const deviceId of [1, 3]) {
          const days = await snapshot.days(deviceId, 0, 999);
          const found = ofDevices.find((each) => each.deviceId === deviceId);
          assert.deepEqual(found?.sums ?? NO_SUMS, inside(days.flatMap(({ quarters }) => quarters)));
          assert.equal(found?.driver ?? null, null);
          const drivers = Map.groupBy(await snapshot.driverDays(deviceId, 0, 999), ({ driver }) => driver);
          const ofDrivers = await snapshot.sumsOfMany([1, 3, 9], { from, to }, 'driver');
          for (const [driver, some] of drivers) {
            const driven = ofDrivers.find((each) => each.deviceId === deviceId && each.driver === driver);
            assert.deepEqual(driven?.sums ?? NO_SUMS, inside(some.flatMap(({ quarters }) => quarters)));
          }
        }
        assert.ok(ofDevices.every(({ deviceId }) => deviceId !== 2 && deviceId !== 9));
      });
  });

  test('[STORE-59] a mark of a device is another one when its history has other records', async () => {
    const markOf = async () => (await inSnapshot((snapshot) => snapshot.marks([1, 2])))[0];
    assert.equal(await markOf(), undefined);
    await store().applyTrips([change()]);
    const before = await markOf();
    const { news, ...cursor } = before ?? { news: '' };
    assert.deepEqual([cursor], await store().tripCursors([1]));
    const at = (time: number, id: number) => position({ id, deviceId: 1, fixTime: time, deviceTime: time });
    await store().commit(batch({ positions: [at(2000, 11)], events: [] }));
    const second = await markOf();
    assert.notEqual(second?.news, news);
    await store().commit(batch({ positions: [at(1500, 12)], events: [] }));
    assert.notEqual((await markOf())?.news, second?.news, 'between the head and the newest');
    const third = await markOf();
    await store().commit(
      batch({ positions: [at(3000, 13)].map((each) => ({ ...each, deviceId: 2 })), events: [] }),
    );
    assert.equal((await markOf())?.news, third?.news, 'of another device');
  });
  test('[STORE-59] heads of many say whether a record comes behind them', async () => {
    const endOf = async (deviceId: number) =>
      (await inSnapshot((snapshot) => snapshot.ends([1, 2]))).find((end) => end.head.deviceId === deviceId);
    const at = (fixTime: number, id: number, deviceTime = fixTime) =>
      position({ id, deviceId: 1, fixTime, deviceTime });
    assert.equal(await endOf(1), undefined);
    await store().commit(batch({ positions: [at(500, 11), at(900, 12)], events: [] }));
    await store().applyTrips([change(), change({ deviceId: 2 })]);
    const head = await inSnapshot((snapshot) => snapshot.head(1));
    assert.deepEqual((await endOf(1))?.head, head);
    assert.deepEqual([(await endOf(1))?.hasNews, (await endOf(2))?.hasNews], [false, false]);
    // Of the moment of the head, and behind it by the time of the device.
    await store().commit(batch({ positions: [at(1000, 13, 1001)], events: [] }));
    await reopen();
    assert.deepEqual([(await endOf(1))?.hasNews, (await endOf(2))?.hasNews], [true, false]);
    await store().commit(batch({ positions: [at(2000, 14)], events: [] }));
    assert.equal((await endOf(1))?.hasNews, true);
  });
}
