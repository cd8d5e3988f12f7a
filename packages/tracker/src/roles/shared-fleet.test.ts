import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { createInProcessBus } from '@rastro/bus';
import { openStorage, partitionOf, type IngestBatch, type Storage } from '@rastro/storage';
import { NOW, PLAIN_DEVICE, record } from '../../test/open-test-pipeline.ts';
import { openProcessNode, type ProcessNode } from '../../test/open-process-node.ts';
import { eventually } from '../../test/open-test-tracker.ts';
import { Directory } from '../directory/directory.ts';
import type { RecordEntry } from '../messages/records.ts';
import type { TrackerBus, TrackerPorts, TrackerTopics } from '../messages/topics.ts';

const folder = mkdtempSync(join(tmpdir(), 'rastro-shared-'));
let storage: Storage;
let bus: TrackerBus;
let commits: IngestBatch[] = [];
let closes: (() => Promise<void> | void)[] = [];
let deviceId = 0;

beforeEach(async () => {
  const opened = await openStorage({ folder: mkdtempSync(join(folder, 'store-')) });
  const commit = (batch: IngestBatch) => {
    commits.push(batch);
    return opened.commit(batch);
  };
  storage = { ...opened, commit };
  bus = createInProcessBus<TrackerTopics, TrackerPorts>((topic, error) =>
    assert.fail(`${topic}: ${String(error)}`),
  );
  const directory = await Directory.load(storage, 'rastro');
  deviceId = (await directory.devices.create({ ...PLAIN_DEVICE, name: 'van', uniqueId: 'van' })).id;
  commits = [];
});
afterEach(async () => {
  for (const close of closes.reverse()) await close();
  closes = [];
  await storage.close();
});
process.once('exit', () => rmSync(folder, { recursive: true }));

async function openNode(): Promise<ProcessNode> {
  const node = await openProcessNode({ storage, bus, folder });
  closes.push(() => node.close());
  return node;
}
const entry = (second: number): RecordEntry => ({
  kind: 'records',
  deviceId,
  protocol: 'teltonika',
  arrivedAt: NOW,
  records: [record(second, { longitude: second / 1000 })],
});
const deliver = ({ role }: ProcessNode, second: number): Promise<boolean> =>
  new Promise((resolve) =>
    role.records.send(
      entry(second),
      () => resolve(true),
      () => resolve(false),
    ),
  );
const cursorAt = (epoch: number, seq: number) => ({ partition: partitionOf(deviceId), epoch, seq });
async function stored(): Promise<number> {
  let count = 0;
  for await (const page of storage.history({ deviceId, from: 0, to: 2 * NOW, pageSize: 100 }))
    count += page.length;
  return count;
}

test('[ROLE-10] a process stores for its own partitions only, and proves in each commit that they are its own', async () => {
  const node = await openNode();
  assert.equal(await deliver(node, 1), false, 'nobody has taken the partition over');
  await node.role.takeOver([cursorAt(3, 20)], false);
  assert.equal(await deliver(node, 2), true);
  assert.deepEqual(await storage.cursor(partitionOf(deviceId)), cursorAt(3, 20));
  node.role.handOver([partitionOf(deviceId)]);
  assert.equal(await deliver(node, 3), false);
  assert.equal(await stored(), 1);
});

test('[ROLE-10] a process that lost a partition and does not know it stores nothing more', async () => {
  const [first, second] = [await openNode(), await openNode()];
  await first.role.takeOver([cursorAt(1, 0)], false);
  assert.equal(await deliver(first, 1), true);
  await second.role.takeOver([cursorAt(2, 0)], false);
  assert.equal(await deliver(second, 2), true);
  assert.equal(await deliver(first, 3), false);
  await eventually(() => first.lost.length > 0);
  assert.deepEqual(first.lost, [partitionOf(deviceId)]);
  assert.equal(await stored(), 2);
});

test('[ROLE-11] what one process stored is where the next one goes on', async () => {
  const [first, second] = [await openNode(), await openNode()];
  await first.role.takeOver([cursorAt(1, 0)], false);
  for (const second_ of [1, 2, 3]) assert.equal(await deliver(first, second_), true);
  await first.role.idle();
  first.role.handOver([partitionOf(deviceId)]);
  await second.role.takeOver([cursorAt(2, 0)], false);
  assert.equal(await deliver(second, 3), true, 'sent again');
  assert.equal(await deliver(second, 4), true);
  assert.equal(await stored(), 4);
  const events: string[] = [];
  for await (const page of storage.events({ deviceId, from: 0, to: 2 * NOW, pageSize: 100 }))
    events.push(...page.map(({ type }) => type));
  assert.deepEqual(events, ['deviceOnline'], 'once');
});
