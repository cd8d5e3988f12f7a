import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredDelivery } from '../delivery-port.ts';
import type { AreaStoreUnderTest } from './area-store-under-test.ts';
import { event, isStorageError } from './made-rows.ts';

const delivery = (values: Partial<StoredDelivery> = {}): Omit<StoredDelivery, 'id'> => ({
  userId: 1,
  notificationId: 2,
  eventId: 3,
  eventType: 'alarm',
  deviceId: 4,
  channel: 'mail',
  target: 'a…@example.com',
  status: 'waiting',
  reason: null,
  attempts: 0,
  createdAt: 1000,
  changedAt: 1000,
  ...values,
});
const EVER = { from: 0, to: 1_000_000, limit: 100, offset: 0 };

/** Tests of storage for notifications. @param room The store of the running test, and how to open it again. */
export function deliveryContract(
  room: Pick<AreaStoreUnderTest, 'store' | 'reopen' | 'another' | 'storeEvents'>,
): void {
  test('[NOTIF-402] events wait in the outbox until their deliveries are stored, by whoever has the lease', async () => {
    const events = [1, 2, 3].map((id) => event({ id, positionId: 0 }));
    await room.storeEvents(events, [1, 3]);
    await room.reopen();
    const store = room.store();
    assert.deepEqual(
      (await store.outbox(10)).map(({ id }) => id),
      [1, 3],
    );
    assert.deepEqual(await store.outbox(1), [events[0]]);
    const [ofA, ofB] = ['a', 'b'].map((owner) => ({ name: 'notifications', owner }));
    assert.ok(ofA && ofB);
    await store.takeLease({ ...ofA, now: 0, until: 60_000 });
    const settled = { eventIds: [1], deliveries: [delivery({ eventId: 1 }), delivery({ eventId: 1 })] };
    await assert.rejects(store.settleOutbox(settled, ofB), isStorageError('FENCED'));
    assert.equal((await store.outbox(10)).length, 2, 'nothing of it is stored');
    const [id, again] = await store.settleOutbox(settled, ofA);
    assert.ok(id);
    assert.equal(again, null);
    assert.deepEqual(await store.settleOutbox({ eventIds: [3], deliveries: [] }, ofA), []);
    assert.deepEqual(await store.outbox(10), []);
    const sent = { ...delivery({ eventId: 1, status: 'sent' }), id };
    await assert.rejects(store.updateDeliveries([sent], ofB), isStorageError('FENCED'));
    await assert.rejects(store.insertDeliveries([delivery()], ofB), isStorageError('FENCED'));
    await store.updateDeliveries([sent], ofA);
    assert.deepEqual(await store.openDeliveries(), []);
  });

  test('[NOTIF-1] a notification of one event, rule, person and channel is stored once, and once more as another type', async () => {
    const store = room.store();
    const [first] = await store.insertDeliveries([delivery()]);
    assert.ok(first);
    const second = await store.insertDeliveries([
      delivery(),
      delivery({ channel: 'sms' }),
      delivery({ userId: 9 }),
    ]);
    assert.equal(second[0], null);
    assert.ok(second[1] && second[2]);
    const [again, ...more] = await store.insertDeliveries([
      delivery({ eventType: 'escalation' }),
      delivery({ eventType: 'escalation' }),
    ]);
    assert.ok(again);
    assert.deepEqual(more, [null], 'said again, once');
    const announcements = await store.insertDeliveries([delivery({ eventId: 0 }), delivery({ eventId: 0 })]);
    assert.ok(
      announcements.every((id) => id !== null),
      'announcements are no events',
    );
  });

  test('[NOTIF-2] the log is read newest first, by person or for everybody, between two instants, in pages', async () => {
    const store = room.store();
    await store.insertDeliveries([
      delivery({ eventId: 1, createdAt: 10 }),
      delivery({ eventId: 2, createdAt: 20, userId: 8 }),
      delivery({ eventId: 3, createdAt: 30 }),
    ]);
    await room.reopen();
    const events = async (query: object) =>
      (await room.store().deliveries({ ...EVER, userId: null, ...query })).map(({ eventId }) => eventId);
    assert.deepEqual(await events({}), [3, 2, 1]);
    assert.deepEqual(await events({ userId: 1 }), [3, 1]);
    assert.deepEqual(await events({ from: 10, to: 20 }), [2, 1]);
    assert.deepEqual(await events({ limit: 1, offset: 1 }), [2]);
  });

  test('[NOTIF-3] what is under way is found again; a change of state is durable; old lines are forgotten', async () => {
    const store = room.store();
    const statuses = ['waiting', 'sending', 'sent', 'failed', 'skipped', 'unknown'] as const;
    const ids = await store.insertDeliveries(
      statuses.map((status, at) => delivery({ eventId: at + 1, status, createdAt: at === 0 ? 5000 : 1000 })),
    );
    const open = await store.openDeliveries();
    assert.deepEqual(
      open.map(({ status }) => status),
      ['waiting', 'sending'],
    );
    const changed: StoredDelivery = {
      ...delivery({ eventId: 1, createdAt: 5000 }),
      id: ids[0] ?? 0,
      status: 'failed',
      reason: 'x',
      attempts: 3,
      changedAt: 5000,
      target: null,
    };
    await store.updateDeliveries([changed]);
    await store.removeDeliveriesBefore(5000);
    await room.reopen();
    const left = await room.store().deliveries({ ...EVER, userId: null });
    assert.deepEqual(
      left.toSorted((a, b) => a.id - b.id).map(({ status }) => status),
      ['failed', 'sending'],
    );
    assert.deepEqual(
      left.find(({ id }) => id === changed.id),
      changed,
    );
  });

  test('[NOTIF-4] private values are kept by owner and name, and go with their owner', async () => {
    const store = room.store();
    const userId = await store.insertDocument('user', 'a@b', {});
    await store.insertDeliveries([delivery({ userId })]);
    await store.putPrivateValue({ ownerId: 0, name: 'key', value: 'k' });
    await store.putPrivateValue({ ownerId: userId, name: 'a', value: '1' });
    await store.putPrivateValue({ ownerId: userId, name: 'a', value: '2' });
    await store.putPrivateValue({ ownerId: userId, name: 'b', value: '3' });
    await store.removePrivateValue(userId, 'b');
    await room.reopen();
    const key = { ownerId: 0, name: 'key', value: 'k' };
    assert.deepEqual(await room.store().privateValues(), [key, { ownerId: userId, name: 'a', value: '2' }]);
    await room.store().removeDocument('user', userId);
    assert.deepEqual(await room.store().privateValues(), [key]);
    assert.deepEqual(await room.store().deliveries({ ...EVER, userId }), []);
  });
}
