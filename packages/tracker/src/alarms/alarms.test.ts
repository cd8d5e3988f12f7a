import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import type { FleetAlarm } from '@rastro/fleet';
import { LiveClient, serveTracker } from '../../test/live-client.ts';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
let url: string;
let server: Server;
let port: number;
let counter = 0;
let van: { readonly id: number; readonly uniqueId: string };
let ana: { readonly id: number; readonly cookie: string };
let rui: typeof ana;

before(async () => {
  t = await openTestTracker();
  ({ url, server } = await serveTracker(t.tracker));
  port = await t.port('osmand');
});
after(async () => {
  await t.dispose();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  const uniqueId = `alarm-${counter++}`;
  van = { id: await t.addDevice(uniqueId), uniqueId };
  [ana, rui] = [await newUser('Ana'), await newUser('Rui')];
});

async function newUser(name: string, more: object = {}, deviceId = van.id): Promise<typeof ana> {
  const id = await t.addUser({ name, email: `${name}${counter++}@example.com`, ...more });
  const link = { ownerKind: 'user', ownerId: id, propertyKind: 'device', propertyId: deviceId };
  await t.tracker.directory.links.change([link], []);
  return { id, cookie: await t.signIn(id) };
}
/** The vehicle says something now. */
const report = async (more: string): Promise<void> => {
  const seconds = Math.floor(Date.now() / 1000) - 600 + counter++;
  const answer = await fetch(
    `http://127.0.0.1:${port}/?id=${van.uniqueId}&lat=-23.5&lon=-46.6&timestamp=${seconds}${more}`,
  );
  assert.equal(answer.status, 200);
};
const list = async (who: typeof ana): Promise<readonly FleetAlarm[]> =>
  (await t.api('GET', '/alarms', who.cookie)).json;
const isOpen = async (id: number): Promise<boolean> =>
  (await list(ana)).some((alarm) => alarm.id === id && alarm.acknowledged === null);
async function acknowledge(who: typeof ana, eventIds: readonly number[], note?: string) {
  const body = { eventIds, ...(note === undefined ? {} : { note }) };
  const { status, json } = await t.api('POST', '/alarms/acknowledge', who.cookie, body);
  const alarms: readonly FleetAlarm[] = status === 200 ? json : [];
  return { status, acknowledged: alarms[0]?.acknowledged ?? null };
}
async function sos(): Promise<number> {
  const before = (await list(ana)).length;
  await report('&alarm=sos');
  await eventually(async () => (await list(ana)).length > before);
  return (await list(ana))[0]?.id ?? 0;
}

test('[ALARM-4] critical events are open for everybody who sees the vehicle, ordinary ones are no alarms', async () => {
  await report('&ignition=true');
  await report('&ignition=false');
  const id = await sos();
  const [alarm, ...others] = await list(rui);
  assert.deepEqual([alarm?.id, alarm?.deviceId, alarm?.type], [id, van.id, 'alarm']);
  assert.ok(await isOpen(id));
  assert.equal(others.length, 0);
  const stranger = await newUser('Eva', {}, await t.addDevice(`elsewhere-${counter}`));
  assert.deepEqual(await list(stranger), []);
  assert.equal((await acknowledge(stranger, [id])).status, 400);
  assert.equal((await acknowledge(ana, [id, 999_999])).status, 400, 'all or none');
  assert.ok(await isOpen(id));
});

test('[ALARM-5] of two at once one was first, and both are told who', async () => {
  const id = await sos();
  const answers = await Promise.all([acknowledge(ana, [id], '  driver called '), acknowledge(rui, [id])]);
  const named = answers.map(({ acknowledged }) => acknowledged);
  assert.deepEqual(named[0], named[1]);
  assert.ok([ana.id, rui.id].includes(named[0]?.userId ?? 0));
  const again = await acknowledge(rui, [id], 'later');
  assert.deepEqual(again.acknowledged, named[0]);
  assert.deepEqual((await list(ana))[0]?.acknowledged, named[0]);
});

test('[ALARM-5] it says who, when and what he noted; who may only look does not acknowledge', async () => {
  const id = await sos();
  const looker = await newUser('Lia', { readonly: true });
  assert.equal((await acknowledge(looker, [id])).status, 400);
  const { status, acknowledged } = await acknowledge(ana, [id], '  driver called ');
  assert.equal(status, 200);
  assert.deepEqual(
    [acknowledged?.userId, acknowledged?.userName, acknowledged?.note],
    [ana.id, 'Ana', 'driver called'],
  );
  assert.ok(Math.abs(Date.parse(acknowledged?.time ?? '') - Date.now()) < 60_000);
});

test('[ALARM-6] open browsers hear within two seconds of an alarm and of who has seen to it', async () => {
  const client = await LiveClient.open(`${url}/api/socket`, { headers: { cookie: rui.cookie } });
  const openAlarms = (): number =>
    client.frames.flatMap(({ changed }) => changed ?? []).filter((what) => what === 'alarms').length;
  const id = await sos();
  await eventually(() => openAlarms() > 0, 2000);
  const before = openAlarms();
  await acknowledge(ana, [id]);
  await eventually(() => openAlarms() > before, 2000);
  client.socket.close();
});
