import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LateFindings } from '../late-port.ts';
import type { NewEvent } from '../records.ts';
import { allRows, batch, event, position } from './made-rows.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const findings = (more: Partial<LateFindings>): LateFindings => ({
  deviceId: 1,
  records: [],
  events: [],
  positionIds: [],
  from: 0,
  to: 10_000,
  dwellGeofences: [],
  visits: [],
  ...more,
});
const found = (eventTime: number, more: Partial<NewEvent> = {}): NewEvent => ({
  deviceId: 1,
  type: 'ignitionOn',
  eventTime,
  positionId: eventTime,
  geofenceId: 0,
  maintenanceId: 0,
  attributes: { late: true },
  ...more,
});

/** Tests of records that came late, and of what goes with the rows that it belongs to. */
export function lateContract({ store, reopen, inSnapshot }: StoreUnderTest): void {
  const passedOver = async (...times: readonly number[]): Promise<void> => {
    const positions = times.map((fixTime) =>
      position({ id: fixTime, fixTime, deviceTime: fixTime, contentKey: fixTime }),
    );
    await store().commit(batch({ positions, passedOver: times }));
  };
  const correction = (distanceM: number, engineMs: number) => ({ distanceM, engineMs });
  const eventTimes = async (): Promise<readonly number[]> => {
    const events = await allRows(store().events({ deviceId: 1, from: 0, to: 10_000, pageSize: 10 }));
    return events.map(({ eventTime }) => eventTime);
  };

  test('[STORE-46] late records wait for their check; corrections of the totals add up, each once', async () => {
    await passedOver(100, 200, 300);
    const [first, all] = await inSnapshot(async (snapshot) => [
      await snapshot.firstOpenLate(1),
      await snapshot.lateRecords(1, 100, 200),
    ]);
    assert.equal(first, 100);
    assert.deepEqual(
      all,
      [100, 200].map((time) => ({ id: time, fixTime: time, correction: null })),
    );
    const record = (id: number, distanceM: number) => ({
      id,
      fixTime: id,
      correction: correction(distanceM, 5),
    });
    const [outcome] = await store().settleLate([findings({ records: [record(100, 40), record(200, 2)] })]);
    assert.deepEqual(outcome, { pendingCorrection: correction(42, 10), events: [] });
    // Checked again, it counts as it is now; one that was removed meanwhile does not count.
    const again = findings({ records: [record(100, 30), { ...record(999, 7) }] });
    const [newer] = await store().settleLate([again]);
    assert.deepEqual(newer?.pendingCorrection, correction(32, 10));
    await reopen();
    await inSnapshot(async (snapshot) => {
      assert.equal(await snapshot.firstOpenLate(1), 300);
      assert.equal(await snapshot.firstOpenLate(2), null);
      const [checked] = await snapshot.lateRecords(1, 0, 100);
      assert.deepEqual(checked, { id: 100, fixTime: 100, correction: correction(30, 5) });
    });
    const state = { deviceId: 1, positionId: 300, lastUpdate: 1, status: 'online', memory: '{}' } as const;
    await store().commit(batch({ states: [state] }));
    assert.deepEqual((await store().deviceStates())[0]?.pendingCorrection, correction(32, 10));
  });

  test('[STORE-46] events that a check finds no longer go; those that are there are not stored again', async () => {
    const live = event({ id: 1, eventTime: 100, positionId: 100 });
    await store().commit(batch({ events: [live] }));
    const checked = { positionIds: [100, 200, 300] };
    const outboxTypes = [found(200).type];
    const first = findings({ ...checked, events: [found(100), found(200), found(300)], outboxTypes });
    const [outcome] = await store().settleLate([first]);
    assert.deepEqual(
      outcome?.events.map(({ eventTime }) => eventTime),
      [200, 300],
    );
    assert.ok((outcome?.events ?? []).every(({ id }) => id > 1));
    assert.deepEqual(await store().outbox(10), outcome?.events, 'the new ones may notify somebody');
    await store().settleLate([findings({ ...checked, events: [found(300)] })]);
    assert.deepEqual(await eventTimes(), [100, 300], 'what was reported live stays');
    assert.equal((await store().outbox(10)).length, 1, 'what is gone notifies nobody');
    const visit = { geofenceId: 7, type: 'geofenceEnter' } as const;
    await store().settleLate([findings({ events: [found(400, visit), found(500, visit)] })]);
    const dwell = { dwellGeofences: [7], positionIds: [400, 500] };
    await store().settleLate([findings({ ...dwell, visits: [{ geofenceId: 7, from: 450, to: 600 }] })]);
    assert.deepEqual(await eventTimes(), [100, 300, 400], 'only within the period of the visit');
  });

  test('[STORE-46] a removed position is no late record any more', async () => {
    await passedOver(100, 200);
    await store().removePositions({ deviceId: 1, from: 100, to: 100, id: null }, 10);
    assert.equal(await inSnapshot((snapshot) => snapshot.firstOpenLate(1)), 200);
    assert.equal((await inSnapshot((snapshot) => snapshot.lateRecords(1, 0, 999))).length, 1);
  });

  test('[STORE-47] old events go with their alarms, the oldest first, and the times of the others are read', async () => {
    const sos = { type: 'alarm', attributes: { alarm: 'sos' } } as const;
    const events = [100, 300, 200].map((eventTime) => event({ id: eventTime, eventTime, ...sos }));
    await store().commit(batch({ events }));
    assert.equal(await store().dropTraces(1, 300, 1), 1);
    assert.deepEqual(await eventTimes(), [200, 300]);
    assert.equal(await store().dropTraces(1, 300, 9), 1);
    assert.equal(await store().dropTraces(1, 300, 9), 0);
    const alarms = await store().alarmsById([100, 200, 300]);
    assert.deepEqual(
      alarms.map(({ event: { id } }) => id),
      [300],
    );
    assert.equal((await store().openAlarms(0)).length, 1);
    assert.deepEqual(await inSnapshot((snapshot) => snapshot.eventTimes(1, 300, 400)), [300]);
    assert.deepEqual(await inSnapshot((snapshot) => snapshot.eventTimes(1, 0, 299)), []);
  });
}
