import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NodeMeasures } from '@rastro/tracker';
import { ingestOf, queuesOf, RecordCount } from './measure-nodes.ts';

const measures = (node: string, more: Partial<NodeMeasures>): NodeMeasures => ({
  node,
  connections: 0,
  records: 0,
  rejections: {},
  listeners: [],
  work: null,
  ...more,
});

test('[HEALTH-12] several processes are one: sums, ports behind a load balancer once, the fullest queue', () => {
  const port = { protocol: 'h02', port: 5013, messages: 3, failures: 1 };
  const other = { ...port, port: 6013 };
  const nodes = [
    measures('a', { connections: 2, listeners: [port, other], rejections: { unknown: 1 } }),
    measures('b', { connections: 3, listeners: [port], rejections: { unknown: 2, value: 1 } }),
    measures('c', { work: { rows: 7, commands: 1, books: 2 } }),
    measures('d', { work: { rows: 4, commands: 2, books: 3 } }),
  ];
  assert.deepEqual(ingestOf(nodes, { perSecond: 1, perMinute: [60] }), {
    perSecond: 1,
    perMinute: [60],
    connections: 5,
    doors: [{ ...port, messages: 6, failures: 2 }, other],
    refused: { unknown: 3, value: 1 },
  });
  assert.deepEqual(queuesOf(nodes, { openDeliveries: () => 4, mostRows: 100 }), {
    rows: 7,
    mostRows: 100,
    commands: 3,
    deliveries: 4,
    books: 5,
  });
  assert.equal(ingestOf([], { perSecond: 0, perMinute: [] }), null);
  assert.equal(queuesOf(nodes.slice(0, 2), { openDeliveries: () => 0, mostRows: 100 }), null);
});

test('[HEALTH-12] records of all processes are counted, also over restarts and silence', () => {
  const count = new RecordCount();
  const note = (a: number | null, b: number | null): number =>
    count.note([
      ...(a === null ? [] : [measures('a', { records: a })]),
      ...(b === null ? [] : [measures('b', { records: b })]),
    ]);
  assert.equal(note(1000, null), 0, 'what came before is not counted');
  assert.equal(note(1010, 5000), 10, 'one that is seen for the first time has none');
  assert.equal(note(null, 5005), 15, 'one that is away keeps what it had');
  assert.equal(note(1030, 5005), 35, 'and is caught up with');
  assert.equal(note(4, 5005), 39, 'one that started again counts from its start');
});
