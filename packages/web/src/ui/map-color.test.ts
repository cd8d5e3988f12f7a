import { contrastOf } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { mapColor } from './brand-color.ts';

/** Land and water of the map. */
const GROUNDS = { light: ['#f0ede6', '#cfe0ec'], dark: ['#212b36', '#0c1a2b'] } as const;

test('[NIGHT-1] what is drawn on the map in the colour of a brand is seen on it, by day and by night', () => {
  for (const brand of ['#3350d0', '#111111', '#ffd400', '#c92a2a', '#0b7285', '#f8f9fa']) {
    for (const scheme of ['light', 'dark'] as const) {
      for (const ground of GROUNDS[scheme]) {
        // WCAG 2.2: what has to be seen, but is no text.
        expect(contrastOf(mapColor(brand, scheme), ground), `${brand} on ${ground}`).toBeGreaterThan(3);
      }
    }
  }
});
