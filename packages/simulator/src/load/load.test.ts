import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tcpServer } from '../../test/test-server.ts';
import { madeUpImei } from '../demo/identity.ts';
import { Latencies } from './latencies.ts';
import { runLoad } from './load.ts';
import type { LoadPlan } from './plan.ts';
import { runLoadProcess } from './run-load-process.ts';

const plan = (port: number, part: Partial<LoadPlan> = {}): LoadPlan => ({
  host: '127.0.0.1',
  port,
  connections: 5,
  idleConnections: 3,
  recordsPerPacket: 4,
  packetsPerSecond: 20,
  durationS: 0.5,
  firstSerial: 70_000,
  firstTime: Date.UTC(2026, 0, 1),
  ...part,
});
const never = new AbortController().signal;

test('[SIM-19] sends what the plan says and counts what is acknowledged', async (t) => {
  const server = await tcpServer(t, 'teltonika');
  const report = await runLoad(plan(server.port), never);
  assert.deepEqual([report.connected, report.rejected, report.lost], [8, 0, 0]);
  assert.equal(report.packetsSent, 50);
  assert.equal(report.recordsAcknowledged, 200);
  assert.ok(report.ackP50Ms !== null && report.ackP99Ms !== null && report.ackP50Ms <= report.ackP99Ms);
  const records = server.received.flatMap((message) => message.records);
  assert.equal(records.length, 200);
  const mine = server.received.filter(({ uniqueId }) => uniqueId === madeUpImei(70_000));
  const times = mine.flatMap((message) => message.records.map(({ fix }) => fix?.time));
  assert.deepEqual(
    times,
    Array.from({ length: 40 }, (_, index) => Date.UTC(2026, 0, 1) + index * 1000),
  );
  assert.equal(records[0]?.attributes['odometer'], 123_456);
});

test('[SIM-19] without a pace sends the next packet with every acknowledgement', async (t) => {
  const server = await tcpServer(t, 'teltonika');
  const report = await runLoad(plan(server.port, { packetsPerSecond: 0, durationS: 0.3 }), never);
  assert.ok(report.packetsSent > 50);
  assert.equal(report.packetsAcknowledged, report.packetsSent);
});

test('[SIM-19] speaks wialon, with many packets unanswered', async (t) => {
  const server = await tcpServer(t, 'wialon');
  const part = { protocol: 'wialon', connections: 1, idleConnections: 1, recordsPerPacket: 1 } as const;
  const report = await runLoad(
    plan(server.port, { ...part, unanswered: 50, packetsPerSecond: 0, durationS: 0.3 }),
    never,
  );
  assert.deepEqual([report.connected, report.rejected, report.lost], [2, 0, 0]);
  assert.ok(report.packetsSent > 100);
  assert.equal(report.packetsAcknowledged, report.packetsSent);
  const records = server.received.flatMap((message) => message.records);
  assert.equal(records.length, report.packetsSent);
  const times = records.slice(0, 3).map(({ fix }) => fix?.time);
  const start = Date.UTC(2026, 0, 1);
  assert.deepEqual(times, [start, start + 1000, start + 2000]);
  assert.equal(records[0]?.attributes['odometer'], 123_456);
});

test('[SIM-19] runs in a process of its own and reports refusals', async (t) => {
  const server = await tcpServer(t, 'teltonika', { knows: (uniqueId) => uniqueId !== madeUpImei(70_001) });
  const report = await runLoadProcess(plan(server.port, { durationS: 0.2 }), never);
  assert.deepEqual([report.connected, report.rejected], [7, 1]);
  assert.equal(report.packetsAcknowledged, report.packetsSent);
});

test('[SIM-20] tells percentiles to a tenth of a millisecond', () => {
  const latencies = new Latencies();
  assert.equal(latencies.percentile(0.5), null);
  for (let ms = 1; ms <= 100; ms++) latencies.add(ms);
  assert.deepEqual(
    [latencies.percentile(0.5), latencies.percentile(0.99), latencies.longestMs],
    [50, 99, 100],
  );
});
