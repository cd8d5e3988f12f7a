import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInProcessBus } from '@rastro/bus';
import type { TrackerPorts, TrackerTopics } from '../messages/topics.ts';
import { OwnerAddresses, type SharedBus } from './owner-addresses.ts';

const DEVICE = 5;
const PARTITION = 5;

/** A bus of several processes, and what the database says of epochs. */
function shared(): { readonly bus: SharedBus; readonly epochs: Map<number, number> } {
  const inner = createInProcessBus<TrackerTopics, TrackerPorts>((topic, error) =>
    assert.fail(`${topic}: ${String(error)}`),
  );
  const counted = {
    publisher: 'one',
    sent: {},
    missing: () => [],
    catchUp: () => {},
    readAgain: async () => {},
  };
  return { bus: { ...inner, ...counted, isConnected: true }, epochs: new Map([[PARTITION, 3]]) };
}

test('[ROLE-37] a question to a partition reaches its owner, and never one before that only stands still', async (t) => {
  const { bus, epochs } = shared();
  const open = async () => {
    const addresses = await OwnerAddresses.open(bus, { epochs: async () => epochs });
    t.after(() => addresses.close());
    return addresses;
  };
  const [former, next, asker] = [await open(), await open(), await open()];
  const answers = (addresses: OwnerAddresses, epoch: number, accepted: boolean) =>
    addresses.busOf(() => epoch).answer('command.cancelled', () => accepted, { at: PARTITION });
  const ask = (): Promise<boolean> =>
    asker
      .busOf(() => 0)
      .ask('command.cancelled', { id: 1, deviceId: DEVICE }, { to: PARTITION, timeoutMs: 200 });
  answers(former, 3, false);
  assert.equal(await ask(), false, 'by what the database said');
  answers(next, 4, true);
  assert.equal(await ask(), false, 'nobody knows of the new owner yet');
  bus.publish('partitions.taken', { owned: [{ partition: PARTITION, epoch: 4 }] });
  assert.equal(await ask(), true);
  bus.publish('partitions.taken', { owned: [{ partition: PARTITION, epoch: 3 }] });
  assert.equal(await ask(), true, 'news that come late are old');
});

test('[ROLE-37] questions to nodes of ingest keep their addresses', async (t) => {
  const { bus, epochs } = shared();
  const addresses = await OwnerAddresses.open(bus, { epochs: async () => epochs });
  t.after(() => addresses.close());
  const own = addresses.busOf(() => 3);
  own.answer('traffic.stopped', () => null, { at: 'gate-1' });
  assert.equal(await bus.ask('traffic.stopped', { deviceId: DEVICE }, { to: 'gate-1' }), null);
  assert.equal(await own.ask('traffic.stopped', { deviceId: DEVICE }, { to: 'gate-1' }), null);
});
