import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BusError } from '../bus.ts';
import { busContract, type ContractPorts, type ContractTopics } from '../contract/bus-contract.ts';
import { findNatsServer, NatsCluster } from '../testing/index.ts';
import { connectNats } from './connect.ts';
import { createNatsBus } from './nats-bus.ts';

const { path, missing } = findNatsServer();
const closers: (() => Promise<void>)[] = [];
let cluster: NatsCluster;
let tests = 0;

/** A bus of its own prefix for each test. */
async function connected(
  url: string,
  options: { prefix?: string; failures?: string[]; maxPendingBytes?: number } = {},
) {
  const { prefix = `test.${tests}`, failures = [], maxPendingBytes = 1 << 24 } = options;
  const connection = await connectNats({ url, credentialsFile: null, caFile: null, name: 'test' });
  const onError = (topic: string): void => void failures.push(topic);
  const bus = createNatsBus<ContractTopics, ContractPorts>({ connection, prefix, onError, maxPendingBytes });
  closers.push(() => bus.close());
  await bus.flush();
  return bus;
}
const until = async (isDone: () => boolean): Promise<void> => {
  const end = Date.now() + 30_000;
  while (!isDone()) {
    assert.ok(Date.now() < end, 'in time');
    await sleep(10);
  }
};

if (missing !== null) test('the bus over NATS', { skip: missing });
else {
  before(async () => {
    cluster = await NatsCluster.start({ binary: path, servers: 1 });
  });
  after(() => cluster.close());
  afterEach(async () => {
    tests++;
    for (const close of closers.splice(0).toReversed()) await close();
  });

  busContract('over NATS', async () => {
    const failures: string[] = [];
    const bus = await connected(cluster.url, { failures });
    return { bus, failures, settled: () => bus.flush() };
  });

  test('[BUS-13] over NATS: processes answer side by side, each question once, and questions to all reach all', async () => {
    const [asker, a, b] = [
      await connected(cluster.url),
      await connected(cluster.url),
      await connected(cluster.url),
    ];
    const done: number[] = [];
    for (const [name, bus] of Object.entries({ a, b })) {
      bus.answer('double', ({ n }) => ({ n: done.push(n) && n * 2 }));
      bus.answer('where', () => ({ at: name }), { at: name });
      await bus.flush();
    }
    const wanted = Array.from({ length: 20 }, (_, n) => n);
    await Promise.all(wanted.map((n) => asker.ask('double', { n })));
    assert.deepEqual(
      done.toSorted((x, y) => x - y),
      wanted,
    );
    assert.deepEqual(await asker.ask('where', null, { to: 'b' }), { at: 'b' });
    for (const round of [1, 2]) {
      const answers = await asker.askAll('where', null);
      assert.deepEqual(answers.map(({ at }) => at).toSorted(), ['a', 'b'], `round ${round}`);
    }
    const stop = b.answer('where', () => new Promise<never>(() => {}), { at: 'slow' });
    await b.flush();
    const enough = { timeoutMs: 50_000, until: ({ at }: { readonly at: string }) => at === 'a' };
    assert.deepEqual(
      await asker.askAll('where', null, enough),
      [{ at: 'a' }],
      'the slow one is not waited for',
    );
    stop();
    await b.close();
    assert.deepEqual(await asker.askAll('where', null, { timeoutMs: 300 }), [{ at: 'a' }]);
    await assert.rejects(asker.ask('where', null, { to: 'b' }), /NOBODY/);
  });

  test('[BUS-14] over NATS: messages and answers arrive whole at any size; a question that is too large is refused', async () => {
    const [a, b] = [await connected(cluster.url), await connected(cluster.url)];
    const texts: string[] = [];
    b.subscribe('fleet.other', ({ text }) => texts.push(text));
    const random = (length: number): string => {
      let text = '';
      while (text.length < length) text += Math.random().toString(36);
      return text;
    };
    const large = random(6_000_000);
    b.answer('where', () => ({ at: large }), { at: 'b' });
    await b.flush();
    for (const text of ['first', large, 'last']) a.publish('fleet.other', { text });
    const answer = await a.ask('where', null, { to: 'b' });
    assert.equal(answer.at, large);
    await until(() => texts.length === 3);
    assert.deepEqual(texts, ['first', large, 'last']);
    const question: never = { n: large } as never;
    b.answer('double', () => ({ n: 0 }));
    await b.flush();
    await assert.rejects(
      a.ask('double', question),
      (error) => error instanceof BusError && error.code === 'TOO_LARGE',
    );
  });

  test('[BUS-15] over NATS: after a broken connection all are told of the gap, and questions wait for the connection', async () => {
    const own = await NatsCluster.start({ binary: path, servers: 1 });
    closers.push(() => own.close());
    const [a, b] = [await connected(own.url), await connected(own.url)];
    const gaps = { a: 0, b: 0 };
    a.onGap(['fleet.changed'], () => void gaps.a++);
    b.onGap(['fleet.changed'], () => void gaps.b++);
    const heard: number[] = [];
    b.subscribe('fleet.changed', ({ n }) => heard.push(n));
    b.answer('double', ({ n }) => ({ n: n * 2 }));
    await b.flush();
    await own.nodes[0]?.kill();
    await until(() => !a.isConnected && !b.isConnected);
    a.publish('fleet.changed', { n: 1 });
    await assert.rejects(a.ask('double', { n: 1 }, { timeoutMs: 50 }), /NOBODY/);
    const asked = a.ask('double', { n: 4 }, { timeoutMs: 30_000 });
    await own.nodes[0]?.start();
    await until(() => a.isConnected && b.isConnected && gaps.a > 0 && gaps.b > 0);
    assert.deepEqual(await asked, { n: 8 });
    a.publish('fleet.changed', { n: 2 });
    await until(() => heard.includes(2));
    assert.deepEqual(heard, [2]);
  });

  test('[BUS-16] over NATS: what the server does not take in time is dropped within bounds, and told as a gap', async () => {
    const own = await NatsCluster.start({ binary: path, servers: 1 });
    closers.push(() => own.close());
    const a = await connected(own.url, { maxPendingBytes: 2_000_000 });
    const b = await connected(own.url);
    let gaps = 0;
    b.onGap(['fleet.other'], () => void gaps++);
    let heard = 0;
    b.subscribe('fleet.other', () => heard++);
    await b.flush();
    own.nodes[0]?.pause();
    const text = 'x'.repeat(50_000);
    for (let i = 0; i < 200; i++) a.publish('fleet.other', { text });
    own.nodes[0]?.wake();
    await until(() => gaps > 0);
    assert.ok(heard < 200, `${heard} of 200 arrived`);
    await assert.rejects(a.ask('double', { n: 1 }), /NOBODY/, 'it asks again');
  });

  test('[BUS-17] over NATS: prefixes are apart; user and password are checked', async () => {
    const own = await NatsCluster.start({
      binary: path,
      servers: 1,
      lines: ['authorization { user: fleet, password: "p@ss" }'],
    });
    closers.push(() => own.close());
    await assert.rejects(connected(own.url));
    const url = own.url.replace('nats://', 'nats://fleet:p%40ss@');
    const [a, b] = [await connected(url, { prefix: 'one' }), await connected(url, { prefix: 'two.parts' })];
    b.answer('double', ({ n }) => ({ n }));
    await b.flush();
    await assert.rejects(a.ask('double', { n: 1 }), /NOBODY/);
    assert.deepEqual(await b.ask('double', { n: 1 }), { n: 1 });
  });
}
