import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contrastOf } from '@rastro/fleet';
import { expect, test } from 'vitest';

const TOKENS = readFileSync(fileURLToPath(new URL('tokens.css', import.meta.url)), 'utf8');
/** WCAG 2.2 AA for text of any size. */
const READABLE = 4.5;
/** Pairs of text color and background. */
const PAIRS = [
  ['moving', 'online-soft'],
  ['stopped', 'online-soft'],
  ['offline', 'offline-soft'],
  ['warning', 'warning-soft'],
  ['text-2', 'unknown-soft'],
  ...['moving', 'stopped', 'offline', 'unknown', 'warning', 'text', 'text-2', 'text-3'].flatMap((text) => [
    [text, 'surface'],
    [text, 'surface-2'],
  ]),
] as const;

const colorsOf = (block: string): ReadonlyMap<string, string> =>
  new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', color = '']) => [name, color]),
  );
const [light = '', dark = ''] = TOKENS.split(":root[data-mantine-color-scheme='dark'] {");

for (const [scheme, colors] of [
  ['light', colorsOf(light)],
  ['dark', colorsOf(dark)],
] as const)
  test(`[WEB-101] ${scheme}: whatever state a thing is in, its words can be read on their ground`, () => {
    const faint = PAIRS.map(
      ([text = '', ground = '']) =>
        [text, ground, contrastOf(colors.get(text) ?? '', colors.get(ground) ?? '')] as const,
    ).filter(([, , contrast]) => !(contrast >= READABLE));
    expect(faint).toEqual([]);
  });
