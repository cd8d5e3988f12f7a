import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProtocol, type DeviceRecord, type StreamProtocol } from '@rastro/protocols';
import { HASTY, IMEI, sampleReport, START, vehicleOf, whileReporting } from '../../test/support.ts';
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

for (const protocol of ['gt06', 'teltonika'] as const) {
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
    assert.deepEqual(times(answered(server.received)), expected);
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
    await whileReporting(vehicle, { channel: protocol, port: server.port }, async () => {
      vehicle.outbox.add(sampleReport({ time: START - 1000 }));
      await until(() => vehicle.outbox.size === 0, 'first report');
      vehicle.coverage.reachable = false;
      await until(() => server.sockets.size === 0, 'disconnection');
      const expected = [START - 1000, ...remember(vehicle, 40)];
      await new Promise((resolve) => setTimeout(resolve, 50));
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
    await whileReporting(vehicle, { channel: protocol, port }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
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

const PROTOCOL_COMMANDS = [
  ['gt06', 'Cut off the fuel supply: Success!', 'blocked'],
  ['teltonika', 'DOUT1:1 Timeout:INFINITY', 'out1'],
] as const;
for (const [name, answer, attribute] of PROTOCOL_COMMANDS) {
  test(`[SIM-10] ${name}: an engine stop is answered, reported, and stops the vehicle`, async (t) => {
    const server = await tcpServer(t, name);
    const vehicle = vehicleOf();
    const protocol = findProtocol(name) as StreamProtocol;
    let now = START;
    const live = (): void => vehicle.tick((now += 1000));
    const said = (key: string): readonly unknown[] =>
      server.received.flatMap(({ records }) => records.map(({ attributes }) => attributes[key]));
    await whileReporting(vehicle, { channel: name, port: server.port }, async () => {
      while (vehicle.controls().report.speedKmh < 20) live();
      await until(() => vehicle.outbox.size === 0, 'delivery');
      const profile = { uniqueId: IMEI, model: null, timeZone: null, options: {} };
      const command = protocol.encode({ type: 'engineStop', attributes: {} }, profile, null);
      assert.ok(command.ok);
      for (const socket of server.sockets) socket.write(command.value);
      await until(() => said('result').includes(answer), 'answer');
      assert.equal(vehicle.blocked, true);
      for (let second = 0; second < 20; second++) live();
      await until(() => said(attribute).includes(true), 'report of the change');
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
  assert.deepEqual(times(server.received), expected);
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
