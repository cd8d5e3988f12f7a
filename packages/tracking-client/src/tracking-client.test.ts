import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExtensionClient } from './extension-client.ts';
import { createTrackingClient } from './tracking-client.ts';

interface Seen {
  readonly url: string;
  readonly init: RequestInit;
}
const never = new AbortController().signal;

/** A client whose network is `answer`; what it sent is in `seen`. */
function clientThat(answer: (url: string) => Response, timeoutMs = 1000) {
  const seen: Seen[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    seen.push({ url, init });
    return Promise.resolve(answer(url));
  };
  return { seen, client: createTrackingClient({ fetch, basePath: '/api', timeoutMs }) };
}
const json = (value: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), { headers });

test('signs in with a form and credentials', async () => {
  const { client, seen } = clientThat(() => json({ id: 1 }));
  const answer = await client.session.signIn({ email: 'a+b@c.d', password: 'p w' }, never);
  assert.ok(answer.ok);
  assert.equal(seen[0]?.init.body, 'email=a%2Bb%40c.d&password=p+w');
  assert.equal(seen[0]?.init.credentials, 'include');
});

test('sends the code and the trust flag only when they are given', async () => {
  const { client, seen } = clientThat(() => json({ id: 1 }));
  await client.session.signIn({ email: 'a', password: 'b', code: '012345', trust: true }, never);
  assert.equal(seen[0]?.init.body, 'email=a&password=b&code=012345&trust=true');
});

test('reads the licence, the device limit and the features from the headers of GET /server', async () => {
  const headers = {
    licensemode: 'plus',
    devicelimit: '25',
    trackingserver: 'traccar 6.14.5',
    features: 'history places',
  };
  const { client } = clientThat(() => json({ id: 1 }, headers));
  const answer = await client.server.read(never);
  assert.ok(answer.ok);
  assert.deepEqual(answer.value, {
    server: { id: 1 },
    plus: true,
    deviceLimit: 25,
    trackingServer: 'traccar 6.14.5',
    features: ['history', 'places'],
  });
});

test('a server that states no licence is standard and has no limit', async () => {
  const { client } = clientThat(() => json({ id: 1 }));
  const answer = await client.server.read(never);
  assert.ok(answer.ok);
  assert.equal(answer.value.plus, false);
  assert.equal(answer.value.deviceLimit, null);
  assert.equal(answer.value.features, null, 'one that does not say has them all');
});

test('counts every status below 400 as success', async () => {
  const { client } = clientThat(() => new Response(null, { status: 304 }));
  assert.ok((await client.session.signOut(never)).ok);
});

test('gives a failure as a value', async () => {
  const { client } = clientThat(() => new Response('WRITE_ACCESS_DENIED - no', { status: 400 }));
  const answer = await client.devices.remove(5, never);
  assert.ok(!answer.ok);
  assert.equal(answer.error.code, 'WRITE_ACCESS_DENIED');
  assert.equal(answer.error.status, 400);
});

test('no answer is a connection error', async () => {
  const client = createTrackingClient({
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    basePath: '/api',
  });
  const answer = await client.session.read(never);
  assert.ok(!answer.ok);
  assert.deepEqual([answer.error.code, answer.error.status], ['CONNECTION_ERROR', 0]);
});

/** Answers only when its signal aborts, as a hanging network does. */
const hanging = (_url: string, init: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
  });

test('gives up after the time-out with a connection error', async () => {
  const client = createTrackingClient({ fetch: hanging, basePath: '/api', timeoutMs: 20 });
  // The time-out timer alone does not keep the process alive.
  const alive = setInterval(() => undefined, 1000);
  const answer = await client.server.read(never);
  clearInterval(alive);
  assert.ok(!answer.ok);
  assert.equal(answer.error.code, 'CONNECTION_ERROR');
});

test('throws the reason when the caller aborts', async () => {
  const client = createTrackingClient({ fetch: hanging, basePath: '/api' });
  const stop = new AbortController();
  const call = client.server.read(stop.signal);
  stop.abort(new Error('left the page'));
  await assert.rejects(call, /left the page/);
});

test('an unreadable login answer is a login process error', async () => {
  const { client } = clientThat(() => new Response('<html>'));
  const answer = await client.session.read(never);
  assert.ok(!answer.ok);
  assert.equal(answer.error.code, 'LOGIN_PROCESS_ERROR');
});

test('asks for positions in batches of 500 repeated ids', async () => {
  const { client, seen } = clientThat((url) =>
    json([...new URL(url, 'http://x').searchParams.getAll('id')].map((id) => ({ id: Number(id) }))),
  );
  const answer = await client.positions.byIds(
    Array.from({ length: 1100 }, (_, index) => index + 1),
    never,
  );
  assert.ok(answer.ok);
  assert.equal(answer.value.length, 1100);
  assert.equal(seen.length, 3);
});

test('asks for history with times in UTC', async () => {
  const { client, seen } = clientThat(() => json([]));
  const from = new Date('2026-01-02T03:04:05Z');
  await client.positions.history({ deviceId: 7, from, to: from }, never);
  assert.equal(
    seen[0]?.url,
    '/api/positions?deviceId=7&from=2026-01-02T03%3A04%3A05.000Z&to=2026-01-02T03%3A04%3A05.000Z',
  );
});

test('asks for events of a period, of all devices or some', async () => {
  const { client, seen } = clientThat(() => json([]));
  const from = new Date('2026-01-02T03:04:05Z');
  const period = 'from=2026-01-02T03%3A04%3A05.000Z&to=2026-01-02T03%3A04%3A05.000Z';
  await client.reports.list('events', { from, to: from }, never);
  await client.reports.list('events', { from, to: from, deviceIds: [7, 8] }, never);
  assert.deepEqual(
    seen.map(({ url }) => url),
    [`/api/reports/events?${period}`, `/api/reports/events?deviceId=7&deviceId=8&${period}`],
  );
});

test('writes a permission owner first', async () => {
  const { client, seen } = clientThat(() => new Response(null, { status: 204 }));
  await client.permissions.link({ owner: ['deviceId', 3], property: ['geofenceId', 9] }, never);
  assert.equal(seen[0]?.init.body, '{"deviceId":3,"geofenceId":9}');
});

test('asks for a link and resets a password by the same address', async () => {
  const { client, seen } = clientThat(() => new Response(''));
  await client.session.requestPassword('a@b.c', 'https://fleet.example', never);
  await client.session.resetPassword('t-1', 'p w', never);
  assert.deepEqual(
    seen.map(({ url, init }) => [url, init.body]),
    [
      ['/api/session/password', 'email=a%40b.c&requested_from=https%3A%2F%2Ffleet.example'],
      ['/api/session/password', 'token=t-1&password=p+w'],
    ],
  );
});

test('tells a command that waits from one that was sent', async () => {
  const { client, seen } = clientThat(
    (url) => new Response('{}', { status: url.endsWith('send') ? 202 : 200 }),
  );
  const queued = await client.commands.send({ deviceId: 3, type: 'engineStop', attributes: {} }, never);
  assert.deepEqual(queued, { ok: true, value: 'queued' });
  assert.equal(seen[0]?.init.body, '{"deviceId":3,"type":"engineStop","attributes":{}}');
  const { client: other } = clientThat(() => json({ id: 8 }));
  assert.deepEqual(await other.commands.send({ deviceId: 3, id: 8 }, never), { ok: true, value: 'sent' });
});

test('reads what a device understands as plain names', async () => {
  const { client, seen } = clientThat(() => json([{ type: 'custom' }, { type: 'engineStop' }]));
  const answer = await client.commands.types(3, never);
  assert.deepEqual(answer, { ok: true, value: ['custom', 'engineStop'] });
  assert.equal(seen[0]?.url, '/api/commands/types?deviceId=3');
});

test('creates the first user with the code of the console', async () => {
  const { client, seen } = clientThat(() => json({ id: 1 }));
  const draft = { name: 'A', email: 'a@b.c', password: 'long', attributes: {} };
  await client.users.createFirst(draft, 'ABCD', never);
  const body = seen[0]?.init.body;
  assert.equal(typeof body === 'string' ? JSON.parse(body).setupCode : null, 'ABCD');
});

test('reads the branding of the host', async () => {
  const urls: string[] = [];
  const ext = createExtensionClient({
    fetch: (url) => {
      urls.push(url);
      return Promise.resolve(json({ title: 'Rastro' }));
    },
    basePath: '/ext',
  });
  const answer = await ext.branding(never);
  assert.ok(answer.ok);
  assert.deepEqual(urls, ['/ext/assets/custom/config.json']);
});

test('sends a picture under its own type, and totals by the device of the body', async () => {
  const { client, seen } = clientThat((url) => new Response(url.endsWith('image') ? 'device.webp' : null));
  const picture = new Blob(['x'], { type: 'image/webp' });
  assert.deepEqual(await client.devices.sendImage(3, picture, never), { ok: true, value: 'device.webp' });
  assert.deepEqual(await client.devices.setAccumulators({ deviceId: 3, totalDistance: 5 }, never), {
    ok: true,
    value: null,
  });
  await client.devices.removeImage(3, never);
  assert.deepEqual(
    seen.map(({ url, init }) => [init.method, url, init.body]),
    [
      ['POST', '/api/devices/3/image', picture],
      ['PUT', '/api/devices/3/accumulators', '{"deviceId":3,"totalDistance":5}'],
      ['DELETE', '/api/devices/3/image', undefined],
    ],
  );
  assert.equal(new Headers(seen[0]?.init.headers).get('content-type'), 'image/webp');
});

test('hands on the bytes of a track as they come, and asks as the server reads', async () => {
  const { client, seen } = clientThat(() => new Response(new Uint8Array([1, 2, 3])));
  const bytes: number[] = [];
  const answer = await client.tracks.read(
    {
      deviceId: 7,
      from: new Date(0),
      to: new Date(1000),
      zoom: 9.7,
      view: { west: -9, south: 41, east: -8, north: 42 },
    },
    (piece) => bytes.push(...piece),
    never,
  );
  assert.ok(answer.ok);
  assert.deepEqual(bytes, [1, 2, 3]);
  const url = new URL(seen[0]?.url ?? '', 'http://localhost');
  assert.equal(url.pathname, '/api/tracks/7');
  assert.equal(url.searchParams.get('zoom'), '9');
  assert.equal(url.searchParams.get('bbox'), '-9,41,-8,42');
});

test('a track that cannot be read on is a failure', async () => {
  const { client } = clientThat(() => new Response(new Uint8Array([1])));
  const refuse = (): void => {
    throw new RangeError('too long');
  };
  const query = { deviceId: 7, from: new Date(0), to: new Date(1), zoom: null, view: null };
  const answer = await client.tracks.read(query, refuse, never);
  assert.equal(answer.ok, false);
});
