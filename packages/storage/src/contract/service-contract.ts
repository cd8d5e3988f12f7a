import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AreaStorage } from '../port.ts';
import type { NewServiceRow } from '../service-port.ts';

const service = (more: Partial<NewServiceRow> = {}): NewServiceRow => ({
  deviceId: 1,
  maintenanceId: 5,
  maintenanceName: 'Oil',
  time: 1000,
  odometer: 10_000.5,
  hours: null,
  cost: 19_990,
  notes: 'filter too',
  userId: 7,
  userName: 'Ana',
  createdAt: 2000,
  ...more,
});

/** Tests of storage for the service history of vehicles. */
export function serviceContract(room: {
  readonly store: () => AreaStorage;
  readonly reopen: () => Promise<void>;
}): void {
  test('[SVC-1] a line of a service book is there after opening again, by vehicle and maintenance', async () => {
    const first = await room.store().addService(service());
    const other = await room
      .store()
      .addService(service({ maintenanceId: 0, maintenanceName: null, time: 3000 }));
    await room.store().addService(service({ deviceId: 2 }));
    await room.reopen();
    const store = room.store();
    assert.deepEqual(await store.services({ deviceIds: [1], maintenanceId: null, limit: 9 }), [other, first]);
    assert.deepEqual(await store.services({ deviceIds: [1], maintenanceId: 5, limit: 9 }), [first]);
    assert.deepEqual(await store.services({ deviceIds: [1], maintenanceId: null, limit: 1 }), [other]);
    assert.deepEqual(await store.serviceById(first.id), first);
    assert.equal(await store.removeService(first.id), true);
    assert.equal(await store.removeService(first.id), false);
    assert.equal(await store.serviceById(first.id), null);
  });

  test('[SVC-2] what was done last is known of each maintenance, also when it was written down late', async () => {
    const store = room.store();
    await store.addService(service({ time: 9000, odometer: 20_000 }));
    await store.addService(service({ time: 1000 }));
    await store.addService(service({ maintenanceId: 0, time: 99_000 }));
    await store.addService(service({ deviceId: 2, maintenanceId: 6, hours: 5 }));
    const one = { deviceId: 1, maintenanceId: 5, time: 9000, odometer: 20_000, hours: null };
    const two = { deviceId: 2, maintenanceId: 6, time: 1000, odometer: 10_000.5, hours: 5 };
    assert.deepEqual(await store.lastServices(null), [one, two]);
    assert.deepEqual(await store.lastServices([2]), [two]);
  });

  test('[SVC-3] the service log of a vehicle goes with it', async () => {
    const store = room.store();
    const id = await store.insertDocument('device', 'van', { name: 'Van' });
    const line = await store.addService(service({ deviceId: id }));
    await store.removeDocument('device', id);
    assert.equal(await store.serviceById(line.id), null);
  });
}
