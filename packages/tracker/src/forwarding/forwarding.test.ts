import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import { dataPacket, TestDevice, imeiOf } from '@rastro/protocols/testing';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { Forwarder } from './forwarder.ts';
import type { Parcel } from './sender.ts';
import { parseForwardTarget } from './target.ts';

const IMEI = imeiOf(1);
const START = Date.UTC(2026, 0, 1, 12, 30, 45);
const at = (seconds: number) => ({
  time: START + seconds * 1000,
  latitude: -23.55052,
  longitude: -46.633308,
});

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** The other side, by HTTP. */
async function httpTarget(answer: (request: IncomingMessage, count: number) => number) {
  const asked: { url: string; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push({ url: request.url ?? '', body });
      response.writeHead(answer(request, asked.length)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, base: `http://127.0.0.1:${portOf(server)}` };
}

async function forwardingTo(target: string): Promise<{ t: TestTracker; device: TestDevice; id: number }> {
  const parsed = parseForwardTarget(target);
  assert.ok(parsed.ok);
  const t = await openTestTracker({ forward: [parsed.value] });
  closers.push(() => t.dispose());
  const id = await t.addDevice(IMEI);
  return { t, id, device: await TestDevice.signedIn(await t.port('teltonika'), IMEI) };
}
const timesOf = (asked: readonly { url: string }[]): number[] =>
  asked.map(({ url }) => Number(new URL(url, 'http://x').searchParams.get('timestamp')));

test('[FWD-1] an OsmAnd target gets every stored position once, late ones too, in the order of storing', async () => {
  const { asked, base } = await httpTarget(() => 200);
  const { device } = await forwardingTo(`osmand:${base}/report`);
  device.socket.write(dataPacket([at(0), at(10), at(5)]));
  await device.bytes(4);
  device.socket.write(dataPacket([at(10), at(20)]));
  await device.bytes(4);
  await eventually(() => asked.length === 4);
  const first = START / 1000;
  assert.deepEqual(timesOf(asked), [first, first + 5, first + 10, first + 20]);
  const query = new URL(asked[0]?.url ?? '', base).searchParams;
  assert.deepEqual([query.get('id'), query.get('lat'), query.get('sat')], [IMEI, '-23.55052', '9']);
});

test('[FWD-2] a JSON target gets device and position in the shapes of the API', async () => {
  const { asked, base } = await httpTarget(() => 204);
  const { device, id } = await forwardingTo(`json:${base}/hook`);
  device.socket.write(dataPacket([at(0)]));
  await eventually(() => asked.length === 1);
  const body = JSON.parse(asked[0]?.body ?? '{}') as Record<string, Record<string, unknown>>;
  assert.equal(body['device']?.['uniqueId'], IMEI);
  assert.equal(body['position']?.['deviceId'], id);
  assert.equal(body['position']?.['fixTime'], '2026-01-01T12:30:45.000+00:00');
});

test('[FWD-3] a Wialon target gets a login and full data lines', async () => {
  const lines: string[] = [];
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        lines.push(line);
        socket.write(line.startsWith('#L#') ? '#AL#1\r\n' : '#AD#1\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const { device } = await forwardingTo(`wialon:127.0.0.1:${portOf(server)}`);
  device.socket.write(dataPacket([{ ...at(0), speedKmh: 64, ignition: true }]));
  await eventually(() => lines.length === 2);
  assert.equal(lines[0], `#L#${IMEI};NA`);
  const fields = lines[1]?.slice(3).split(';') ?? [];
  assert.deepEqual(fields.slice(0, 10), [
    '010126',
    '123045',
    '2333.03120',
    'S',
    '04637.99848',
    'W',
    '64',
    '0',
    '0',
    '9',
  ]);
  assert.match(fields.at(-1) ?? '', /ignition:1:1/);
});

test('[FWD-4] a target that is away is tried again; nothing is lost, doubled or out of order', async () => {
  const { asked, base } = await httpTarget((_request, count) => (count <= 3 ? 503 : 200));
  const { device, t } = await forwardingTo(`osmand:${base}/`);
  device.socket.write(dataPacket([at(0), at(10)]));
  await device.bytes(4);
  await eventually(() => asked.length === 5);
  const first = START / 1000;
  assert.deepEqual(timesOf(asked), [first, first, first, first, first + 10]);
  await eventually(() => [...t.tracker.forwarding.counts().values()][0]?.waiting === 0);
});

test('[FWD-5] a target that hangs costs a bounded queue and never slows the devices', async () => {
  const sent: number[] = [];
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const sender = {
    send: async ({ position }: Parcel): Promise<'sent'> => {
      await gate;
      sent.push(position.id);
      return 'sent';
    },
    close: () => {},
  };
  const options = { maxWaiting: 3, pauseMs: 1, longestPauseMs: 10 };
  const forwarder = new Forwarder(sender, options, systemClock, () => {});
  const parcel = (id: number): Parcel => ({ position: { id } }) as Parcel;
  for (let id = 1; id <= 10; id++) forwarder.add([parcel(id)]);
  assert.deepEqual(forwarder.counts, { sent: 0, refused: 0, dropped: 6, waiting: 4 });
  release();
  await eventually(() => forwarder.counts.waiting === 0);
  assert.deepEqual(sent, [1, 8, 9, 10], 'the one under way, then the newest');
  await forwarder.close();
});

test('[FWD-6] a position that the other side will never take does not hold up the next ones', async () => {
  const { asked, base } = await httpTarget((_request, count) => (count === 1 ? 400 : 200));
  const { device, t } = await forwardingTo(`osmand:${base}/`);
  device.socket.write(dataPacket([at(0), at(10)]));
  await eventually(() => asked.length === 2);
  const counts = () => [...t.tracker.forwarding.counts().values()][0];
  await eventually(() => counts()?.sent === 1 && counts()?.refused === 1);
});

test('[FWD-7] targets are read strictly', () => {
  const kinds = (text: string): string => {
    const parsed = parseForwardTarget(text);
    return parsed.ok ? parsed.value.kind : parsed.error;
  };
  assert.equal(kinds('osmand:http://host:5055'), 'osmand');
  assert.equal(kinds('wialon:host:20332'), 'wialon');
  assert.match(kinds('wialon:host'), /not wialon:host:port/);
  assert.match(kinds('wialon:host:99999'), /not wialon:host:port/);
  assert.match(kinds('json:ftp://host'), /not an http address/);
  assert.match(kinds('kafka:host'), /none of/);
});
