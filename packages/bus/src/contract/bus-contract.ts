import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BusError, type Bus, type Port } from '../bus.ts';

export interface ContractTopics {
  readonly 'fleet.changed': { readonly n: number };
  readonly 'fleet.other': { readonly text: string };
}
export interface ContractPorts {
  readonly double: Port<{ readonly n: number }, { readonly n: number }>;
  readonly where: Port<null, { readonly at: string }, string>;
}
export interface BusUnderTest {
  readonly bus: Bus<ContractTopics, ContractPorts>;
  /** Resolves when everything published so far has been delivered. */
  readonly settled: () => Promise<void>;
  /** Topics whose subscribers failed. */
  readonly failures: readonly string[];
}

/** Tests that every bus passes, whatever its transport. @param open A fresh bus for each test. */
export function busContract(name: string, open: () => Promise<BusUnderTest>): void {
  test(`[BUS-1] ${name}: every subscriber of a topic gets each message, in the order it was published`, async () => {
    const { bus, settled } = await open();
    const received: [string, number][] = [];
    bus.subscribe('fleet.changed', ({ n }) => received.push(['a', n]));
    bus.subscribe('fleet.changed', ({ n }) => received.push(['b', n]));
    for (const n of [1, 2, 3]) bus.publish('fleet.changed', { n });
    await settled();
    const of = (who: string): number[] => received.filter(([name]) => name === who).map(([, n]) => n);
    assert.deepEqual(
      [of('a'), of('b')],
      [
        [1, 2, 3],
        [1, 2, 3],
      ],
    );
  });

  test(`[BUS-2] ${name}: other topics are not heard, and a message without subscribers is lost quietly`, async () => {
    const { bus, settled, failures } = await open();
    const received: string[] = [];
    bus.publish('fleet.other', { text: 'before' });
    bus.subscribe('fleet.other', ({ text }) => received.push(text));
    bus.publish('fleet.changed', { n: 1 });
    bus.publish('fleet.other', { text: 'after' });
    await settled();
    assert.deepEqual([received, failures], [['after'], []]);
  });

  test(`[BUS-3] ${name}: a subscriber that fails harms neither the publisher nor the others`, async () => {
    const { bus, settled, failures } = await open();
    const received: number[] = [];
    bus.subscribe('fleet.changed', () => {
      throw new Error('broken');
    });
    bus.subscribe('fleet.changed', ({ n }) => received.push(n));
    bus.publish('fleet.changed', { n: 1 });
    bus.publish('fleet.changed', { n: 2 });
    await settled();
    assert.deepEqual(
      [received, failures],
      [
        [1, 2],
        ['fleet.changed', 'fleet.changed'],
      ],
    );
  });

  test(`[BUS-4] ${name}: a subscription that ended hears nothing more, even when it ends while being told`, async () => {
    const { bus, settled } = await open();
    const received: number[] = [];
    const stop = bus.subscribe('fleet.changed', ({ n }) => {
      received.push(n);
      stop();
    });
    bus.subscribe('fleet.changed', ({ n }) => received.push(n * 10));
    bus.publish('fleet.changed', { n: 1 });
    bus.publish('fleet.changed', { n: 2 });
    await settled();
    stop();
    assert.deepEqual(received, [1, 10, 20]);
  });

  const refusal = (code: string) => (error: unknown) => error instanceof BusError && error.code === code;

  test(`[BUS-5] ${name}: a question is answered by the one who answers its port, each with its own answer`, async () => {
    const { bus } = await open();
    bus.answer('double', async ({ n }) => {
      await new Promise((resolve) => setTimeout(resolve, 20 - n));
      return { n: n * 2 };
    });
    await bus.flush();
    const answers = await Promise.all([1, 2, 3].map((n) => bus.ask('double', { n })));
    assert.deepEqual(
      answers.map(({ n }) => n),
      [2, 4, 6],
    );
  });

  test(`[BUS-6] ${name}: a port that nobody answers, or no more, is known at once`, async () => {
    const { bus } = await open();
    await assert.rejects(bus.ask('double', { n: 1 }), refusal('NOBODY'));
    const stop = bus.answer('double', ({ n }) => ({ n }));
    await bus.flush();
    await bus.ask('double', { n: 1 });
    stop();
    await bus.flush();
    await assert.rejects(bus.ask('double', { n: 1 }), refusal('NOBODY'));
  });

  test(`[BUS-7] ${name}: an answerer that throws has failed, one that takes too long is lost`, async () => {
    const { bus } = await open();
    bus.answer('double', ({ n }) => {
      if (n === 1) throw new Error('broken');
      return new Promise(() => {});
    });
    await bus.flush();
    await assert.rejects(bus.ask('double', { n: 1 }), refusal('FAILED'));
    await assert.rejects(bus.ask('double', { n: 2 }, { timeoutMs: 20 }), refusal('LOST'));
  });

  test(`[BUS-10] ${name}: a question with an address goes to the one who answers there, one without to one of those`, async () => {
    const { bus } = await open();
    let doubled = 0;
    const double = ({ n }: { readonly n: number }) => {
      doubled++;
      return { n: n * 2 };
    };
    const stops = [bus.answer('double', double), bus.answer('double', double)];
    for (const at of ['a', 'b']) bus.answer('where', () => ({ at }), { at });
    await bus.flush();
    assert.deepEqual(await bus.ask('where', null, { to: 'b' }), { at: 'b' });
    assert.deepEqual(await bus.ask('where', null, { to: 'a' }), { at: 'a' });
    await assert.rejects(bus.ask('where', null, { to: 'c' }), refusal('NOBODY'));
    await bus.ask('double', { n: 1 });
    assert.equal(doubled, 1);
    stops[1]?.();
    await bus.flush();
    assert.deepEqual(await bus.ask('double', { n: 2 }), { n: 4 });
  });

  test(`[BUS-11] ${name}: a question to all has every answer that came in time, none when nobody answers`, async () => {
    const { bus, failures } = await open();
    assert.deepEqual(await bus.askAll('where', null), []);
    for (const at of ['a', 'b']) bus.answer('where', () => ({ at }), { at });
    await bus.flush();
    // Who has answered before is waited for; who is new and slow, on a busy machine, is not.
    while ((await bus.askAll('where', null)).length < 2);
    bus.answer(
      'where',
      () => {
        throw new Error('broken');
      },
      { at: 'broken' },
    );
    bus.answer('where', () => new Promise<never>(() => {}), { at: 'slow' });
    await bus.flush();
    const answers = await bus.askAll('where', null, { timeoutMs: 2000 });
    assert.deepEqual(answers.map(({ at }) => at).toSorted(), ['a', 'b']);
    assert.deepEqual(failures, ['where']);
  });

  test(`[BUS-12] ${name}: a port with addresses is neither asked nor answered without one`, async () => {
    const { bus } = await open();
    // @ts-expect-error It needs an address.
    await assert.rejects(bus.ask('where', null), refusal('NOBODY'));
    // @ts-expect-error It has none.
    await assert.rejects(bus.ask('double', { n: 1 }, { to: 'a' }), refusal('NOBODY'));
    // @ts-expect-error It needs an address.
    bus.answer('where', () => ({ at: '' }))();
    assert.equal(bus.isConnected, true);
  });
}
