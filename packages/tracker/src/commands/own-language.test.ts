import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { DAY_MS, systemClock } from '@rastro/base';
import type { DeviceCommand, Diagnosis, DiagnosisFinding } from '@rastro/fleet';
import { findProtocol } from '@rastro/protocols';
import { commandTexts, dataPacket, imeiOf, TestDevice } from '@rastro/protocols/testing';
import { eventually, openTestTracker, SILENT, type TestTracker } from '../../test/open-test-tracker.ts';

/** Logs in over gt06 with the identifier that it holds. */
const GT06_LOGIN = Buffer.from('78780d01035341353215036200022d060d0a', 'hex');
const GT06_IMEI = '353413532150362';

let t: TestTracker;
let cookie: string;
let imei: string;
let deviceId: number;
let counter = 0;
let laterMs = 0;
let warnings: object[] = [];

before(async () => {
  const clock = { ...systemClock, now: () => Date.now() + laterMs };
  const log = { ...SILENT, warn: (line: object) => void warnings.push(line) };
  t = await openTestTracker({ clock, log });
  await t.setServer({ 'command.lock': 'allow' });
});
after(() => t.dispose());
beforeEach(() => {
  warnings = [];
});
async function device(uniqueId = imeiOf(5000 + counter++), fields: object = {}): Promise<void> {
  imei = uniqueId;
  deviceId = await t.addDevice(imei, fields);
  cookie = await t.signIn(await t.addUser({ administrator: true }));
}
const custom = (data: string) =>
  t.api('POST', '/commands/send', cookie, { deviceId, type: 'custom', attributes: { data } });
const report = () => dataPacket([{ time: Date.now() + laterMs, latitude: -23.5, longitude: -46.6 }]);
/** Asks over OsmAnd in the name of the device. */
async function ask(more = '', headers: Record<string, string> = {}): Promise<string> {
  const url = `http://127.0.0.1:${await t.port('osmand')}/?id=${imei}&lat=1&lon=2${more}`;
  const response = await fetch(url, { headers });
  return `${response.status} ${await response.text()}`.trim();
}
async function teltonika(): Promise<TestDevice> {
  const tracker = await TestDevice.signedIn(await t.port('teltonika'), imei);
  tracker.socket.write(report());
  await tracker.bytes(4);
  return tracker;
}
const last = async (): Promise<DeviceCommand | undefined> => {
  const queue: readonly DeviceCommand[] = (await t.api('GET', `/commands/queue?deviceId=${deviceId}`, cookie))
    .json;
  return queue[0];
};
async function finding(kind: string): Promise<DiagnosisFinding | undefined> {
  const found: Diagnosis = (await t.api('GET', `/devices/${deviceId}/diagnosis`, cookie)).json;
  return found.facts.find((each) => each.kind === kind);
}

test('[CMD-35] a queued command of a Teltonika device never goes to whoever asks over HTTP', async () => {
  await device();
  const tracker = await teltonika();
  tracker.socket.destroy();
  await eventually(async () => (await finding('disconnected')) !== undefined);
  assert.equal((await custom('secret words')).status, 202);
  assert.equal(await ask(), '200');
  assert.equal(await ask('&result=OK&blocked=true'), '200', 'what is claimed is taken, nothing is told');
  assert.equal((await last())?.status, 'queued');
  assert.deepEqual(warnings, [{ security: true, deviceId, own: 'teltonika', reported: 'osmand' }]);
  const claim = await finding('otherProtocol');
  assert.deepEqual([claim?.value, claim?.count], ['osmand', 2]);
  const again = await TestDevice.signedIn(await t.port('teltonika'), imei);
  await eventually(() => commandTexts(again.received).includes('secret words'));
  again.socket.destroy();
});

test('[CMD-100] a command that waits for a device which comes in another protocol says so, until it goes out', async () => {
  await device();
  (await teltonika()).socket.destroy();
  await eventually(async () => (await finding('disconnected')) !== undefined);
  await custom('waits');
  assert.deepEqual([(await last())?.status, (await last())?.reason], ['queued', null]);
  assert.equal(await ask(), '200');
  await eventually(async () => (await last())?.reason === 'otherProtocol');
  const again = await TestDevice.signedIn(await t.port('teltonika'), imei);
  await eventually(async () => (await last())?.status === 'sent');
  assert.equal((await last())?.reason, null);
  again.socket.destroy();
});

test('[CMD-35] nor does a forged report confirm it, nor another language end its connection', async () => {
  await device(GT06_IMEI);
  const tracker = await teltonika();
  assert.equal((await custom('setdigout 1')).status, 200);
  assert.equal(await ask('&result=OK'), '200');
  const claimer = await TestDevice.connect(await t.port('gt06'));
  claimer.socket.write(GT06_LOGIN);
  await claimer.bytes(10);
  assert.equal((await custom('second')).status, 200);
  await eventually(() => commandTexts(tracker.received).includes('second'));
  assert.equal((await last())?.status, 'sent');
  assert.equal(claimer.received.length, 0);
  claimer.socket.destroy();
  tracker.socket.destroy();
});

test('[CMD-35] after a silent day, with a new identifier or by its attribute another language takes over', async () => {
  await device();
  (await teltonika()).socket.destroy();
  laterMs += DAY_MS;
  cookie = await t.signIn(await t.addUser({ administrator: true }));
  assert.equal(await ask(), '200');
  await custom('a day later');
  assert.equal(await ask(), '200 a day later');

  await device();
  (await teltonika()).socket.destroy();
  const entity = t.tracker.directory.devices.get(deviceId);
  assert.ok(entity);
  await t.tracker.directory.devices.update({ ...entity, attributes: { 'command.protocol': 'osmand' } });
  await eventually(async () => (await finding('disconnected')) !== undefined);
  await custom('as it says');
  assert.equal(await ask(), '200 as it says');
  await t.tracker.directory.devices.update({ ...entity, uniqueId: (imei = imeiOf(5900)) });
  assert.equal(await ask(), '200');
  await custom('somebody else');
  assert.equal(await ask(), '200 somebody else');
});

test('[INGEST-21] with a secret a device is heard over HTTP only with it', async () => {
  await device(undefined, { attributes: { 'http.secret': 'p4ss' } });
  await custom('for the right one');
  for (const wrong of ['', '&secret=', '&secret=p4s', '&secret=p4ss5']) assert.equal(await ask(wrong), '400');
  assert.equal((await t.history(deviceId)).length, 0);
  assert.equal((await finding('refused'))?.value, 'secret');
  assert.equal(await ask('', { authorization: 'Bearer p4ss' }), '200 for the right one');
  assert.equal(await ask('&secret=p4ss&timestamp=1767225600'), '200');
  const [position]: readonly { attributes: object }[] = (
    await t.api('GET', `/positions?deviceId=${deviceId}`, cookie)
  ).json;
  assert.ok(position && !JSON.stringify(position).includes('p4ss'));
});

test('[CMD-36] that another address took over an open connection stands in the diagnosis', async () => {
  await device();
  const port = await t.tracker.listen({
    protocol: findProtocol('teltonika') ?? assert.fail(),
    host: '::',
    port: 0,
  });
  const first = await teltonika();
  const second = await TestDevice.signedIn(port, imei);
  await first.closed;
  assert.equal((await finding('otherAddress'))?.value, 'teltonika');
  second.socket.destroy();
});
