import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { fence } from '../../test/open-test-pipeline.ts';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const START = Date.UTC(2026, 0, 5, 8);
const MINUTE = 60_000;
const DWELL_MINUTES = 15;
let t: TestTracker;
let userId = 0;
let cookie = '';
let yardId = 0;
let server = '';
before(async () => {
  t = await openTestTracker();
  userId = await t.addUser({ administrator: true });
  cookie = await t.signIn(userId);
  const yard = fence('CIRCLE (-23.6 -46.6, 900)', { dwellSeconds: DWELL_MINUTES * 60 });
  yardId = (await t.tracker.directory.linked.geofence.create(yard)).id;
  server = `http://127.0.0.1:${await t.port('osmand')}/`;
});
after(() => t.dispose());

const period = `from=${new Date(START - MINUTE).toISOString()}&to=${new Date(START + 86_400_000).toISOString()}`;
/** Presence in the geofence, by minutes. */
type Presence = readonly (readonly [minute: number, isInside: boolean])[];
/** Type, minute and whether it is marked as late. */
type EventList = readonly (readonly [type: string, minute: number, isLate: boolean])[];
interface Trip {
  send(presence: Presence): Promise<void>;
  events(): Promise<EventList>;
  visits(): Promise<unknown>;
}

let serial = 0;
async function drive(): Promise<Trip> {
  const uniqueId = `stay${serial++}`;
  const id = await t.addDevice(uniqueId);
  const link = (propertyKind: string, propertyId: number, ownerKind: string, ownerId: number) => ({
    ownerKind,
    ownerId,
    propertyKind,
    propertyId,
  });
  await t.tracker.directory.links.change(
    [link('device', id, 'user', userId), link('geofence', yardId, 'device', id)],
    [],
  );
  const report = (name: string) => t.api('GET', `/reports/${name}?deviceId=${id}&${period}`, cookie);
  return {
    async send(presence) {
      for (const [minute, isInside] of presence) {
        const place = `lat=${isInside ? -23.6 : -23.61}&lon=-46.6&timestamp=${START + minute * MINUTE}`;
        const reply = await fetch(`${server}?id=${uniqueId}&${place}`);
        assert.equal(reply.status, 200);
      }
    },
    async events() {
      await report('trips');
      const events: readonly { type: string; eventTime: string; attributes: { late?: boolean } }[] = (
        await report('events')
      ).json;
      return events
        .filter(({ type }) => type.startsWith('geofence'))
        .map(({ type, eventTime, attributes }) => [
          type,
          (Date.parse(eventTime) - START) / MINUTE,
          attributes.late === true,
        ]);
    },
    async visits() {
      const visits: readonly { startTime: string; endTime: string }[] = (await report('geofences')).json;
      return visits.map(({ startTime, endTime }) => [startTime, endTime]);
    },
  };
}

test('[BOOK-63] who stayed long enough by what came late has entered when it was long enough, and left', async () => {
  const trip = await drive();
  await trip.send([
    [0, false],
    [10, true],
    [60, false],
  ]);
  assert.deepEqual(await trip.events(), [], 'nobody knows that it stayed');
  await trip.send([[30, true]]);
  assert.deepEqual(await trip.events(), [
    ['geofenceEnter', 25, true],
    ['geofenceExit', 60, true],
  ]);
});

test('[BOOK-63] a stay that is long enough long after the late record is told, too', async () => {
  const trip = await drive();
  await trip.send([
    [0, false],
    [20, true],
    [24, true],
    [28, true],
    [32, true],
    [36, false],
    [50, false],
  ]);
  assert.deepEqual(await trip.events(), [], 'twelve minutes');
  await trip.send([[15, true]]);
  assert.deepEqual(await trip.events(), [
    ['geofenceEnter', 30, true],
    ['geofenceExit', 36, true],
  ]);
});

test('[BOOK-56] a stay that a later look cuts in two is taken back', async () => {
  const trip = await drive();
  await trip.send([
    [0, false],
    [10, true],
    [60, false],
  ]);
  await trip.send([[30, true]]);
  assert.equal((await trip.events()).length, 2);
  await trip.send([[20, false]]);
  assert.deepEqual(await trip.events(), []);
  await trip.send([[46, true]]);
  assert.deepEqual(await trip.events(), [
    ['geofenceEnter', 45, true],
    ['geofenceExit', 60, true],
  ]);
});

test('[BOOK-63] in any order and cut of the records, no stay is missing, none is told late that was none', async () => {
  const moves = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.boolean()), {
    minLength: 6,
    maxLength: 14,
  });
  const plan = moves.chain((steps) => {
    let minute = 0;
    const presence: Presence = steps.map(([minutes, isInside]) => [(minute += minutes), isInside]);
    return fc.record({
      presence: fc.constant(presence),
      order: fc.shuffledSubarray([...presence], { minLength: presence.length, maxLength: presence.length }),
      pauseAt: fc.nat({ max: presence.length - 1 }),
    });
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ presence, order, pauseAt }) => {
      const edges: Presence = [
        [0, false],
        [400, false],
      ];
      const sorted = await drive();
      await sorted.send([...edges.slice(0, 1), ...presence, ...edges.slice(1)]);
      const shuffled = await drive();
      await shuffled.send([...edges, ...order.slice(0, pauseAt)]);
      await shuffled.events();
      await shuffled.send(order.slice(pauseAt));
      const names = (eventList: EventList): readonly string[] =>
        eventList.map(([type, minute]) => `${type} ${minute}`);
      const [expected, actual] = [await sorted.events(), await shuffled.events()];
      assert.deepEqual(names(actual).toSorted(), names(expected).toSorted());
      assert.deepEqual(await shuffled.visits(), await sorted.visits());
    }),
    { numRuns: 25 },
  );
});
