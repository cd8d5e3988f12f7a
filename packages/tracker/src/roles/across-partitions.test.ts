import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import { createInProcessBus } from '@rastro/bus';
import { openStorage, PARTITIONS, partitionOf, type Storage, type StoredEvent } from '@rastro/storage';
import { openProcessNode, type ProcessNode } from '../../test/open-process-node.ts';
import { ANY_SPEED, NOW, PLAIN_DEVICE, record } from '../../test/open-test-pipeline.ts';
import { eventually, testOptions } from '../../test/open-test-tracker.ts';
import type { TrackerBus, TrackerPorts, TrackerTopics } from '../messages/topics.ts';

const folder = mkdtempSync(join(tmpdir(), 'rastro-across-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
let storage: Storage;
let bus: TrackerBus;
let closes: (() => Promise<void>)[] = [];
let epoch = 0;

beforeEach(async () => {
  storage = await openStorage({ folder: mkdtempSync(join(folder, 'store-')) });
  bus = createInProcessBus<TrackerTopics, TrackerPorts>((topic, error) =>
    assert.fail(`${topic}: ${String(error)}`),
  );
});
afterEach(async () => {
  for (const close of closes.reverse()) await close();
  closes = [];
  await storage.close();
});

const ALL = Array.from({ length: PARTITIONS }, (_, at) => at);
const EVEN = ALL.filter((at) => at % 2 === 0);
const ODD = ALL.filter((at) => at % 2 === 1);

async function open(partitions: readonly number[]): Promise<ProcessNode> {
  const { pipeline } = testOptions(folder);
  const node = await openProcessNode(
    { storage, bus, folder },
    {
      clock: { ...systemClock, now: () => NOW },
      pipeline: { ...pipeline, tripSettings: ANY_SPEED, proximityEnterM: 500 },
    },
  );
  closes.push(() => node.close());
  await take(node, partitions);
  node.role.watch();
  return node;
}
const take = ({ role }: ProcessNode, partitions: readonly number[]): Promise<void> =>
  role.takeOver(
    partitions.map((partition) => ({ partition, epoch: ++epoch, seq: 0 })),
    false,
  );

const deliver = ({ role }: ProcessNode, deviceId: number, latitude: number, second: number, more = {}) =>
  new Promise<void>((resolve, reject) =>
    role.records.send(
      {
        kind: 'records',
        deviceId,
        protocol: 'teltonika',
        arrivedAt: NOW,
        records: [record(second, { latitude }, more)],
      },
      () => resolve(),
      () => reject(new Error('not stored')),
    ),
  );
async function eventsOf(deviceId: number, wanted: string): Promise<readonly StoredEvent[]> {
  const found: StoredEvent[] = [];
  for await (const page of storage.events({ deviceId, from: 0, to: 2 * NOW, pageSize: 100 }))
    found.push(...page.filter(({ type }) => type === wanted));
  return found;
}

test('[ROLE-13] rules know where linked devices of another process are', async () => {
  const [even, odd] = [await open(EVEN), await open(ODD)];
  const { devices, links } = even.directory;
  const van = await devices.create({ ...PLAIN_DEVICE, name: 'van', uniqueId: 'van' });
  const trailer = await devices.create({ ...PLAIN_DEVICE, name: 'trailer', uniqueId: 'trailer' });
  assert.notEqual(partitionOf(van.id) % 2, partitionOf(trailer.id) % 2);
  const [nearVan, nearTrailer] = partitionOf(van.id) % 2 === 0 ? [even, odd] : [odd, even];
  await deliver(nearTrailer, trailer.id, 52.1, 0);
  const [ownerId, propertyId] = [van.id, trailer.id];
  await links.change([{ ownerKind: 'device', ownerId, propertyKind: 'linkedDevice', propertyId }], []);
  // Somebody takes the van over: they find where the trailer was.
  nearVan.role.handOver([partitionOf(van.id)]);
  await take(nearVan, [partitionOf(van.id)]);
  await deliver(nearVan, van.id, 52, 0);
  await deliver(nearVan, van.id, 52.0975, 60);
  assert.equal((await eventsOf(van.id, 'proximityEnter')).length, 1);
  await deliver(nearTrailer, trailer.id, 53, 120);
  await deliver(nearVan, van.id, 52.5, 180);
  await deliver(nearVan, van.id, 52.9975, 240);
  assert.equal((await eventsOf(van.id, 'proximityEnter')).length, 2, 'the trailer has moved meanwhile');
});

test('[ROLE-13] a licence that ends is told once, at the vehicle that is driven, whoever works on it', async () => {
  const odd = await open(ODD);
  const { devices, linked } = odd.directory;
  const fleet = [];
  for (const name of ['one', 'two'])
    fleet.push(await devices.create({ ...PLAIN_DEVICE, name, uniqueId: name }));
  const driven = fleet.find(({ id }) => partitionOf(id) % 2 === 1);
  assert.ok(driven);
  await deliver(odd, driven.id, 52, 0, { driverUniqueId: 'card-1' });
  const validity = new Date(NOW + 20 * 86_400_000).toISOString().slice(0, 10);
  const attributes = { 'rastro.licenceValidity': validity };
  await linked.driver.create({ name: 'Eva', uniqueId: 'card-1', attributes });
  // Until all are there, nobody knows whether another one has told it.
  const first = await open(EVEN);
  const notices = async (): Promise<number> => (await eventsOf(driven.id, 'licenceEnds')).length;
  await eventually(async () => (await notices()) === 1);
  first.role.handOver(EVEN);
  await open(EVEN);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(await notices(), 1);
});
