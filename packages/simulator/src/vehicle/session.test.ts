import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock, type Clock } from '@rastro/base';
import {
  findProtocol,
  type DeviceRecord,
  type OutgoingCommand,
  type StreamProtocol,
} from '@rastro/protocols';
import { HASTY, sampleReport, START, vehicleOf, whileReporting } from '../../test/support.ts';
import { httpServer, tcpServer, udpServer, until, type Received } from '../../test/test-server.ts';
import type { Vehicle } from './vehicle.ts';

const times = (received: readonly Received[]): readonly (number | undefined)[] =>
  received.flatMap(({ records }) => records.flatMap(({ fix }) => (fix ? [fix.time] : [])));
const answered = (received: readonly Received[]): readonly Received[] =>
  received.filter((one) => one.answered);
const hasFix = (records: readonly DeviceRecord[]): boolean => records.some(({ fix }) => fix);

function remember(vehicle: Vehicle, count: number): readonly number[] {
  const all = Array.from({ length: count }, (_, index) => START + index * 1000);
  for (const time of all) vehicle.outbox.add(sampleReport({ time }));
  return all;
}

/** A clock that counts how often a vehicle waited before it tried again. */
function countingClock() {
  const counted = { waits: 0 };
  const sleep: Clock['sleep'] = async (ms, signal) => {
    counted.waits++;
    await systemClock.sleep(ms, signal);
  };
  return { counted, clock: { ...systemClock, sleep } };
}

for (const protocol of ['gt06', 'teltonika', 'h02', 'jt808', 'wialon', 'ruptela'] as const) {
  test(`[SIM-7] ${protocol}: keeps reports and sends them again until acknowledged`, async (t) => {
    let silent = 2;
    const server = await tcpServer(t, protocol, {
      answers: ({ records }) => !hasFix(records) || silent-- <= 0,
    });
    const vehicle = vehicleOf();
    const expected = remember(vehicle, 3);
    await whileReporting(vehicle, { channel: protocol, port: server.port }, async () => {
      await until(() => vehicle.outbox.size === 0, 'delivery');
    });
    // On a busy machine an answer may come after the next sending: then the same is answered twice, in order.
    assert.deepEqual([...new Set(times(answered(server.received)))], expected);
    const sendings = server.received.filter(({ records }) => hasFix(records));
    assert.equal(sendings.length - answered(sendings).length, 2);
    assert.deepEqual(new Set(sendings.slice(0, 3).map(({ frame }) => frame)).size, 1);
    assert.equal(server.connections, 1);
    assert.equal(vehicle.outbox.acknowledged, 3);
  });

  test(`[SIM-8] ${protocol}: gives a connection up that stays silent, and connects again`, async (t) => {
    let deaf = true;
    const server = await tcpServer(t, protocol, { answers: () => !deaf });
    const vehicle = vehicleOf();
    remember(vehicle, 2);
    await whileReporting(
      vehicle,
      { channel: protocol, port: server.port, timing: { ...HASTY, ackMs: 20 } },
      async () => {
        await until(() => server.connections >= 2, 'second connection');
        deaf = false;
        await until(() => vehicle.outbox.size === 0, 'delivery');
      },
    );
  });

  test(`[SIM-9] ${protocol}: remembers what happens without a network and delivers it in order`, async (t) => {
    const server = await tcpServer(t, protocol);
    const vehicle = vehicleOf();
    const { counted, clock } = countingClock();
    // Nothing gets lost here, so nothing is sent again, however busy the machine is.
    const timing = { ...HASTY, ackMs: 5000 };
    await whileReporting(vehicle, { channel: protocol, port: server.port, timing, clock }, async () => {
      vehicle.outbox.add(sampleReport({ time: START - 1000 }));
      await until(() => vehicle.outbox.size === 0, 'first report');
      vehicle.coverage.reachable = false;
      await until(() => server.sockets.size === 0, 'disconnection');
      const expected = [START - 1000, ...remember(vehicle, 40)];
      const before = counted.waits;
      await until(() => counted.waits >= before + 3, 'three looks for the network');
      assert.equal(vehicle.outbox.size, 40);
      assert.equal(server.connections, 1);
      vehicle.coverage.reachable = true;
      await until(() => vehicle.outbox.size === 0, 'delivery');
      assert.deepEqual(times(server.received), expected);
      assert.equal(server.connections, 2);
    });
  });

  test(`[SIM-8] ${protocol}: finds a server that comes up late, and again after it drops the connection`, async (t) => {
    const first = await tcpServer(t, protocol);
    const { port } = first;
    await first.close();
    const vehicle = vehicleOf();
    remember(vehicle, 1);
    const { counted, clock } = countingClock();
    await whileReporting(vehicle, { channel: protocol, port, clock }, async () => {
      await until(() => counted.waits >= 2, 'two tries without a server');
      const server = await tcpServer(t, protocol, { port });
      await until(() => vehicle.outbox.size === 0, 'delivery');
      for (const socket of server.sockets) socket.destroy();
      remember(vehicle, 1);
      await until(() => vehicle.outbox.size === 0, 'delivery after the drop');
      assert.equal(server.connections, 2);
    });
  });
}

test('[SIM-8] a refused login is tried again later', async (t) => {
  let known = false;
  const server = await tcpServer(t, 'teltonika', { knows: () => known });
  const vehicle = vehicleOf();
  remember(vehicle, 1);
  await whileReporting(vehicle, { channel: 'teltonika', port: server.port }, async () => {
    await until(() => server.connections >= 2, 'another try');
    known = true;
    await until(() => vehicle.outbox.size === 0, 'delivery');
  });
});

for (const protocol of ['suntech', 'gl200', 'gps103', 'meitrack'] as const) {
  test(`[SIM-21] ${protocol}: reports that nothing confirms are delivered in order, and go on after a hole`, async (t) => {
    const server = await tcpServer(t, protocol);
    const vehicle = vehicleOf();
    await whileReporting(vehicle, { channel: protocol, port: server.port }, async () => {
      const first = remember(vehicle, 3);
      await until(() => times(server.received).length === 3, 'delivery');
      assert.deepEqual([vehicle.outbox.size, vehicle.outbox.acknowledged], [0, 3]);
      vehicle.coverage.reachable = false;
      await until(() => server.sockets.size === 0, 'disconnection');
      const later = sampleReport({ time: START + 60_000 });
      vehicle.outbox.add(later);
      vehicle.coverage.reachable = true;
      await until(() => times(server.received).length === 4, 'delivery of what waited');
      assert.deepEqual(times(server.received), [...first, later.time]);
    });
  });
}

test('[SIM-21] gps103: an SOS is repeated until it is confirmed', async (t) => {
  let silent = 2;
  const server = await tcpServer(t, 'gps103', {
    answers: ({ records }) => !hasFix(records) || silent-- <= 0,
  });
  const vehicle = vehicleOf();
  vehicle.outbox.add(sampleReport({ alarm: 'sos' }));
  await whileReporting(vehicle, { channel: 'gps103', port: server.port }, async () => {
    await until(() => vehicle.outbox.size === 0, 'confirmation');
  });
  assert.equal(server.received.filter(({ records }) => hasFix(records)).length, 3);
});

/** The answer, and how the next report shows that the engine is cut; null = the language cannot express it. */
const ENGINE_STOPS = [
  ['gt06', ['result', 'Cut off the fuel supply: Success!'], 'blocked'],
  ['teltonika', ['result', 'DOUT1:1 Timeout:INFINITY'], 'out1'],
  ['suntech', ['result', '1097;Enable1'], 'out1'],
  ['h02', ['result', 'S20,DONE'], null],
  ['gl200', ['result', '+ACK:GTOUT'], 'out1'],
  ['gps103', ['event', 'jt'], null],
  ['jt808', null, 'blocked'],
  ['wialon', ['result', 'L1=1 OK'], 'blocked'],
  ['meitrack', ['result', 'C01,OK'], null],
  ['ruptela', ['result', 'immobilizer started'], null],
] as const;
for (const [name, answer, attribute] of ENGINE_STOPS) {
  test(`[SIM-10] ${name}: an engine stop is answered, reported, and stops the vehicle`, async (t) => {
    const server = await tcpServer(t, name);
    const vehicle = vehicleOf();
    const protocol = findProtocol(name) as StreamProtocol;
    const stop: OutgoingCommand = protocol.commands.includes('engineStop')
      ? { type: 'engineStop', attributes: {} }
      : { type: 'outputControl', attributes: { index: 1, data: '1' } };
    let now = START;
    const live = (): void => vehicle.tick((now += 1000));
    const reported = (key: string): readonly unknown[] =>
      server.received.flatMap(({ records }) => records.map(({ attributes }) => attributes[key]));
    await whileReporting(vehicle, { channel: name, port: server.port }, async () => {
      while (vehicle.controls().report.speedKmh < 20) live();
      await until(
        () => vehicle.outbox.size === 0 && server.received.some(({ records }) => hasFix(records)),
        'delivery',
      );
      server.command(stop);
      await until(() => vehicle.blocked, 'obedience');
      if (answer) await until(() => reported(answer[0]).includes(answer[1]), 'answer');
      for (let second = 0; second < 20; second++) live();
      if (attribute) await until(() => reported(attribute).includes(true), 'report of the change');
      assert.equal(vehicle.controls().report.speedKmh, 0);
      assert.equal(vehicle.controls().report.ignition, false);
    });
  });
}

test('[SIM-11] tells its state after the login and when there is nothing to report', async (t) => {
  const server = await tcpServer(t, 'gt06');
  const timing = { ...HASTY, heartbeatMs: 25 };
  await whileReporting(vehicleOf(), { channel: 'gt06', port: server.port, timing }, async () => {
    const beats = (): number =>
      server.received.filter(({ records }) => records[0]?.attributes['type'] === 0x13).length;
    await until(() => beats() >= 3, 'heartbeats');
  });
  assert.equal(server.connections, 1);
});

test('[SIM-7] over UDP a lost datagram is sent again', async (t) => {
  const server = await udpServer(t, 'teltonika');
  const vehicle = vehicleOf();
  const expected = remember(vehicle, 20);
  await whileReporting(vehicle, { channel: 'teltonika-udp', port: server.port }, async () => {
    await until(() => vehicle.outbox.size === 0, 'delivery');
  });
  // On a busy machine an answer may come after the next sending: then the server has the same twice.
  assert.deepEqual([...new Set(times(server.received))], expected);
});

for (const channel of ['osmand', 'osmand-json'] as const) {
  test(`[SIM-7] ${channel}: repeats a request until it is taken, one after the other`, async (t) => {
    let busy = 2;
    const server = await httpServer(t, { answers: () => busy-- <= 0 });
    const vehicle = vehicleOf();
    const expected = remember(vehicle, 5);
    await whileReporting(vehicle, { channel, port: server.port }, async () => {
      await until(() => vehicle.outbox.size === 0, 'delivery');
    });
    assert.deepEqual(times(answered(server.received)), expected);
    assert.equal(server.received.length, 7);
  });
}

test('[SIM-12] when its memory is full the oldest reports are lost', () => {
  const vehicle = vehicleOf();
  remember(vehicle, 10_003);
  assert.deepEqual([vehicle.outbox.size, vehicle.outbox.lost], [10_000, 3]);
  assert.equal(vehicle.outbox.oldest(1)[0]?.time, START + 3000);
});

test('[SIM-13] reports regularly, and at once when it turns, starts or stops', () => {
  const vehicle = vehicleOf();
  for (let second = 0; second < 3600; second++) vehicle.tick(START + second * 1000);
  const reports = vehicle.outbox.oldest(10_000);
  for (const [index, report] of reports.slice(1).entries()) {
    const before = reports[index];
    assert.ok(before);
    const gapS = (report.time - before.time) / 1000;
    assert.ok(gapS <= (before.moving && report.moving ? 5 : 60), `silent for ${gapS} s`);
    assert.ok(gapS >= 1);
  }
  assert.ok(reports.some(({ ignition }) => ignition));
});
