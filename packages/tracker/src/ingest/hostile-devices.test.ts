import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, test } from 'node:test';
import type { Diagnosis } from '@rastro/fleet';
import { findProtocol, type HttpProtocol, type Protocol, type StreamProtocol } from '@rastro/protocols';
import { dataPacket, imeiOf, loginPacket, TestDevice } from '@rastro/protocols/testing';
import { eventually, openTestTracker, SILENT, type TestTracker } from '../../test/open-test-tracker.ts';
import type { TrackerOptions } from '../tracker.ts';

const IMEI = imeiOf(1);
const RECORD = { time: Date.UTC(2026, 0, 1), latitude: -23.5, longitude: -46.6 };

let open: TestTracker[] = [];
afterEach(async () => {
  for (const each of open) await each.dispose();
  open = [];
});
async function start(options: Partial<TrackerOptions> = {}): Promise<TestTracker> {
  const tracker = await openTestTracker(options);
  open.push(tracker);
  return tracker;
}
const listenOn = (t: TestTracker, protocol: Protocol): Promise<number> =>
  t.tracker.listen({ protocol, host: '127.0.0.1', port: 0 });
function stream(name: string): StreamProtocol {
  const protocol = findProtocol(name);
  assert.ok(protocol?.kind === 'stream');
  return protocol;
}
const fail = (): never => {
  throw new TypeError('planted');
};

test('[INGEST-18] a decoder that throws costs its connection, is logged once a minute, and nobody else', async () => {
  const lines: unknown[] = [];
  const t = await start({ log: { ...SILENT, error: (line: object) => void lines.push(line) } });
  await t.addDevice(IMEI);
  await t.addDevice(imeiOf(2));
  const good = await TestDevice.signedIn(await t.port('teltonika'), imeiOf(2));
  const teltonika = stream('teltonika');
  for (const fault of [
    { identify: fail },
    { decode: fail },
    { reject: fail, identify: () => ['nobody'] },
    { createFramer: () => ({ heldBytes: 0, push: fail }) },
  ]) {
    const device = await TestDevice.connect(await listenOn(t, { ...teltonika, ...fault }));
    device.socket.write(loginPacket(IMEI));
    await device.closed;
  }
  good.socket.write(dataPacket([RECORD]));
  assert.equal((await good.bytes(4)).readUInt32BE(), 1);
  assert.equal(lines.length, 1);
});

test('[INGEST-18] over UDP it costs the datagram, over HTTP the request', async () => {
  const t = await start();
  await t.addDevice(IMEI);
  const port = await listenOn(t, { ...stream('teltonika'), identify: fail });
  const socket = createSocket('udp4');
  await new Promise((resolve) => socket.send(loginPacket(IMEI), port, '127.0.0.1', resolve));
  const osmand = findProtocol('osmand') as HttpProtocol;
  const faulty = await listenOn(t, { ...osmand, decode: fail });
  const url = `http://127.0.0.1:${faulty}/?id=${IMEI}&lat=1&lon=1`;
  assert.equal((await fetch(url)).status, 500);
  socket.send(loginPacket(IMEI), port, '127.0.0.1');
  assert.equal((await fetch(url)).status, 500);
  socket.close();
});

test('[INGEST-19] bytes that trickle in do not put off the end of a connection that says nothing', async () => {
  const t = await start({ tcp: { idleMs: 200, loginMs: 150, maxPending: 500, maxStrangers: 100 } });
  await t.addDevice(IMEI);
  const port = await t.port('teltonika');
  const stranger = await TestDevice.connect(port);
  const known = await TestDevice.signedIn(port, IMEI);
  const login = loginPacket(imeiOf(2));
  let sent = 0;
  const trickle = setInterval(() => {
    stranger.socket.write(login.subarray(sent, sent + 1));
    known.socket.write(dataPacket([RECORD]).subarray(sent, sent + 1));
    if (sent < 10) sent++;
  }, 20);
  const started = performance.now();
  await Promise.all([stranger.closed, known.closed]);
  clearInterval(trickle);
  assert.ok(performance.now() - started < 2000);
});

test('[INGEST-19] a request over HTTP that is never finished ends, too', async () => {
  const t = await start({ tcp: { idleMs: 60_000, loginMs: 200, maxPending: 500, maxStrangers: 100 } });
  const port = await t.port('osmand');
  for (const half of ['', 'GET /?id=1', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nhalf']) {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.resume();
    socket.write(half);
    await once(socket, 'close');
  }
});

test('[INGEST-20] an address has so many connections that have not said who they are, known ones do not count', async () => {
  const t = await start({ tcp: { idleMs: 60_000, loginMs: 60_000, maxPending: 500, maxStrangers: 2 } });
  const port = await t.port('teltonika');
  for (const serial of [1, 2, 3]) {
    await t.addDevice(imeiOf(serial));
    await TestDevice.signedIn(port, imeiOf(serial));
  }
  const [first] = [await TestDevice.connect(port), await TestDevice.connect(port)];
  const third = await TestDevice.connect(port);
  await third.closed;
  const http = await TestDevice.connect(await t.port('osmand'));
  await http.closed;
  first.socket.destroy();
  await eventually(async () => {
    const next = await TestDevice.connect(port);
    next.socket.write(loginPacket(imeiOf(1)));
    return next.bytes(1).then(
      () => true,
      () => false,
    );
  });
});

test('[PIPE-46] impossible values of any language are left out, counted, and stand in the diagnosis', async () => {
  const t = await start();
  const id = await t.addDevice('phone-1');
  const cookie = await t.signIn(await t.addUser({ administrator: true }));
  const base = `http://127.0.0.1:${await t.port('osmand')}`;
  const many = Array.from({ length: 5003 }, (_, at) => `p${at}=${at}`).join('&');
  const odd = `speed=-5&altitude=-1e300&distance=-5000&${'k'.repeat(300)}=1&io1=1e308&text=a%00b`;
  assert.equal((await fetch(`${base}/?id=phone-1&lat=1&lon=1&timestamp=1767225600&${odd}`)).status, 200);
  const post = { method: 'POST', body: `id=phone-1&lat=1&lon=1&timestamp=1767225700&${many}` };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal((await fetch(base, { ...post, headers })).status, 200);
  assert.equal((await fetch(`${base}/?id=phone-1&lat=1&lon=1&timestamp=99999999999999`)).status, 200);
  const path = `/positions?deviceId=${id}&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z`;
  const positions: { speed: number; altitude: number; attributes: Record<string, unknown> }[] = (
    await t.api('GET', path, cookie)
  ).json;
  assert.equal(positions.length, 2);
  const [first, second] = positions;
  assert.deepEqual([first?.speed, first?.altitude], [0, 0]);
  assert.deepEqual(first?.attributes, { text: 'ab', distance: 0, totalDistance: 0, motion: false });
  assert.ok(Object.keys(second?.attributes ?? {}).length < 300);
  const { facts }: Diagnosis = (await t.api('GET', `/devices/${id}/diagnosis`, cookie)).json;
  const fact = facts.find(({ kind }) => kind === 'implausible');
  assert.equal(fact?.value, 'fixTime');
  assert.equal(fact.count, 7);
});
