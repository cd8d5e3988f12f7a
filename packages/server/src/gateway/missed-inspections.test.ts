import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { HOUR_MS } from '@rastro/base';
import type { Device, FleetEvent, NotificationDelivery } from '@rastro/fleet';
import { openExtensionStorage } from '@rastro/storage';
import { startBothKinds, type BothKinds } from '../../test/both-kinds.ts';
import { eventuallyEqual } from '../../test/eventually.ts';
import { inspectionCompany } from '../../test/inspection-company.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

const CURSOR = { kind: 'missedInspectionCursor', key: 'last' } as const;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
/** Shifts were looked at until then, and the server was down since. */
const downSince = (until: number) => async (folder: string) => {
  const storage = await openExtensionStorage({ folder });
  await storage.commit({ put: [{ ...CURSOR, body: { until }, replaces: null }] });
  await storage.close();
};
const missedAt = async (client: UserClient, deviceId: number) => {
  const query = `deviceId=${deviceId}&type=inspectionMissed&from=${ago(HOUR_MS)}&to=${ago(-HOUR_MS)}`;
  const events = await client.json<readonly FleetEvent[]>('GET', `/api/reports/events?${query}`);
  return events.map(({ attributes }) => attributes);
};

/** Vehicles of which a rule has notified, newest first. */
const notified = async (client: UserClient) => {
  const found = await client.json<readonly NotificationDelivery[]>('GET', '/api/notifications/deliveries');
  return found.map(({ deviceId }) => deviceId);
};

test('[CHECKUP-13] a missed inspection is an event of its vehicle, once, also over a restart', async () => {
  const { acme, other, van1, van2, checklist, davi, rosa } = await inspectionCompany(both, 'embedded');
  const since = ago(4 * HOUR_MS);
  await acme.client.json('POST', '/api/notifications', {
    type: 'inspectionMissed',
    always: true,
    notificators: 'web,webpush',
  });
  for (const [{ client }, { id }] of [
    [davi, van1],
    [rosa, van2],
  ] as const)
    assert.equal((await client.call('POST', '/ext/qr-driver', { id, at: since })).status, 200);
  const inspection = {
    key: randomUUID(),
    checklistId: checklist.id,
    revision: checklist.revision,
    deviceId: van2.id,
    phase: 'before',
    startedAt: ago(3.8 * HOUR_MS),
    finishedAt: ago(3.75 * HOUR_MS),
    answers: [
      { itemId: 1, isOk: true },
      { itemId: 2, value: 5 },
    ],
  };
  const { status } = await rosa.client.call('POST', '/ext/qr-driver/inspections', {
    sentAt: ago(0),
    inspection,
  });
  assert.equal(status, 201, 'filled in in time, and sent late');
  const wanted = [{ driverUniqueId: davi.uniqueId, phase: 'before', since }];
  const begun = Date.now() - 2 * HOUR_MS;
  await both.restart('embedded', downSince(begun));
  await eventuallyEqual(() => missedAt(acme.client, van1.id), wanted);
  assert.deepEqual(await missedAt(acme.client, van2.id), []);
  assert.deepEqual(await notified(acme.client), [van1.id], 'by the rule of whoever sees the vehicle');
  assert.deepEqual(await missedAt(other.client, van1.id), [], 'another company sees none of it');
  const van3 = await acme.client.json<Device>('POST', '/api/devices', {
    name: 'Van 3',
    uniqueId: 'missed-3',
    category: 'van',
  });
  const later = ago(3.5 * HOUR_MS);
  const next = await rosa.client.call('POST', '/ext/qr-driver', { id: van3.id, at: later });
  assert.equal(next.status, 200);
  // As if it had been killed after the event and before its cursor: the same shifts are looked at again, oldest first.
  await both.restart('embedded', downSince(begun));
  const more = [{ driverUniqueId: rosa.uniqueId, phase: 'before', since: later }];
  await eventuallyEqual(() => missedAt(acme.client, van3.id), more);
  assert.deepEqual(await missedAt(acme.client, van1.id), wanted);
  assert.deepEqual(await notified(acme.client), [van3.id, van1.id]);
});
