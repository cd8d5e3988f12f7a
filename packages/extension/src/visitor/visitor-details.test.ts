import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { readCity } from './city.ts';
import type { AskOutside, OutsideAnswer } from '../outside.ts';
import { visitorDetails, type VisitorOptions } from './visitor-details.ts';
import { readWeather } from './weather.ts';

/** Simulates both services and records the requests. @source docs/reference/integrations.md §4 */
let server: Server;
let base: string;
let asked: URL[] = [];
let weather: OutsideAnswer;
let city: OutsideAnswer;
before(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', base);
    asked.push(url);
    const answer = url.pathname === '/v1/forecast' ? weather : city;
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => void server.close());
const json = (value: unknown, status = 200): OutsideAnswer => ({ status, body: JSON.stringify(value) });
const RAIN = {
  current: { time: '2026-01-01T12:00', interval: 900, temperature_2m: 21.4, weather_code: 61, is_day: 0 },
};
const RECIFE = { ip: '8.8.8.8', city: 'Recife', latitude: '-8.0522', longitude: '-34.9286' };
let at = 0;
beforeEach(() => {
  asked = [];
  at = 1_000_000;
  weather = json(RAIN);
  city = json(RECIFE);
});

const ask: AskOutside = async (url) => {
  const response = await fetch(url);
  return { status: response.status, body: await response.text() };
};
function open(part: Partial<VisitorOptions> = {}) {
  const answer = visitorDetails({
    weather: { url: `${base}/v1/forecast`, key: '' },
    city: { url: `${base}/v1/ip/geo/{ip}.json` },
    ask,
    isPublicAddress: (address) => !address.startsWith('192.168.'),
    waitSeconds: () => 0,
    now: () => at,
    ...part,
  });
  return async (address: string, query: Record<string, string> = {}, userId = 1) => {
    const { status, body } = await answer({
      caller: { id: userId },
      address,
      query: { latitude: null, longitude: null, ...query },
    });
    return status === 200 ? body : status;
  };
}
const paths = (): string[] => asked.map(({ pathname }) => pathname);
const DETAILS = { city: 'Recife', weather: { temperature: 21.4, code: 61, isDay: false } };

test('[PLACE-10] the city of the caller and its weather, each asked for once while it is fresh', async () => {
  const details = open();
  const all = await Promise.all([details('8.8.8.8'), details('8.8.8.8', {}, 2), details('::ffff:8.8.8.8')]);
  for (const answer of all) assert.deepEqual(answer, DETAILS);
  assert.deepEqual(paths(), ['/v1/ip/geo/8.8.8.8.json', '/v1/forecast']);
  assert.equal(asked[1]?.searchParams.get('latitude'), '-8.1');
  assert.equal(asked[1]?.searchParams.get('longitude'), '-34.9');
  assert.equal(asked[1]?.searchParams.has('apikey'), false);
  city = json({ ...RECIFE, latitude: '-8.0501' });
  await details('9.9.9.9');
  assert.deepEqual(paths().slice(2), ['/v1/ip/geo/9.9.9.9.json'], 'a place nearby has the same weather');
  at += 15 * 60_000;
  await details('8.8.8.8');
  assert.deepEqual(paths().slice(3), ['/v1/forecast']);
  at += 24 * 3_600_000;
  await details('8.8.8.8');
  assert.deepEqual(paths().slice(4), ['/v1/ip/geo/8.8.8.8.json', '/v1/forecast']);
});

test('[PLACE-11] a private address is told to nobody; the place that the caller names has weather all the same', async () => {
  const details = open({ weather: { url: `${base}/v1/forecast?models=best`, key: 's&cret' } });
  assert.deepEqual(await details('192.168.0.7'), { city: null, weather: null });
  assert.equal(asked.length, 0);
  const here = { latitude: '-23.55', longitude: '-46.63' };
  assert.deepEqual(await details('192.168.0.7', here), { ...DETAILS, city: null });
  assert.deepEqual(Object.fromEntries(asked[0]?.searchParams ?? []), {
    models: 'best',
    latitude: '-23.6',
    longitude: '-46.6',
    current: 'temperature_2m,weather_code,is_day',
    apikey: 's&cret',
  });
  for (const wrong of [
    { latitude: '91', longitude: '1' },
    { latitude: 'x', longitude: '1' },
    { latitude: '1' },
  ])
    assert.deepEqual(await details('192.168.0.7', wrong), { city: null, weather: null });
});

test('[PLACE-12] what is off, silent or broken is left out and left alone for a while', async () => {
  assert.deepEqual(await open({ weather: null, city: null })('8.8.8.8'), { city: null, weather: null });
  assert.deepEqual(await open({ weather: null })('8.8.8.8'), { ...DETAILS, weather: null });
  assert.deepEqual(await open({ ask: async () => null })('8.8.8.8'), { city: null, weather: null });
  asked = [];
  weather = json({ error: true, reason: 'Minutely API request limit exceeded' }, 429);
  const details = open();
  assert.deepEqual(await details('8.8.8.8'), { city: 'Recife', weather: null });
  await details('8.8.8.8');
  assert.deepEqual(paths(), ['/v1/ip/geo/8.8.8.8.json', '/v1/forecast']);
  weather = json(RAIN);
  at += 5 * 60_000;
  assert.deepEqual(await details('8.8.8.8'), DETAILS);
});

test('[PLACE-13] the shapes of the known services are read, and nothing else is', () => {
  const cities: readonly [unknown, string | null | undefined][] = [
    [RECIFE, 'Recife'],
    [{ ...RECIFE, city: undefined }, null],
    [{ success: true, city: ' Olinda ', latitude: -8, longitude: -34.8 }, 'Olinda'],
    [{ status: 'success', city: 'Natal', lat: -5.8, lon: -35.2 }, 'Natal'],
    [{ success: false, message: 'limit', latitude: 1, longitude: 1 }, undefined],
    [{ status: 'fail', lat: 1, lon: 1 }, undefined],
    [{ city: 'X', latitude: 'Sign up to access', longitude: '' }, undefined],
    [{ city: 'X', latitude: 91, longitude: 1 }, undefined],
    [null, undefined],
  ];
  for (const [value, name] of cities) assert.equal(readCity(json(value))?.name, name, JSON.stringify(value));
  assert.equal(readCity({ status: 200, body: '<html>' }), null);
  assert.equal(readCity(json(RECIFE, 500)), null);
  assert.equal(readWeather(json({ current: { temperature_2m: 'x', weather_code: 1 } })), null);
  assert.equal(readWeather(json([])), null);
  assert.deepEqual(readWeather(json({ current: { temperature_2m: -3, weather_code: 0 } })), {
    temperature: -3,
    code: 0,
    isDay: true,
  });
});

test('[PLACE-14] who asks too often is told to wait, and nothing is asked outside', async () => {
  const details = open({ waitSeconds: (userId) => (userId === 1 ? 60 : 0) });
  assert.equal(await details('8.8.8.8', {}, 1), 429);
  assert.equal(asked.length, 0);
  assert.deepEqual(await details('8.8.8.8', {}, 2), DETAILS);
});
