import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { createInProcessBus } from '@rastro/bus';
import { createSafeFetch, createSmsGateway } from '@rastro/outgoing';
import { openStorage, type Storage } from '@rastro/storage';
import { eventually, PLAIN_USER, testOptions } from '../../test/open-test-tracker.ts';
import { storedPosition } from '../../test/stored-position.ts';
import { CommittedDevices } from '../committed/committed-devices.ts';
import { Directory } from '../directory/directory.ts';
import { openReplica } from '../directory/follow-directory.ts';
import { IngestCounters } from '../ingest/counters.ts';
import type { TrackerBus, TrackerPorts, TrackerTopics } from '../messages/topics.ts';
import { openProcess } from './open-process.ts';

const BRAND = 'rastro';
const DEVICE = 7;
const folder = mkdtempSync(join(tmpdir(), 'rastro-told-'));
let storage: Storage;
before(async () => {
  storage = await openStorage({ folder });
});
after(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

const newBus = (): TrackerBus =>
  createInProcessBus<TrackerTopics, TrackerPorts>((topic, error) =>
    assert.fail(`${topic}: ${String(error)}`),
  );
async function replica(t: TestContext, bus: TrackerBus): Promise<Directory> {
  const { directory, close } = await openReplica(storage, bus, BRAND);
  t.after(close);
  return directory;
}
async function openPositions(t: TestContext, bus: TrackerBus): Promise<void> {
  const sms = createSmsGateway(null, createSafeFetch({ allowPrivate: true, timeoutMs: 1000 }));
  const directory = await replica(t, bus);
  const role = await openProcess(testOptions(join(folder, 'media')), {
    bus,
    directory,
    storage,
    sms,
    counters: new IngestCounters(),
  });
  t.after(() => role.close());
  role.watch();
}
/** As a process of positions that dies before it has told anybody. */
async function storeSilently(positionId: number): Promise<void> {
  const fixTime = Date.now() - 60_000 + positionId;
  const state = {
    deviceId: DEVICE,
    positionId,
    lastUpdate: fixTime,
    status: 'online',
    memory: '{}',
  } as const;
  const position = storedPosition({ id: positionId, deviceId: DEVICE, fixTime });
  const nothing = { events: [], commands: [], late: [], passedOver: [] };
  await storage.commit({ ...nothing, positions: [position], states: [state] });
}

test('[ROLE-6] what a process wrote and told nobody reaches the others when a replica starts', async (t) => {
  const bus = newBus();
  const lived = await replica(t, bus);
  const changed = await lived.users.create({ ...PLAIN_USER, email: 'changed@example.com' });
  const gone = await lived.users.create({ ...PLAIN_USER, email: 'gone@example.com' });
  const link = (propertyId: number) => ({
    ownerKind: 'user',
    ownerId: changed.id,
    propertyKind: 'device',
    propertyId,
  });
  await lived.links.change([link(1)], []);
  const dead = await Directory.load(storage, BRAND);
  await dead.users.change(changed.id, (user) => ({ ...user, name: 'Bia' }));
  await dead.users.remove(gone.id);
  const added = await dead.users.create({ ...PLAIN_USER, email: 'new@example.com' });
  await dead.links.change([link(2)], [link(1)]);
  await dead.updateServer({ ...dead.server, announcement: 'Hello' });
  assert.equal(lived.users.get(changed.id)?.name, 'Ana', 'nobody has told it');
  await replica(t, bus);
  await eventually(() => lived.server.announcement === 'Hello');
  assert.equal(lived.users.get(changed.id)?.name, 'Bia');
  assert.equal(lived.users.get(gone.id), undefined);
  assert.equal(lived.users.get(added.id)?.email, 'new@example.com');
  assert.deepEqual([...lived.links.of('user', changed.id, 'device')], [2]);
});

test('[ROLE-6] what is written while a replica reads again is not lost', async (t) => {
  const bus = newBus();
  const lived = await replica(t, bus);
  const user = await lived.users.create({ ...PLAIN_USER, email: 'busy@example.com' });
  const other = await replica(t, bus);
  for (let at = 1; at <= 20; at++) {
    bus.publish('directory.opened', { from: 'somebody' });
    await lived.users.update({ ...user, name: `name ${at}` });
    assert.equal(lived.users.get(user.id)?.name, `name ${at}`);
  }
  await eventually(() => other.users.get(user.id)?.name === 'name 20');
  await bus.flush();
  assert.equal(lived.users.get(user.id)?.name, 'name 20');
});

test('[ROLE-7] a process of positions that starts tells what the one before it could not', async (t) => {
  const bus = newBus();
  const directory = await replica(t, bus);
  await storeSilently(1);
  const shown = await CommittedDevices.load(storage, bus, directory);
  t.after(() => shown.close());
  await storeSilently(2);
  assert.equal(shown.committed(DEVICE).position?.id, 1);
  await openPositions(t, bus);
  await eventually(() => shown.committed(DEVICE).position?.id === 2);
  assert.equal(shown.committed(DEVICE).status, 'unknown', 'nobody has heard of it since');
});

test('[ROLE-7] who shows devices from now on learns which of them are silent', async (t) => {
  const bus = newBus();
  await storeSilently(3);
  await openPositions(t, bus);
  const shown = await CommittedDevices.load(storage, bus, await replica(t, bus));
  t.after(() => shown.close());
  await eventually(() => shown.committed(DEVICE).status === 'unknown');
  assert.equal(shown.committed(DEVICE).position?.id, 3);
});

test('[ROLE-36] where two nodes write the same at once, all end with what is stored, in whichever order messages come', async (t) => {
  const bus = newBus();
  const [a, b, c] = [await replica(t, bus), await replica(t, bus), await replica(t, bus)];
  const user = await a.users.create({ ...PLAIN_USER, email: 'raced@example.com' });
  const quiet = await Directory.load(storage, BRAND);
  // The newer one is stored last, and its message comes first.
  const before = await a.users.change(user.id, (each) => ({ ...each, name: 'older' }));
  await quiet.users.change(user.id, (each) => ({ ...each, name: 'newer' }));
  const stored = quiet.users.get(user.id);
  bus.publish('directory.changed', { from: 'd', kind: 'user', id: user.id, after: stored ?? null });
  bus.publish('directory.changed', { from: 'e', kind: 'user', id: user.id, after: before ?? null });
  await eventually(() => [a, b, c].every((each) => each.users.get(user.id)?.name === 'newer'));
});
