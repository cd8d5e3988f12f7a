import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandingConfig, type BrandingSettings } from './branding-config.ts';

const settings = (part: Partial<BrandingSettings> = {}): BrandingSettings => ({
  brand: 'rastro',
  title: 'Rastro',
  tiles: null,
  archives: [],
  mapStyle: null,
  mapTiler: { streets: 'https://a.example/{z}/{x}/{y}?key={key}', satellite: '' },
  here: { streets: '', satellite: 'https://b.example/{z}/{x}/{y}?apiKey={key}' },
  ...part,
});

test('[PLACE-1] the bases of a maps service name the attribute with its key; an empty template offers none', () => {
  const { tileSources } = brandingConfig(settings());
  assert.deepEqual(
    tileSources.map(({ id, name, kind, keyAttribute }) => [id, name, kind, keyAttribute]),
    [
      ['mapTiler.streets', 'MapTiler', 'streets', 'mapTilerKey'],
      ['here.satellite', 'HERE', 'satellite', 'hereKey'],
    ],
  );
  const tiles = { url: 'https://c.example/{z}/{x}/{y}', name: 'Ours', attribution: '© us' };
  const [own] = brandingConfig(settings({ tiles })).tileSources;
  assert.deepEqual(own, { id: 'tiles', maxZoom: 19, ...tiles });
});

test('[PLACE-15] the bases of the operator come before the style of others; paths of files are not told', () => {
  const config = {
    url: '/map-tiles/a.pmtiles?v=1',
    bounds: { west: 1, south: 2, east: 3, north: 4 },
    minZoom: 0,
    maxZoom: 14,
    attribution: '©',
  };
  const archive = { ...config, path: '/somewhere/a.pmtiles' };
  const { tileSources } = brandingConfig(
    settings({
      tiles: { url: 'https://c.example/{z}/{x}/{y}', name: 'Ours', attribution: '' },
      archives: [archive],
      mapStyle: { light: 'https://d.example/light', dark: 'https://d.example/dark' },
    }),
  );
  assert.deepEqual(
    tileSources.map(({ id }) => id),
    ['tiles', 'archives', 'style', 'mapTiler.streets', 'here.satellite'],
  );
  assert.deepEqual(tileSources[1]?.archives, [config]);
  assert.equal(tileSources[1]?.maxZoom, 14);
  assert.equal(tileSources[2]?.name, 'd.example');
});
