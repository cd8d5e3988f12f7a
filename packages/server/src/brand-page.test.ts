import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { noBrands } from '../test/no-brands.ts';
import { brandManifest, brandPage } from './brand-page.ts';

const page = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');

test('[BRAND-15] the page has the name, icons and colours of the brand before anything runs, and nothing of them runs', async () => {
  const { config } = (await noBrands()).published(0);
  assert.equal(brandPage(page, config), page);
  const made = brandPage(page, {
    ...config,
    title: '$& </title><script>alert(1)</script>',
    icon: '/ext/assets/custom/ab',
    color: '#ffd400',
  });
  assert.match(made, /<title>\$&amp; &lt;\/title&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;<\/title>/);
  assert.equal(made.split('<script').length, page.split('<script').length);
  assert.match(
    made,
    /<p[^>]*id="first-paint"[^>]*>\s*\$&amp; &lt;\/title&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;\s*<\/p>/,
  );
  assert.match(made, /<link rel="icon" href="\/ext\/assets\/custom\/ab-32.png" type="image\/png" \/>/);
  assert.match(made, /<link rel="apple-touch-icon" href="\/ext\/assets\/custom\/ab-180.png" \/>/);
  assert.match(
    made,
    /<html style="--brand-light:#ffd400;--brand-light-contrast:#14181f;--brand-light-text:#[0-9a-f]{6};--brand-dark:/,
  );
});

test('[BRAND-16] the manifest of no brand is ours', async () => {
  const { config } = (await noBrands()).published(0);
  const ours = JSON.parse(
    readFileSync(new URL('../../web/public/manifest.webmanifest', import.meta.url), 'utf8'),
  );
  const { name, start_url, theme_color } = ours;
  const made = Object(brandManifest(config));
  assert.deepEqual([made.name, made.start_url, made.theme_color], [name, start_url, theme_color]);
});
