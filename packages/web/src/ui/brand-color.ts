import { isBrandColor, palettesOf } from '@rastro/fleet';

/** Of the product, until a brand says otherwise; the same as in `tokens.css`. */
const DEFAULT_BRAND = '#3350d0';

/** The first of these that is a color, or ours. */
export const brandColor = (...colors: readonly unknown[]): string =>
  colors.find(isBrandColor) ?? DEFAULT_BRAND;

/** The color as drawn on the map: adjusted to be visible by day and by night. */
export const mapColor = (color: string, scheme: 'light' | 'dark'): string => palettesOf(color)[scheme].text;

/** Recolours the whole product, light and dark; the names are those that the server writes into the page. */
export function applyBrandColor(color: string, root: HTMLElement): void {
  for (const [scheme, { fill, onFill, text }] of Object.entries(palettesOf(color))) {
    const values = { [`--brand-${scheme}`]: fill, [`--brand-${scheme}-contrast`]: onFill };
    for (const [name, value] of Object.entries({ ...values, [`--brand-${scheme}-text`]: text })) {
      // Our own stand in `tokens.css`.
      if (color === DEFAULT_BRAND) root.style.removeProperty(name);
      else root.style.setProperty(name, value);
    }
  }
}
