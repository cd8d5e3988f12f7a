import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import pino from 'pino';
import { readSettings } from '../settings/read-settings.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { cookieOf, startTrackingStub, type TrackingStub } from '../../test/tracking-stub.ts';

let stub: TrackingStub;
let services: Server;
let outside: string;
let asked: string[] = [];
const servers: RunningServer[] = [];
before(async () => {
  stub = await startTrackingStub({});
  services = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isWeather = request.url?.startsWith('/v1/forecast') === true;
    const current = { temperature_2m: 28, weather_code: 2, is_day: 1 };
    const city = { city: 'Recife', latitude: '-8.05', longitude: '-34.9' };
    response.end(JSON.stringify(isWeather ? { current } : city));
  });
  await new Promise<void>((resolve) => services.listen(0, '127.0.0.1', resolve));
  outside = `http://127.0.0.1:${(services.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  asked = [];
});
after(() => {
  stub.close();
  services.close();
});

async function start(environment: Record<string, string> = {}): Promise<RunningServer> {
  const all = {
    PORT: '0',
    HOST: '127.0.0.1',
    TRACKING_SERVER_URL: stub.url,
    DATA_DIR: stub.folder,
    WEATHER_URL: `${outside}/v1/forecast`,
    WEATHER_KEY: 's3cret',
    CITY_URL: `${outside}/{ip}.json`,
    ...environment,
  };
  const server = await runServer(readSettings(all, null), pino({ level: 'silent' }));
  servers.push(server);
  return server;
}
const SOMEBODY = { cookie: cookieOf({ id: 7, administrator: false, attributes: {} }) };
const ask = (
  server: RunningServer,
  headers: Record<string, string> = SOMEBODY,
  query = '',
): Promise<Response> => fetch(`${server.url}/ext/visitor${query}`, { headers });
const OPEN = { ALLOW_PRIVATE_URLS: 'true' };
const FORWARDED = { ...SOMEBODY, 'x-forwarded-for': '8.8.8.8' };

test('[PLACE-5] city and weather are those of the address that the trusted proxy tells', async () => {
  const trusting = await start({ ...OPEN, TRUST_PROXY: 'true' });
  const answer = await ask(trusting, FORWARDED);
  const text = await answer.text();
  assert.deepEqual(JSON.parse(text), { city: 'Recife', weather: { temperature: 28, code: 2, isDay: true } });
  assert.equal(asked[0], '/8.8.8.8.json');
  assert.match(asked[1] ?? '', /apikey=s3cret/);
  assert.doesNotMatch(text + JSON.stringify([...answer.headers]), /s3cret/);
  assert.equal((await ask(trusting, {})).status, 401);
  asked = [];
  // Without that trust the word of the client counts for nothing: it is a private address that asks.
  const wary = await start(OPEN);
  assert.deepEqual(await (await ask(wary, FORWARDED)).json(), { city: null, weather: null });
  assert.deepEqual(asked, []);
});

test('[PLACE-6] a service at a private address is asked only where that is allowed', async () => {
  const query = '?latitude=-8&longitude=-35';
  const closed = await start();
  assert.deepEqual(await (await ask(closed, SOMEBODY, query)).json(), { city: null, weather: null });
  assert.deepEqual(asked, []);
  const open = await start(OPEN);
  const { weather } = (await (await ask(open, SOMEBODY, query)).json()) as { weather: object };
  assert.deepEqual(weather, { temperature: 28, code: 2, isDay: true });
});

test('[POSTCODE-5] postcodes are for people who are signed in; a service at a private address is asked only where allowed', async () => {
  const POSTCODE_URL = `${outside}/ws/{code}/json/`;
  const visit = (server: RunningServer, headers: Record<string, string> = SOMEBODY): Promise<Response> =>
    fetch(`${server.url}/ext/postcode/01001-000`, { headers });
  const closed = await start({ POSTCODE_URL });
  assert.equal((await visit(closed, {})).status, 401);
  assert.equal((await visit(closed)).status, 204);
  assert.deepEqual(asked, []);
  const server = await start({ POSTCODE_URL, ...OPEN });
  assert.equal((await visit(server)).status, 204, 'what answers is no service of postcodes');
  assert.deepEqual(asked, ['/ws/01001000/json/']);
  assert.throws(() => readSettings({ POSTCODE_URL: 'https://a.example/ws' }, null), /POSTCODE_URL/);
});

test('[PLACE-7] a template without a place for the address stops the start, and is not repeated', () => {
  for (const CITY_URL of ['https://a.example/t0ken', 'ftp://a.example/{ip}?t0ken', '{ip} t0ken'])
    assert.throws(
      () => readSettings({ CITY_URL }, null),
      (error: Error) => error.message.includes('CITY_URL') && !error.message.includes('t0ken'),
    );
});
