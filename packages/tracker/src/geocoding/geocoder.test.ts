import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import { startGeocoderSimulator, type GeocoderSimulator } from '../../test/providers/geocoder-simulator.ts';
import { eventually, openTestTracker } from '../../test/open-test-tracker.ts';
import { createSafeFetch } from '@rastro/outgoing';
import { createGeocoder, parseGeocoder, type Geocoder } from './geocoder.ts';
import type { GeocoderType } from './answers.ts';

let service: GeocoderSimulator;
let now = Date.UTC(2026, 0, 1);
let counted = 0;
before(async () => {
  service = await startGeocoderSimulator();
});
after(() => service.close());
beforeEach(() => {
  service.asked.length = 0;
  counted = 0;
});

const answerWith = (body: unknown, status = 200): void => {
  service.answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
};
const geocoder = (type: GeocoderType = 'nominatim'): Geocoder =>
  createGeocoder({ type, url: service.url }, createSafeFetch({ allowPrivate: true, timeoutMs: 2000 }), {
    clock: { ...systemClock, now: () => now },
    onRequest: () => counted++,
  });
const address = async (g: Geocoder, latitude = -23.5, longitude = -46.6): Promise<string | null> => {
  const result = await g.reverse(latitude, longitude, 'pt-BR');
  assert.ok(result.ok, JSON.stringify(result));
  return result.value;
};
const NOMINATIM = {
  display_name: 'all of it',
  lat: '-23.5',
  lon: '-46.6',
  address: {
    house_number: '5',
    road: 'Rua A',
    suburb: 'Centro',
    city: 'São Paulo',
    state: 'São Paulo',
    country_code: 'br',
  },
};
const feature = (properties: object) => ({
  features: [{ properties, geometry: { coordinates: [-46.6, -23.5] } }],
});

test('[GEOCODE-1] each service is asked in its way and its answer read as one line', async () => {
  answerWith(NOMINATIM);
  assert.equal(await address(geocoder()), 'Rua A 5, Centro, São Paulo, BR');
  assert.match(
    service.asked[0] ?? '',
    /^\/reverse\?format=jsonv2&lat=-23\.5000&lon=-46\.6000.*accept-language=pt-BR$/,
  );
  answerWith(feature({ street: 'Rua B', housenumber: '7', city: 'Lima', countrycode: 'PE' }));
  assert.equal(await address(geocoder('photon')), 'Rua B 7, Lima, PE');
  answerWith(feature({ label: 'Somewhere, Peru' }));
  assert.equal(await address(geocoder('pelias')), 'Somewhere, Peru');
  answerWith({ error: 'Unable to geocode' });
  assert.equal(await address(geocoder()), null);
  answerWith({ features: [] });
  assert.equal(await address(geocoder('photon')), null);
});

test('[GEOCODE-2] places are found by their names', async () => {
  const find = async (g: Geocoder) => {
    const result = await g.search('rua a', 'en');
    assert.ok(result.ok);
    return result.value;
  };
  answerWith([NOMINATIM, { display_name: 'nowhere' }]);
  assert.deepEqual(await find(geocoder()), [{ name: 'all of it', latitude: -23.5, longitude: -46.6 }]);
  answerWith(feature({ name: 'Rua A', city: 'Lima' }));
  assert.deepEqual(await find(geocoder('photon')), [
    { name: 'Rua A, Lima', latitude: -23.5, longitude: -46.6 },
  ]);
});

test('[GEOCODE-3] one question for the same place, also while it is being answered; nothing known is asked again', async () => {
  answerWith(NOMINATIM);
  const g = geocoder();
  await Promise.all([address(g), address(g, -23.500_01), address(g)]);
  assert.equal(service.asked.length, 1);
  assert.equal(counted, 1);
  answerWith({});
  assert.equal(await address(g, 10, 10), null);
  assert.equal(await address(g, 10, 10), null);
  assert.equal(service.asked.length, 2);
  now += 3_600_001;
  await address(g, 10, 10);
  await address(g);
  assert.equal(service.asked.length, 3);
});

test('[GEOCODE-4] a service that fails is left alone for a while, and asked again later', async () => {
  const g = geocoder();
  for (const [body, status] of [
    ['no json', 200],
    ['', 500],
    ['', 429],
    ['', 503],
    ['', 502],
    ['', 500],
  ] as const) {
    answerWith(body, status);
    assert.equal((await g.reverse(Math.random(), 1, 'en')).ok, false);
  }
  assert.equal(service.asked.length, 5, 'the sixth was not sent');
  now += 60_001;
  answerWith(NOMINATIM);
  assert.ok(await address(g));
});

test('[GEOCODE-5] over the API: text, nothing, or a clear refusal', async () => {
  const t = await openTestTracker({ geocoder: { type: 'nominatim', url: service.url } });
  const cookie = await t.signIn(await t.addUser());
  const ask = (query: string) => t.api('GET', `/server/geocode${query}`, cookie);
  answerWith(NOMINATIM);
  assert.equal((await ask('?latitude=-23.5&longitude=-46.6')).text, 'Rua A 5, Centro, São Paulo, BR');
  assert.equal((await t.api('GET', '/server')).json['geocoderEnabled'], true);
  answerWith([NOMINATIM]);
  assert.equal(((await ask('/search?query=rua%20a')).json as unknown[]).length, 1);
  answerWith({});
  assert.equal((await ask('?latitude=1&longitude=1')).status, 204);
  assert.match((await ask('?latitude=91&longitude=1')).text, /^Invalid data - latitude/);
  assert.match((await ask('?longitude=1')).text, /^Invalid data - latitude/);
  assert.match((await ask('/search?query=a')).text, /^Invalid data - query/);
  answerWith('', 500);
  assert.match((await ask('?latitude=2&longitude=2')).text, /^Geocoder unavailable/);
  await t.dispose();
  const bare = await openTestTracker();
  const other = await bare.signIn(await bare.addUser());
  assert.match(
    (await bare.api('GET', '/server/geocode?latitude=1&longitude=1', other)).text,
    /^Geocoder not configured/,
  );
  await bare.dispose();
});

test('[ADDR-9] where many places are is answered at once, from what is known and the nearest towns', async () => {
  const t = await openTestTracker({ geocoder: { type: 'nominatim', url: service.url } });
  const cookie = await t.signIn(await t.addUser({ attributes: { 'rastro.lang': 'es' } }));
  const ask = (query: string) => t.api('GET', `/server/addresses${query}`, cookie);
  service.answer = null;
  const two = '?place=-22.9,-49.8&place=-30,-30';
  assert.deepEqual((await ask(two)).json, [
    {
      latitude: -22.9,
      longitude: -49.8,
      address: '11 km al NE de Ourinhos, São Paulo, BR',
      town: 'Ourinhos, São Paulo, BR',
    },
    { latitude: -30, longitude: -30, address: null, town: null },
  ]);
  await eventually(() => service.asked.length > 0);
  answerWith(NOMINATIM);
  await t.restart();
  await eventually(async () => (await ask(two)).text.includes('Rua A 5'));
  assert.equal(((await ask(two)).json as readonly { town: unknown }[])[0]?.town, null);
  assert.deepEqual((await ask('')).json, []);
  for (const wrong of ['?place=91,0', '?place=1', '?place=0,0', '?place=a,b', `?${'place=1,1&'.repeat(201)}`])
    assert.match((await ask(wrong)).text, /^Invalid data - place/);
  assert.equal((await t.api('GET', `/server/addresses${two}`)).status, 401);
  await t.dispose();
});

test('[GEOCODE-6] the public server that forbids vehicle tracking is not taken as a setting', () => {
  assert.deepEqual(parseGeocoder('photon:http://geo.example.com:2322/'), {
    ok: true,
    value: { type: 'photon', url: 'http://geo.example.com:2322' },
  });
  assert.equal(parseGeocoder('nominatim:https://nominatim.openstreetmap.org').ok, false);
  assert.equal(parseGeocoder('google:https://x').ok, false);
});
