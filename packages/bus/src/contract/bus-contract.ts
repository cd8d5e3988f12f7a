import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bus } from '../bus.ts';

export interface ContractTopics {
  readonly 'fleet.changed': { readonly n: number };
  readonly 'fleet.other': { readonly text: string };
}
export interface BusUnderTest {
  readonly bus: Bus<ContractTopics>;
  /** Resolves when everything published so far has been delivered. */
  readonly settled: () => Promise<void>;
  /** Topics whose subscribers failed. */
  readonly failures: readonly string[];
}

/** What every bus does, whatever carries it. @param open A fresh bus for each test. */
export function busContract(name: string, open: () => BusUnderTest): void {
  test(`[BUS-1] ${name}: every subscriber of a topic gets each message, in the order it was published`, async () => {
    const { bus, settled } = open();
    const heard: [string, number][] = [];
    bus.subscribe('fleet.changed', ({ n }) => heard.push(['a', n]));
    bus.subscribe('fleet.changed', ({ n }) => heard.push(['b', n]));
    for (const n of [1, 2, 3]) bus.publish('fleet.changed', { n });
    await settled();
    const of = (who: string): number[] => heard.filter(([name]) => name === who).map(([, n]) => n);
    assert.deepEqual(
      [of('a'), of('b')],
      [
        [1, 2, 3],
        [1, 2, 3],
      ],
    );
  });

  test(`[BUS-2] ${name}: other topics are not heard, and a message without subscribers is lost quietly`, async () => {
    const { bus, settled, failures } = open();
    const heard: string[] = [];
    bus.publish('fleet.other', { text: 'before' });
    bus.subscribe('fleet.other', ({ text }) => heard.push(text));
    bus.publish('fleet.changed', { n: 1 });
    bus.publish('fleet.other', { text: 'after' });
    await settled();
    assert.deepEqual([heard, failures], [['after'], []]);
  });

  test(`[BUS-3] ${name}: a subscriber that fails harms neither the publisher nor the others`, async () => {
    const { bus, settled, failures } = open();
    const heard: number[] = [];
    bus.subscribe('fleet.changed', () => {
      throw new Error('broken');
    });
    bus.subscribe('fleet.changed', ({ n }) => heard.push(n));
    bus.publish('fleet.changed', { n: 1 });
    bus.publish('fleet.changed', { n: 2 });
    await settled();
    assert.deepEqual(
      [heard, failures],
      [
        [1, 2],
        ['fleet.changed', 'fleet.changed'],
      ],
    );
  });

  test(`[BUS-4] ${name}: a subscription that ended hears nothing more, even when it ends while being told`, async () => {
    const { bus, settled } = open();
    const heard: number[] = [];
    const stop = bus.subscribe('fleet.changed', ({ n }) => {
      heard.push(n);
      stop();
    });
    bus.subscribe('fleet.changed', ({ n }) => heard.push(n * 10));
    bus.publish('fleet.changed', { n: 1 });
    bus.publish('fleet.changed', { n: 2 });
    await settled();
    stop();
    assert.deepEqual(heard, [1, 10, 20]);
  });
}
