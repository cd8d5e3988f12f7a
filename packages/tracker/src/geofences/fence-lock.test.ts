import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { DeviceCommand } from '@rastro/fleet';
import { commandTexts, dataPacket, TestDevice, imeiOf } from '@rastro/protocols/testing';
import { StorageError, type Storage } from '@rastro/storage';
import {
  calendarOf,
  fence,
  NOW,
  openTestPipeline,
  record,
  type TestPipeline,
} from '../../test/open-test-pipeline.ts';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const YARD = 'CIRCLE (52 13, 1000)';
const IN_YARD = { latitude: 52 };
const OUTSIDE = { latitude: 52.5 };

describe('which positions lock', () => {
  let open: TestPipeline[] = [];
  afterEach(async () => {
    for (const each of open) await each.close();
    open = [];
  });
  async function start(
    attributes: object,
    calendarId = 0,
  ): Promise<TestPipeline & { readonly yardId: number }> {
    const pipeline = await openTestPipeline();
    open.push(pipeline);
    if (calendarId !== 0) await pipeline.directory.linked.calendar.create(calendarOf('1201', '1202'));
    const yard = await pipeline.add('geofence', fence(YARD, attributes, calendarId));
    return { ...pipeline, yardId: yard.id };
  }
  const crossings = (t: TestPipeline, seconds: number, place: object, now?: number) =>
    t
      .feed([record(seconds, place)], t.van.id, now)
      .commands.map(({ command }) => command.attributes['crossing']);

  test('[FENCELOCK-2] entering and leaving stop the engine where the geofence says so, each time anew', async () => {
    const both = await start({ lockOnEnter: true, lockOnExit: 'true' });
    assert.deepEqual(crossings(both, 0, OUTSIDE), []);
    assert.deepEqual(crossings(both, 10, IN_YARD), ['enter']);
    assert.deepEqual(crossings(both, 20, IN_YARD), []);
    assert.deepEqual(crossings(both, 30, OUTSIDE), ['exit']);
    assert.deepEqual(crossings(both, 40, IN_YARD), ['enter']);
    const neither = await start({ lockOnEnter: false });
    neither.feed([record(0, OUTSIDE)]);
    assert.deepEqual(crossings(neither, 10, IN_YARD), []);
    assert.deepEqual(crossings(neither, 20, OUTSIDE), []);
  });

  test('[FENCELOCK-2] the command says where it comes from, ends after an hour, and has a line in the audit log', async () => {
    const t = await start({ lockOnEnter: true });
    t.feed([record(0, OUTSIDE)]);
    const { commands, positions } = t.feed([record(10, IN_YARD)]);
    assert.equal(commands.length, 1);
    const [lock] = commands;
    assert.equal(lock?.positionId, positions[0]?.id);
    const { type, deviceId, userId, description, attributes, createdAt, expiresAt } = lock?.command ?? {};
    assert.deepEqual(
      { type, deviceId, userId, description, attributes, lifeMs: (expiresAt ?? 0) - (createdAt ?? 0) },
      {
        type: 'engineStop',
        deviceId: t.van.id,
        userId: 0,
        description: 'Fence',
        attributes: { geofenceId: t.yardId, crossing: 'enter', expiresIn: 3600 },
        lifeMs: 3_600_000,
      },
    );
    const { actionType, objectType, objectId, userId: actor, attributes: noted } = lock?.action ?? {};
    assert.deepEqual(
      [actionType, objectType, objectId, actor, noted],
      [
        'command',
        'device',
        t.van.id,
        0,
        { type: 'engineStop', textChannel: false, geofenceId: t.yardId, crossing: 'enter' },
      ],
    );
  });

  test('[FENCELOCK-3] the first position, a re-sent one, a late one and a place that is none lock nothing', async () => {
    const t = await start({ lockOnEnter: true, lockOnExit: true });
    assert.deepEqual(crossings(t, 0, IN_YARD), [], 'the first');
    assert.deepEqual(crossings(t, 10, OUTSIDE), ['exit']);
    assert.deepEqual(crossings(t, 10, OUTSIDE), [], 'sent again');
    assert.deepEqual(crossings(t, 5, IN_YARD), [], 'late');
    assert.deepEqual(crossings(t, 20, { latitude: 0, longitude: 0 }), [], 'nowhere');
    assert.deepEqual(crossings(t, 30, IN_YARD), ['enter'], 'nowhere was no place in between');
    assert.deepEqual(crossings(t, 40, OUTSIDE), ['exit']);
  });

  test('[FENCELOCK-4] a crossing that is reported more than 15 minutes late locks nothing', async () => {
    const t = await start({ lockOnEnter: true, lockOnExit: true });
    const at = (seconds: number) => NOW + seconds * 1000;
    assert.deepEqual(crossings(t, 0, OUTSIDE), []);
    assert.deepEqual(crossings(t, 10, IN_YARD, at(911)), []);
    assert.deepEqual(crossings(t, 20, OUTSIDE, at(920)), ['exit'], 'just in time');
  });

  test('[FENCELOCK-5] drawing, editing, linking or moving a geofence around a standing vehicle does not stop it', async () => {
    const t = await start({});
    t.feed([record(0, IN_YARD)]);
    const yard = t.directory.linked.geofence.get(t.yardId);
    assert.ok(yard);
    await t.directory.linked.geofence.update({
      ...yard,
      area: 'CIRCLE (52.1 13, 10)',
      attributes: { lockOnExit: true },
    });
    const moved = t.feed([record(10, IN_YARD)]);
    assert.ok(moved.types.includes('geofenceExit'), 'the event is raised');
    assert.deepEqual(moved.commands, [], 'but it did not move');
    await t.directory.linked.geofence.update({
      ...yard,
      attributes: { lockOnEnter: true, lockOnExit: true },
    });
    const back = t.feed([record(20, IN_YARD)]);
    assert.ok(back.types.includes('geofenceEnter'));
    assert.deepEqual(back.commands, []);
    assert.deepEqual(crossings(t, 30, OUTSIDE), ['exit'], 'now it crosses');
  });

  test('[FENCELOCK-6] with dwell time it locks once the vehicle has stayed, if it came from outside', async () => {
    const t = await start({ lockOnEnter: true, lockOnExit: true, dwellSeconds: 60 });
    assert.deepEqual(crossings(t, 0, IN_YARD), []);
    assert.deepEqual(crossings(t, 70, IN_YARD), [], 'it was inside when it was heard of first');
    assert.deepEqual(crossings(t, 80, OUTSIDE), ['exit']);
    assert.deepEqual(crossings(t, 90, IN_YARD), []);
    assert.deepEqual(crossings(t, 100, OUTSIDE), [], 'it had not entered');
    assert.deepEqual(crossings(t, 110, IN_YARD), []);
    assert.deepEqual(crossings(t, 175, IN_YARD), ['enter']);
    assert.deepEqual(crossings(t, 185, IN_YARD), [], 'once');
  });

  test('[FENCELOCK-7] while its calendar is off a geofence locks nothing', async () => {
    const t = await start({ lockOnEnter: true, lockOnExit: true }, 1);
    assert.deepEqual(crossings(t, 0, OUTSIDE), []);
    assert.deepEqual(crossings(t, 10, IN_YARD), []);
    assert.deepEqual(crossings(t, 70, OUTSIDE), ['exit']);
  });
});

describe('what becomes of a lock', () => {
  const trackers: TestTracker[] = [];
  afterEach(async () => {
    for (const tracker of trackers.splice(0)) await tracker.dispose();
  });
  const IMEI = imeiOf(1777);
  async function start(wrap: (storage: Storage) => Storage = (storage) => storage) {
    const t = await openTestTracker({}, wrap);
    trackers.push(t);
    await t.setServer({ 'command.lock': 'allow' });
    const deviceId = await t.addDevice(IMEI);
    const cookie = await t.signIn(await t.addUser({ administrator: true }));
    const { directory } = t.tracker;
    const yard = await directory.linked.geofence.create(fence(YARD, { lockOnEnter: true, lockOnExit: true }));
    const link = { ownerKind: 'device', ownerId: deviceId, propertyKind: 'geofence', propertyId: yard.id };
    await directory.links.change([link], []);
    const queue = async (): Promise<readonly DeviceCommand[]> =>
      (await t.api('GET', `/commands/queue?deviceId=${deviceId}`, cookie)).json;
    return { t, deviceId, cookie, yard, queue };
  }
  const at = (time: number, latitude: number) => dataPacket([{ time, latitude, longitude: 13 }]);

  test('[FENCELOCK-8] a connected vehicle gets the lock at once, and log and audit name the geofence', async () => {
    const { t, cookie, yard, queue } = await start();
    const device = await TestDevice.signedIn(await t.port('teltonika'), IMEI);
    const now = Date.now();
    device.socket.write(at(now - 120_000, 52.02));
    device.socket.write(at(now - 60_000, 52));
    await eventually(() => commandTexts(device.received).length > 0);
    assert.deepEqual(commandTexts(device.received), ['setdigout 1']);
    await eventually(async () => (await queue())[0]?.status === 'sent');
    const [lock] = await queue();
    assert.deepEqual([lock?.description, lock?.userId], ['Fence', 0]);
    assert.equal(lock?.attributes['geofenceId'], yard.id);
    const period = 'from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z';
    const audit: readonly { actionType: string; attributes: object }[] = (
      await t.api('GET', `/audit?${period}`, cookie)
    ).json;
    const lines = audit.filter(({ actionType }) => actionType === 'command');
    assert.equal(lines.length, 1);
    device.socket.destroy();
  });

  test('[FENCELOCK-9] what no vehicle took survives a restart and leaves once; what waits is not queued twice', async () => {
    let isStuck = true;
    const { t, queue } = await start((storage) => ({
      ...storage,
      claimCommand: (command, replaces) =>
        isStuck && command.status === 'sending'
          ? Promise.reject(new StorageError('write', 'UNAVAILABLE'))
          : storage.claimCommand(command, replaces),
    }));
    const now = Date.now();
    const first = await TestDevice.signedIn(await t.port('teltonika'), IMEI);
    for (const [ago, latitude] of [
      [180_000, 52.02],
      [120_000, 52],
      [60_000, 52.02],
    ] as const)
      first.socket.write(at(now - ago, latitude));
    const statuses = async () => (await queue()).map(({ status }) => status);
    await eventually(async () => (await statuses())[0] === 'cancelled');
    assert.deepEqual(await statuses(), ['cancelled', 'queued']);
    first.socket.destroy();
    isStuck = false;
    await t.restart();
    const device = await TestDevice.signedIn(await t.port('teltonika'), IMEI);
    // The record that had crossed the edge, sent again.
    device.socket.write(at(now - 120_000, 52));
    device.socket.write(at(now - 60_000, 52.02));
    await eventually(async () => (await statuses())[1] === 'sent');
    await eventually(() => commandTexts(device.received).length > 0);
    assert.deepEqual(commandTexts(device.received), ['setdigout 1']);
    device.socket.destroy();
  });
});
