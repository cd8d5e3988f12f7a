import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contrastOf, palettesOf } from './palette.ts';

const colors = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

test('[BRAND-1] whatever the colour, words on it and in it are readable (WCAG AA), light and dark', () => {
  fc.assert(
    fc.property(colors, (color) => {
      const { light, dark } = palettesOf(color);
      for (const [palette, page] of [
        [light, '#f4f5f7'],
        [dark, '#1c2027'],
      ] as const) {
        assert.ok(contrastOf(palette.fill, palette.onFill) >= 4.5, `${color} fill ${palette.fill}`);
        assert.ok(contrastOf(palette.text, page) >= 4.5, `${color} text ${palette.text}`);
      }
      assert.ok(contrastOf(dark.fill, '#1c2027') >= 3, `${color} is seen on dark pages`);
    }),
    { numRuns: 300 },
  );
});

test('[BRAND-2] a colour that reads well stays as it is; another keeps its hue', () => {
  assert.equal(palettesOf('#3350d0').light.fill, '#3350d0');
  const { light } = palettesOf('#ffd400');
  assert.equal(light.fill, '#ffd400');
  assert.match(light.text, /^#[4-9a-f][0-9a-f][3-8a-f][0-9a-f]0[0-9a-f]$/, 'a dark yellow');
});
