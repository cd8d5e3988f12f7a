import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandingConfig, type BrandingSettings } from './branding-config.ts';

const settings = (part: Partial<BrandingSettings> = {}): BrandingSettings => ({
  brand: 'rastro',
  title: 'Rastro',
  tiles: null,
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
