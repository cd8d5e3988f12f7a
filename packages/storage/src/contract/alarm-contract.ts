import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AreaStorage } from '../port.ts';
import type { StoredEvent } from '../records.ts';
import { event } from './made-rows.ts';

const SOS = { type: 'alarm', attributes: { alarm: 'sos' } } as const;
const acknowledgement = (userId: number, at = 5000) => ({ at, userId, userName: `U${userId}`, note: null });

/** Tests of storage for events that wait for a user. */
export function alarmContract(room: {
  readonly store: () => AreaStorage;
  readonly reopen: () => Promise<void>;
  readonly storeEvents: (events: readonly StoredEvent[]) => Promise<void>;
}): void {
  const events = [
    event({ id: 1, eventTime: 1000, ...SOS }),
    event({ id: 2, eventTime: 2000, type: 'ignitionOn', attributes: {} }),
    event({ id: 3, eventTime: 3000, ...SOS }),
    event({ id: 4, eventTime: 4000, type: 'alarm', attributes: { alarm: 'sos', late: true } }),
    event({ id: 5, eventTime: 3500, deviceId: 2, ...SOS }),
  ];
  const filled = async (): Promise<AreaStorage> => {
    await room.storeEvents(events);
    await room.reopen();
    return room.store();
  };
  const ids = async (deviceIds: readonly number[], from = 0, limit = 10): Promise<readonly number[]> =>
    (await room.store().alarms({ deviceIds, from, limit })).map(({ event: { id } }) => id);

  test('[ALARM-2] a critical event waits from the commit that stored it, by vehicle, newest first', async () => {
    const store = await filled();
    assert.deepEqual(await ids([1]), [3, 1]);
    assert.deepEqual(await ids([1, 2]), [5, 3, 1]);
    assert.deepEqual(await ids([1, 2], 2000), [5, 3]);
    assert.deepEqual(await ids([1, 2], 0, 1), [5]);
    const early = await store.alarms({ deviceIds: [1, 2], from: 0, to: 3000, limit: 1 });
    assert.deepEqual(
      early.map(({ event: { id } }) => id),
      [3],
    );
    assert.deepEqual(
      (await store.openAlarms(2000)).map(({ event: { id } }) => id),
      [3, 5],
    );
  });

  test('[ALARM-3] who acknowledges first stays, with the moment and the note; unknown ids are left out', async () => {
    const store = await filled();
    const first = await store.acknowledgeAlarms([1, 2, 99], { ...acknowledgement(7), note: 'called' });
    assert.deepEqual(
      first.map(({ event: { id }, acknowledged }) => [id, acknowledged?.userName]),
      [[1, 'U7']],
    );
    const both = await store.acknowledgeAlarms([1, 3], acknowledgement(8, 6000));
    assert.deepEqual(
      both.map(({ acknowledged }) => acknowledged),
      [{ ...acknowledgement(7), note: 'called' }, acknowledgement(8, 6000)],
    );
    await room.reopen();
    assert.deepEqual(await ids([1, 2]), [5, 3, 1], 'open ones first');
    assert.equal((await room.store().alarmsById([1]))[0]?.acknowledged?.note, 'called');
    assert.deepEqual(
      (await room.store().openAlarms(0)).map(({ event: { id } }) => id),
      [5],
    );
  });
}
