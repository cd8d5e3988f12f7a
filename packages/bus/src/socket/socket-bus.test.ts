import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { busContract, type ContractPorts, type ContractTopics } from '../contract/bus-contract.ts';
import { BusError } from '../bus.ts';
import { startBroker } from './broker.ts';
import { connectSocketBus } from './socket-bus.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function newBroker() {
  const broker = await startBroker();
  closers.push(() => broker.close());
  return broker;
}
async function connected(port: number, failures: string[] = [], onEnd = () => {}) {
  const onError = (topic: string): void => void failures.push(topic);
  const bus = await connectSocketBus<ContractTopics, ContractPorts>({ port, onError, onEnd });
  closers.push(() => bus.close());
  return bus;
}

busContract('over sockets', async () => {
  const failures: string[] = [];
  const bus = await connected((await newBroker()).port, failures);
  return { bus, failures, settled: () => bus.flush() };
});

test('[BUS-8] over sockets: messages and questions reach other processes as data, large ones whole', async () => {
  const { port } = await newBroker();
  const [a, b] = [await connected(port), await connected(port)];
  const texts: string[] = [];
  b.subscribe('fleet.other', ({ text }) => texts.push(text));
  b.answer('double', ({ n }) => ({ n: n * 2 }));
  await b.flush();
  const long = 'é'.repeat(300_000);
  for (const text of [long, 'short']) a.publish('fleet.other', { text });
  assert.deepEqual(await a.ask('double', { n: 21 }), { n: 42 });
  await b.flush();
  assert.deepEqual(texts, [long, 'short']);
});

test('[BUS-9] over sockets: when who was asked goes away, or the broker, the question is lost and said to be', async () => {
  const broker = await newBroker();
  let ends = 0;
  const a = await connected(broker.port, [], () => ends++);
  const b = await connected(broker.port);
  b.answer('double', () => new Promise(() => {}));
  await b.flush();
  const lost = (error: unknown): boolean => error instanceof BusError && error.code === 'LOST';
  const asked = assert.rejects(a.ask('double', { n: 1 }), lost);
  await a.flush();
  await b.close();
  await asked;
  a.answer('double', () => new Promise(() => {}));
  await a.flush();
  const again = assert.rejects(a.ask('double', { n: 1 }), lost);
  await broker.close();
  await again;
  assert.equal(ends, 1);
  await assert.rejects(a.ask('double', { n: 1 }), /CLOSED/);
});
