import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, test } from 'node:test';
import { AddressRanges } from '@rastro/base/addresses';
import type { TrafficRecording } from '@rastro/fleet';
import { findProtocol } from '@rastro/protocols';
import { dataPacket, imeiOf, loginPacket, TestDevice } from '@rastro/protocols/testing';
import { eventually, openTestTracker, SILENT, type TestTracker } from '../../../test/open-test-tracker.ts';
import { binaryHeader } from '../../../test/proxy-bytes.ts';
import type { TrackerOptions } from '../../tracker.ts';
import { MAX_PROXY_HEADER_BYTES } from './proxy-header.ts';

const IMEI = imeiOf(1);
const RECORD = { time: Date.UTC(2026, 0, 1), latitude: -23.5, longitude: -46.6 };
const TCP = { idleMs: 60_000, loginMs: 60_000, maxPending: 500, maxStrangers: 2 };
const line = (from: string): string => `PROXY TCP4 ${from} 127.0.0.1 50123 5027\r\n`;

let open: TestTracker[] = [];
afterEach(async () => {
  for (const each of open) await each.dispose();
  open = [];
});
/** Behind a balancer at 127.0.0.1; everybody else on this machine has another address. */
async function start(options: Partial<TrackerOptions> = {}) {
  const lines: unknown[] = [];
  const log = { ...SILENT, warn: (fields: object) => void lines.push(fields) };
  const t = await openTestTracker({ balancers: new AddressRanges(['127.0.0.1']), log, tcp: TCP, ...options });
  open.push(t);
  return { t, lines };
}
/** Bytes that a server answers until it hangs up, to one who sends pieces. */
async function answerTo(
  port: number,
  pieces: readonly (Uint8Array | string)[],
  from = '127.0.0.1',
): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
  const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
  await once(socket, 'connect');
  let answered = '';
  socket.on('data', (chunk) => (answered += chunk.toString('hex')));
  for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
  await closed;
  return answered;
}
/** Sends one piece after the other, and reads the answer of the server. */
async function speak(device: TestDevice, pieces: readonly Uint8Array[]): Promise<string> {
  for (const piece of pieces) {
    await new Promise((resolve) => device.socket.write(piece, resolve));
    await new Promise(setImmediate);
  }
  return (await device.bytes(1)).toString('hex');
}
const bytewise = (bytes: Uint8Array): Uint8Array[] =>
  Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
async function hostsOf(t: TestTracker, deviceId: number) {
  const cookie = await t.signIn(await t.addUser({ administrator: true }));
  const path = `/devices/${deviceId}/traffic`;
  await t.api('POST', path, cookie, { seconds: 60 });
  return async (): Promise<readonly string[]> => {
    const { messages }: TrafficRecording = (await t.api('GET', `${path}?after=0`, cookie)).json;
    return messages.map(({ host }) => host);
  };
}

test('[PROXYP-5] a header in front of a connection, in whatever pieces, gives it the address of the device', async () => {
  const { t, lines } = await start();
  const hosts = await hostsOf(t, await t.addDevice(IMEI));
  const port = await t.port('teltonika');
  const login = loginPacket(IMEI);
  const v1 = Buffer.from(line('203.0.113.1'));
  const v2 = binaryHeader({ source: '2001:db8::2', port: 9 });
  for (const pieces of [
    [Buffer.concat([v1, login])],
    [v1.subarray(0, 9), v1.subarray(9), login],
    bytewise(Buffer.concat([v2, login])),
    [v2, login],
    [v2.subarray(0, 14), Buffer.concat([v2.subarray(14), login.subarray(0, 3)]), login.subarray(3)],
  ]) {
    const device = await TestDevice.connect(port);
    assert.equal(await speak(device, pieces), '01');
    device.socket.write(dataPacket([RECORD]));
    assert.equal((await device.bytes(4)).readUInt32BE(), 1);
    device.socket.destroy();
    await device.closed;
  }
  assert.deepEqual(new Set(await hosts()), new Set(['203.0.113.1', '2001:db8::2']));
  assert.deepEqual(lines, []);
});

test('[PROXYP-6] what a balancer sends without a right header is closed, and logged once a minute', async () => {
  const { t, lines } = await start();
  await t.addDevice(IMEI);
  const port = await t.port('teltonika');
  const long = binaryHeader({ source: '203.0.113.1' }).subarray(0, 16);
  long.writeUInt16BE(MAX_PROXY_HEADER_BYTES, 14);
  for (const bytes of [
    loginPacket(IMEI),
    long,
    'PROXY TCP4 203.0.113.1\r\n',
    Buffer.alloc(100_000, 0x50),
    binaryHeader({ source: '203.0.113.1', command: 0x31 }),
  ])
    assert.equal(await answerTo(port, [bytes]), '');
  assert.deepEqual(lines, [{ balancer: '127.0.0.1', reason: 'absent' }]);
  assert.equal(t.tracker.counters.rejections.get('proxyHeader'), 5);
});

test('[PROXYP-6] a header that never ends is closed when the time to say who it is has passed', async () => {
  const { t, lines } = await start({ tcp: { ...TCP, loginMs: 100 } });
  await answerTo(await t.port('teltonika'), ['PROXY TCP4 203']);
  assert.deepEqual(lines, [{ balancer: '127.0.0.1', reason: 'timeout' }]);
});

test('[PROXYP-6] after the header the deadlines are those of any connection', async () => {
  const { t, lines } = await start({ tcp: { ...TCP, loginMs: 100 } });
  await answerTo(await t.port('teltonika'), [line('203.0.113.1')]);
  assert.deepEqual(lines, []);
});

test('[PROXYP-7] checks of a balancer end quietly: LOCAL, and those that hang up without a byte', async () => {
  const { t, lines } = await start();
  for (const protocol of ['teltonika', 'osmand']) {
    const port = await t.port(protocol);
    assert.equal(await answerTo(port, [binaryHeader({ command: 0x20 })]), '');
    const silent = await TestDevice.connect(port);
    silent.socket.end();
    await silent.closed;
  }
  assert.deepEqual(lines, []);
  assert.deepEqual([...t.tracker.counters.rejections], []);
  await eventually(() => t.tracker.counters.connections === 0);
});

test('[PROXYP-8] from other addresses a header is bytes like any other', async () => {
  const { t, lines } = await start({ tcp: { ...TCP, loginMs: 300 } });
  await t.addDevice(IMEI);
  const port = await t.port('teltonika');
  const other = '127.0.0.2';
  const spoofed = Buffer.concat([Buffer.from(line('203.0.113.1')), loginPacket(IMEI)]);
  assert.equal(await answerTo(port, [spoofed], other), '');
  const socket = connect({ port, host: '127.0.0.1', localAddress: other });
  socket.write(loginPacket(IMEI));
  const [answer]: Buffer[] = await once(socket, 'data');
  assert.equal(answer?.toString('hex'), '01');
  socket.destroy();
  assert.deepEqual(lines, []);
});

test('[PROXYP-9] limits count the address of the header, and never that of the balancer', async () => {
  const { t } = await start();
  for (const serial of [1, 2, 3, 4, 5]) await t.addDevice(imeiOf(serial));
  for (const protocol of ['teltonika', 'osmand']) {
    const port = await t.port(protocol);
    const from = async (header: string | Uint8Array): Promise<TestDevice> => {
      const device = await TestDevice.connect(port);
      device.socket.write(header);
      return device;
    };
    // Headers that are not there yet, and those without an address, count for nobody.
    const waiting = await Promise.all([1, 2, 3].map(() => from('PROXY ')));
    const nameless = await Promise.all([1, 2, 3].map(() => from('PROXY UNKNOWN\r\n')));
    const ownChecks = await Promise.all([1, 2, 3].map(() => from(line('127.0.0.1'))));
    const others = await Promise.all([1, 2].map(() => from(line('203.0.113.9'))));
    const before = t.tracker.counters.rejections.get('strangers') ?? 0;
    await (
      await from(line('203.0.113.9'))
    ).closed;
    assert.equal(t.tracker.counters.rejections.get('strangers'), before + 1);
    const free = await from(line('203.0.113.10'));
    await eventually(() => t.tracker.counters.connections === 9);
    for (const each of [...waiting, ...nameless, ...ownChecks, ...others, free]) {
      assert.equal(each.socket.closed, false);
      each.socket.destroy();
    }
    await eventually(() => t.tracker.counters.connections === 0);
  }
});

test('[PROXYP-5] requests over HTTP have a header once for their connection', async () => {
  const { t, lines } = await start();
  const hosts = await hostsOf(t, await t.addDevice('phone-1'));
  const port = await t.port('osmand');
  const request = (second: number): Buffer =>
    Buffer.from(`GET /?id=phone-1&lat=1&lon=1&timestamp=17672256${second} HTTP/1.1\r\nhost: a\r\n\r\n`);
  const v2 = binaryHeader({ source: '203.0.113.5', port: 7 });
  for (const pieces of [
    [Buffer.concat([v2, request(10)])],
    bytewise(Buffer.concat([v2, request(11)])),
    [v2, request(12)],
  ]) {
    const device = await TestDevice.connect(port);
    for (const piece of pieces) await new Promise((resolve) => device.socket.write(piece, resolve));
    await eventually(() => device.received.toString().includes('200 OK'));
    device.received = Buffer.alloc(0);
    device.socket.write(request(20));
    await eventually(() => device.received.toString().includes('200 OK'));
    device.socket.destroy();
  }
  assert.deepEqual(new Set(await hosts()), new Set(['203.0.113.5']));
  assert.equal(await fetch(`http://127.0.0.1:${port}/`).catch(() => null), null);
  assert.deepEqual(lines, [{ balancer: '127.0.0.1', reason: 'absent' }]);
});

test('[PROXYP-5] a silent request behind a header ends by the deadline of requests', async () => {
  const { t } = await start({ tcp: { ...TCP, loginMs: 200 } });
  await answerTo(await t.port('osmand'), [line('203.0.113.1'), 'GET /?id=1']);
});

test('[PROXYP-5] a balancer is known by its IPv4 address also where it comes as IPv6', async () => {
  const { t } = await start();
  await t.addDevice(IMEI);
  const protocol = findProtocol('teltonika');
  assert.ok(protocol);
  const port = await t.tracker.listen({ protocol, host: '::', port: 0 });
  const device = await TestDevice.connect(port);
  assert.equal(await speak(device, [Buffer.from(line('203.0.113.1')), loginPacket(IMEI)]), '01');
});

/** A socket at an address of this machine, which sends and reads one answer. */
async function datagramsFrom(address: string) {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, address, resolve));
  return {
    socket,
    ask: async (bytes: Uint8Array, port: number): Promise<string> => {
      const answered = once(socket, 'message');
      socket.send(bytes, port, '127.0.0.1');
      const [answer]: Buffer[] = await answered;
      return answer?.toString('hex') ?? '';
    },
  };
}

test('[PROXYP-10] a datagram of a balancer begins with version 2, and is answered through it', async () => {
  const { t, lines } = await start();
  const hosts = await hostsOf(t, await t.addDevice(IMEI));
  const port = await t.port('teltonika');
  const avl = dataPacket([RECORD]).subarray(8, -4);
  const report = Buffer.concat([Buffer.from('0000cafe0105000f', 'hex'), Buffer.from(IMEI), avl]);
  report.writeUInt16BE(report.length - 2);
  const answer = '0005cafe010501';
  const header = binaryHeader({ source: '203.0.113.7', port: 4000, family: 0x12 });
  const wrapped = Buffer.concat([header, report]);
  const [first, second, device] = await Promise.all(
    ['127.0.0.1', '127.0.0.1', '127.0.0.2'].map(datagramsFrom),
  );
  assert.ok(first && second && device);
  try {
    for (const bytes of [report, binaryHeader({ command: 0x20 }), header.subarray(0, 20)])
      first.socket.send(bytes, port, '127.0.0.1');
    assert.equal(await first.ask(wrapped, port), answer);
    // The same sender behind another balancer.
    assert.equal(await second.ask(wrapped, port), answer);
    assert.equal(await first.ask(wrapped, port), answer);
    assert.equal(await device.ask(report, port), answer);
    assert.deepEqual(new Set(await hosts()), new Set(['203.0.113.7', '127.0.0.2']));
    assert.deepEqual(lines, [{ balancer: '127.0.0.1', reason: 'absent' }]);
    assert.equal(t.tracker.counters.rejections.get('proxyHeader'), 2);
  } finally {
    for (const { socket } of [first, second, device]) socket.close();
  }
});

test('[PROXYP-5] a closing server does not wait for headers', async () => {
  const { t } = await start();
  const waiting = await TestDevice.connect(await t.port('teltonika'));
  const request = await TestDevice.connect(await t.port('osmand'));
  for (const { socket } of [waiting, request]) socket.write('PROXY ');
  await new Promise(setImmediate);
  await t.dispose();
  open = [];
  await Promise.all([waiting.closed, request.closed]);
});
