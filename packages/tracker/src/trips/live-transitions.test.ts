import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TripItem } from '@rastro/fleet';
import { dataPacket, imeiOf, TestDevice, type TestRecord } from '@rastro/protocols/testing';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const START = Date.UTC(2026, 0, 5, 8);
const MINUTE = 60_000;
const DEGREE_M = 111_319;
const PERIOD = `from=${new Date(START - MINUTE).toISOString()}&to=${new Date(START + 3 * 86_400_000).toISOString()}`;
let t: TestTracker;
let userId = 0;
let cookie = '';
let serial = 700;
before(async () => {
  t = await openTestTracker();
  userId = await t.addUser({ administrator: true });
  cookie = await t.signIn(userId);
});
after(() => t.dispose());

/** Stands, drives, stands, drives on, stands; a minute apart. */
function day(): readonly TestRecord[] {
  let latitude = -23.5;
  return Array.from({ length: 80 }, (_, i) => {
    const isDriving = (i >= 10 && i < 30) || (i >= 45 && i < 60);
    if (isDriving) latitude -= 0.007;
    const speedKmh = isDriving ? 47 : 0;
    return { time: START + i * MINUTE, latitude, longitude: -46.6, speedKmh, ignition: isDriving };
  });
}
interface Transition {
  readonly type: string;
  readonly eventTime: string;
  readonly attributes: { readonly late?: boolean };
}
class Van {
  readonly id: number;
  readonly #imei: string;
  constructor(id: number, imei: string) {
    this.id = id;
    this.#imei = imei;
  }
  static async make(): Promise<Van> {
    const imei = imeiOf(serial++);
    const id = await t.addDevice(imei);
    const link = { ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: id };
    await t.tracker.directory.links.change([link], []);
    return new Van(id, imei);
  }
  /** Each message is durable before the next one leaves. */
  async send(messages: readonly (readonly TestRecord[])[]): Promise<void> {
    const device = await TestDevice.signedIn(await t.port('teltonika'), this.#imei);
    for (const message of messages) {
      device.socket.write(dataPacket(message));
      await device.bytes(4);
    }
    device.socket.destroy();
  }
  async transitions(): Promise<readonly Transition[]> {
    const types = '&type=deviceMoving&type=deviceStopped';
    return (await t.api('GET', `/reports/events?deviceId=${this.id}&${PERIOD}${types}`, cookie)).json;
  }
  /** Begins and ends of the trips of the report, those that are over. */
  async trips(): Promise<readonly string[]> {
    const trips: readonly TripItem[] = (
      await t.api('GET', `/reports/trips?deviceId=${this.id}&${PERIOD}`, cookie)
    ).json;
    return trips.flatMap(({ startTime, endTime, endReason }) => [
      `deviceMoving ${startTime}`,
      ...(endReason === null ? [] : [`deviceStopped ${endTime}`]),
    ]);
  }
}
const namesOf = (transitions: readonly Transition[]): readonly string[] =>
  transitions.map(({ type, eventTime }) => `${type} ${eventTime}`);
const oneByOne = (records: readonly TestRecord[]): readonly (readonly TestRecord[])[] =>
  records.map((record) => [record]);

test('[PIPE-70] what is told live are the trips of the report, with their times, across a restart', async () => {
  const van = await Van.make();
  const all = day();
  await van.send(oneByOne(all.slice(0, 20)));
  assert.equal((await van.transitions()).length, 1, 'told while it drives');
  await t.restart();
  await van.send([...oneByOne(all.slice(20, 47)), all.slice(47, 80)]);
  const transitions = await van.transitions();
  assert.equal(transitions.length, 4);
  assert.deepEqual(namesOf(transitions), await van.trips());
  assert.ok(transitions.every(({ attributes }) => attributes.late !== true));
});

test('[PIPE-71] a tracker that sleeps and one that strays while it is parked raise nothing', async () => {
  const van = await Van.make();
  // Every hour a fix up to 40 m away, then one a minute.
  const stray = (i: number): number => -23.5 + (((i * 7919) % 80) - 40) / DEGREE_M;
  const asleep = Array.from({ length: 12 }, (_, i) => ({ time: START + i * 60 * MINUTE, i }));
  const awake = Array.from({ length: 120 }, (_, i) => ({ time: START + (720 + i) * MINUTE, i }));
  const records = [...asleep, ...awake].map(({ time, i }) => ({
    time,
    latitude: stray(i),
    longitude: -46.6,
    speedKmh: i % 5 === 0 ? 4 : 0,
    ignition: false,
  }));
  await van.send(oneByOne(records));
  assert.deepEqual(await van.transitions(), []);
  assert.deepEqual(await van.trips(), []);
});

test('[PIPE-72] what came late has its turns told once, as history; the live rule goes on from there', async () => {
  const van = await Van.make();
  const all = day();
  await van.send([
    all.slice(0, 15),
    all.slice(55, 58),
    all.slice(35, 50),
    all.slice(15, 30),
    all.slice(30, 35),
  ]);
  await van.trips();
  await van.send([all.slice(50, 55)]);
  await van.trips();
  await van.send(oneByOne(all.slice(58, 80)));
  const [names, trips] = [namesOf(await van.transitions()), await van.trips()];
  assert.equal(new Set(names).size, names.length, names.join('\n'));
  for (const each of trips) assert.ok(names.includes(each), `${each} is not among\n${names.join('\n')}`);
  const later = all.map((record) => ({ ...record, time: record.time + 120 * MINUTE }));
  await van.send(oneByOne(later));
  const [since, live] = [new Date(START + 100 * MINUTE).toISOString(), await van.transitions()];
  const last = live.filter(({ eventTime }) => eventTime > since);
  assert.deepEqual(
    namesOf(last),
    (await van.trips()).filter((name) => (name.split(' ')[1] ?? '') > since),
  );
  assert.ok(last.every(({ attributes }) => attributes.late !== true));
});

test('[PIPE-72] a late record that makes the begin of a trip unsure again does not have it told twice', async () => {
  const van = await Van.make();
  const at = (
    seconds: number,
    speedKmh: number,
    [latitude, longitude]: readonly [number, number],
  ): TestRecord => ({
    time: START + 86_400_000 + seconds * 1000,
    latitude,
    longitude,
    speedKmh,
    ignition: speedKmh > 0,
  });
  await van.send([day().slice(0, 5)]);
  await van.send(oneByOne([at(0, 21, [-23.53132, -46.587673]), at(19, 17, [-23.532131, -46.58753])]));
  assert.equal((await van.transitions()).length, 1, 'told while it drives');
  await van.trips();
  await van.send([[at(-3600, 0, [-23.532131, -46.58753])]]);
  await van.trips();
  await van.send(oneByOne([at(38, 56, [-23.5347, -46.5872]), at(60, 50, [-23.538, -46.587])]));
  const names = namesOf(await van.transitions());
  assert.equal(new Set(names).size, names.length, names.join('\n'));
});
