import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../settings/read-settings.ts';
import { securityHeaders } from './headers.ts';

const policy = (environment: Record<string, string>): string =>
  securityHeaders(readSettings(environment, null))['content-security-policy'] ?? '';

test('[PLACE-2] the page may reach the tile servers that are offered, and no other host', () => {
  const all = policy({ MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' });
  const hosts =
    'https://tiles.example https://api.maptiler.com https://maps.hereapi.com https://tiles.openfreemap.org';
  assert.match(all, new RegExp(`img-src 'self' data: blob: ${hosts};`));
  assert.match(all, new RegExp(`connect-src 'self' ${hosts};`));
  const none = policy({
    MAP_STYLE_URL: '',
    MAP_STYLE_HOSTS: 'tiles.style.example',
    MAP_MAPTILER_STREETS_URL: '',
    MAP_MAPTILER_SATELLITE_URL: '',
    MAP_HERE_STREETS_URL: '',
    MAP_HERE_SATELLITE_URL: '',
  });
  assert.match(none, /img-src 'self' data: blob:; connect-src 'self';/);
  const style = policy({
    MAP_STYLE_URL: 'https://a.example/light.json http://b.example:81/dark.json',
    MAP_STYLE_HOSTS: 'tiles.a.example',
  });
  assert.match(
    style,
    /connect-src 'self' .*hereapi.com https:\/\/a.example http:\/\/b.example:81 https:\/\/tiles.a.example;/,
  );
});

test('[PLACE-3] a tile server learns the origin of the page and nothing of its path', () => {
  const headers = securityHeaders(readSettings({}, null));
  assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin');
});

test('[PLACE-4] a template without a place for the key stops the start', () => {
  for (const url of [
    'https://a.example/{z}/{x}/{y}',
    'ftp://a.example/{z}/{x}/{y}?k={key}',
    'x{z}{x}{y}{key}',
  ])
    assert.throws(() => readSettings({ MAP_HERE_STREETS_URL: url }, null), /MAP_HERE_STREETS_URL/);
});
