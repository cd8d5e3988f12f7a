import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { Opened, Publishing, startOf, until, upTo } from '../../test/record-testing.ts';
import { tcpLink, type TcpLink } from '../../test/tcp-link.ts';
import { DAMAGES, findNatsServer, NatsCluster, type NatsNode } from '../testing/index.ts';

const { path, missing } = findNatsServer();
const opened = new Opened();
let cluster: NatsCluster;

async function leader(prefix: string): Promise<NatsNode> {
  const manager = await jetstreamManager(await opened.connection(cluster.url), { checkAPI: false });
  for (;;) {
    const info = await manager.streams.info(`RECORDS_${prefix}`).catch(() => null);
    if (info?.cluster?.leader) return cluster.node(info.cluster.leader);
    await sleep(50);
  }
}
async function follower(prefix: string): Promise<NatsNode> {
  const { name } = await leader(prefix);
  const other = cluster.nodes.find((node) => node.name !== name);
  assert.ok(other);
  return other;
}
async function whileDown(node: NatsNode, work: () => unknown): Promise<void> {
  await node.kill();
  await work();
  await node.start();
}

/** Two nodes publish, and one reads, while one thing after the other happens. */
async function readOnceWhile(
  prefix: string,
  faults: (
    links: readonly TcpLink[],
    published: () => Promise<unknown>,
  ) => Readonly<Record<string, () => unknown>>,
): Promise<void> {
  const links = await Promise.all(cluster.nodes.map(({ url }) => tcpLink(url)));
  for (const link of links) opened.later(() => link.close());
  const url = links.map(({ address }) => `nats://${address}`).join(',');
  const rings = { a: await opened.ring(), b: await opened.ring() };
  const publishing = await Promise.all(
    (['a', 'b'] as const).map(async (node) => {
      const stream = await opened.stream(cluster, { url, prefix });
      const publisher = opened.publisher(stream, { node, ring: rings[node] });
      return new Publishing(publisher, node, [1, 2, 3], 5);
    }),
  );
  const reading = opened.reading(await opened.stream(cluster, { url, prefix }), startOf(1, 2, 3), {
    askAgain: await opened.asking(cluster, rings),
  });
  const goOn = (what: string): Promise<unknown> => Promise.all(publishing.map((each) => each.goesOn(what)));
  await goOn('at first');
  for (const [what, happens] of Object.entries(faults(links, () => goOn('meanwhile')))) {
    await happens();
    await goOn(what);
  }
  for (const each of publishing) await each.stop();
  for (const { node, acknowledged } of publishing)
    for (const [partition, sent] of acknowledged) {
      const read = (): readonly unknown[] =>
        reading.of(partition).filter((entry) => String(entry).startsWith(node));
      await until(() => read().length >= sent.length, `partition ${partition} of ${node} is read`);
      assert.deepEqual(read(), sent);
    }
  assert.deepEqual([reading.lost, reading.stopped], [[], []]);
}

if (missing !== null) test('records while servers fail', { skip: missing });
else {
  before(async () => {
    cluster = await NatsCluster.start({ binary: path, servers: 3 });
  });
  afterEach(() => opened.close());
  after(() => cluster.close());

  test('[BUS-21] servers that die or stand still, and a broken network, lose and double nothing that was acknowledged', async () => {
    await readOnceWhile('dying', (links) => ({
      'all connections are cut': () => links.forEach((link) => link.cut()),
      'the leader stands still': async () => {
        const node = await leader('dying');
        node.pause();
        await sleep(8000);
        node.wake();
      },
      'nothing passes the network for a while': async () => {
        links.forEach((link) => link.stall());
        await sleep(1500);
        links.forEach((link) => link.pass());
      },
      'all are killed': async () => {
        await Promise.all(cluster.nodes.map((node) => node.kill()));
        await Promise.all(cluster.nodes.map((node) => node.start()));
      },
    }));
  });

  test('[BUS-21] [BUS-22] files of one server that are damaged, cut short or gone lose and double nothing either', async () => {
    await readOnceWhile('rotting', (_, published) => ({
      'the leader is killed, and its files are damaged': async () => {
        const node = await leader('rotting');
        await whileDown(node, async () => {
          DAMAGES.flipBits(node);
          await published();
        });
      },
      'another server loses its folder': async () => {
        const node = await follower('rotting');
        await whileDown(node, () => DAMAGES.wipe(node));
      },
      'the files of one are cut short': async () => {
        const node = await follower('rotting');
        await whileDown(node, () => DAMAGES.truncate(node));
      },
    }));
  });

  test('[BUS-22] what the servers have lost is fetched from the ring of its node; what nobody has is reported', async () => {
    const stream = await opened.stream(cluster, { prefix: 'lossy' });
    const ring = await opened.ring();
    const publisher = opened.publisher(stream, { node: 'c', ring });
    for (const n of upTo(40)) await publisher.publish(5, [n]);
    const manager = await jetstreamManager(stream.connection);
    for (const sequence of [1, 3, 4, 20, 40]) await manager.streams.deleteMessage(stream.name, sequence);
    await publisher.publish(5, [40]);
    const askAgain = await opened.asking(cluster, { c: ring });
    const reading = opened.reading(stream, startOf(5), { askAgain });
    await until(() => reading.of(5).length >= 41, 'all is read');
    assert.deepEqual([reading.of(5), reading.lost], [upTo(41), []]);
    const without = opened.reading(stream, startOf(5));
    await until(() => without.of(5).at(-1) === 40, 'the end is read');
    assert.deepEqual(
      without.lost.map(({ first, last }) => [first, last]),
      [
        [1, 1],
        [3, 4],
        [20, 20],
        [40, 40],
      ],
    );
    assert.equal(without.of(5).length, 36);
  });
}
