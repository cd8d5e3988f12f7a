import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FleetEvent } from '@rastro/fleet';
import { dataPacket, TestDevice, imeiOf } from '@rastro/protocols/testing';
import { LiveClient, serveTracker } from '../../test/live-client.ts';
import { fence, openTestPipeline, record } from '../../test/open-test-pipeline.ts';
import { eventually, openTestTracker } from '../../test/open-test-tracker.ts';

const CIRCLE = 'CIRCLE (52 13, 150)';

test('[ANCHOR-4] leaving the own anchor says so; leaving that of another vehicle is leaving a geofence', async (context) => {
  const t = await openTestPipeline();
  context.after(() => t.close());
  const own = await t.add('geofence', fence(CIRCLE, { isAnchor: true, deviceId: t.van.id }));
  const others = await t.add('geofence', fence(CIRCLE, { isAnchor: true, deviceId: t.van.id + 1 }));
  t.feed([record(0, { latitude: 52 })]);
  const exits = t
    .feed([record(10, { latitude: 52.01 })])
    .events.filter(({ type }) => type === 'geofenceExit')
    .map(({ geofenceId, attributes }) => [geofenceId, attributes]);
  assert.deepEqual(exits, [
    [own.id, { isAnchor: true }],
    [others.id, {}],
  ]);
});

test('[ANCHOR-5] that an anchored vehicle leaves reaches every browser that sees it, whatever rules there are', async (context) => {
  const t = await openTestTracker();
  context.after(() => t.dispose());
  const imei = imeiOf(1888);
  const deviceId = await t.addDevice(imei);
  const userId = await t.addUser();
  const { directory } = t.tracker;
  const anchor = await directory.linked.geofence.create(fence(CIRCLE, { isAnchor: true, deviceId }));
  const yard = await directory.linked.geofence.create(fence(CIRCLE));
  const rule = await directory.linked.notification.create({
    type: 'alarm',
    attributes: { alarms: 'sos' },
    always: true,
    notificators: 'web',
    calendarId: 0,
    commandId: 0,
    description: null,
  });
  const links = [
    ['user', userId, 'device', deviceId],
    ['user', userId, 'notification', rule.id],
    ['device', deviceId, 'geofence', anchor.id],
    ['device', deviceId, 'geofence', yard.id],
  ] as const;
  await directory.links.change(
    links.map(([ownerKind, ownerId, propertyKind, propertyId]) => ({
      ownerKind,
      ownerId,
      propertyKind,
      propertyId,
    })),
    [],
  );
  const { url, server } = await serveTracker(t.tracker);
  context.after(() => server.close());
  const client = await LiveClient.open(`${url}/api/socket`, { headers: { cookie: await t.signIn(userId) } });
  const device = await TestDevice.signedIn(await t.port('teltonika'), imei);
  const now = Date.now();
  device.socket.write(dataPacket([{ time: now - 180_000, latitude: 52, longitude: 13 }]));
  device.socket.write(dataPacket([{ time: now - 120_000, latitude: 52.01, longitude: 13 }]));
  device.socket.write(dataPacket([{ time: now - 60_000, latitude: 52.02, longitude: 13 }]));
  const events = () => client.frames.flatMap((frame) => (frame.events ?? []) as readonly FleetEvent[]);
  await eventually(async () => events().length > 0 && (await t.history(deviceId)).length === 3);
  assert.deepEqual(
    events().map(({ type, geofenceId }) => [type, geofenceId]),
    [['geofenceExit', anchor.id]],
  );
  device.socket.destroy();
  client.socket.terminate();
});
