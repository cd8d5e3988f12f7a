import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchLanguage } from '../languages/language.ts';
import { readerPreferences, SERVER_DEFAULTS, type Installation } from './reader-preferences.ts';
import { fixedOffsetMs, isTimeZone } from './time-zone.ts';
import { timeZoneNames } from './time-zone-names.ts';

const BARE: Installation = { attributes: {}, forceSettings: false };
const ACME = { brand: 'acme', defaults: SERVER_DEFAULTS };

test('[PREF-1] choices are the person’s, else the installation’s, and the other way round when it insists', () => {
  const user = {
    attributes: { 'acme.lang': 'es-MX', speedUnit: 'mph', timezone: 'Nowhere/City', twelveHourFormat: false },
    coordinateFormat: 'dms',
  };
  const installation = {
    attributes: {
      'acme.lang': 'en-US',
      timezone: 'America/Bahia',
      distanceUnit: 'mi',
      twelveHourFormat: true,
    },
    coordinateFormat: 'ddm',
    forceSettings: false,
  };
  assert.deepEqual(readerPreferences(user, installation, ACME), {
    language: 'es',
    zone: 'America/Bahia',
    hour12: false,
    speedUnit: 'mph',
    distanceUnit: 'mi',
    temperatureUnit: 'celsius',
    coordinateFormat: 'dms',
  });
  const forced = readerPreferences(user, { ...installation, forceSettings: true }, ACME);
  assert.deepEqual(
    [forced.language, forced.hour12, forced.coordinateFormat, forced.speedUnit],
    ['en', true, 'ddm', 'mph'],
  );
});

test('[PREF-2] where nobody has chosen, the defaults of the place of reading stand', () => {
  const { language, zone, speedUnit, distanceUnit } = readerPreferences(BARE, BARE, ACME);
  assert.deepEqual([language, zone, speedUnit, distanceUnit], ['pt-BR', 'UTC', 'kmh', 'km']);
  const browser = { brand: 'acme', defaults: { language: 'en', zone: 'Asia/Tokyo' } as const };
  const there = readerPreferences(BARE, BARE, browser);
  assert.deepEqual([there.language, there.zone], ['en', 'Asia/Tokyo']);
});

test('[PREF-3] the language is that of the product, else what other clients write; of another brand it is none', () => {
  const language = (attributes: Record<string, string>): string =>
    readerPreferences({ attributes }, BARE, ACME).language;
  assert.equal(language({ 'acme.lang': 'en', language: 'es' }), 'en');
  assert.equal(language({ 'acme.lang': 'klingon', language: 'es' }), 'es');
  assert.equal(language({ 'other.lang': 'en' }), 'pt-BR');
  assert.equal(matchLanguage('PT_pt'), 'pt-BR');
  assert.equal(matchLanguage('fr'), null);
});

test('[PREF-4] every name of a zone is known, aliases too; offsets and places that do not exist are none', () => {
  for (const zone of [
    'Asia/Kolkata',
    'Asia/Calcutta',
    'America/Argentina/Buenos_Aires',
    'Europe/Kyiv',
    'UTC',
  ])
    assert.ok(isTimeZone(zone), zone);
  for (const zone of ['Mars/Base', 'SystemV/EST5', '+03:00', '', 'America/Bahia; DROP', 'x'.repeat(10_000)])
    assert.ok(!isTimeZone(zone), zone.slice(0, 20));
});

test('[PREF-5] the list of zones has every name, former and current, and what it has is understood everywhere', () => {
  const names = timeZoneNames();
  for (const name of ['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'UTC', 'Brazil/East', 'Etc/GMT+3'])
    assert.ok(names.includes(name), name);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.length > 590, `${names.length} names`);
  for (const name of names) {
    assert.ok(isTimeZone(name), name);
    assert.ok(Temporal.PlainDate.from('2026-01-01').toZonedDateTime(name), name);
  }
});

test('[PREF-6] a clock by its offset: hours, with minutes, to the east and to the west', () => {
  const hours = (text: string): number | null => {
    const found = fixedOffsetMs(text);
    return found === null ? null : found / 3_600_000;
  };
  assert.deepEqual(['GMT-3', 'UTC+05:30', '-0930', '+8', 'UTC'].map(hours), [-3, 5.5, -9.5, 8, 0]);
  assert.deepEqual(['Mars', 'GMT+99', 'UTC+1:2', 'BRT-3'].map(hours), [null, null, null, null]);
});
