const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
const DARK_TEXT = '#14181f';
const LIGHT_TEXT = '#ffffff';

/** Of the product, until a brand says otherwise; the same as in `tokens.css`. */
const DEFAULT_BRAND = '#3350d0';

/** The brand's colour out of the server's attributes, or ours. */
export function brandColor(color: unknown): string {
  return typeof color === 'string' && HEX.test(color) ? color : DEFAULT_BRAND;
}

/** Recolours the whole product. */
export function applyBrandColor(color: string, root: HTMLElement): void {
  root.style.setProperty('--brand', color);
  root.style.setProperty('--brand-contrast', contrastText(color));
}

/** Black or white, whichever reads better on `color` (WCAG contrast). */
export function contrastText(color: string): string {
  const background = luminance(color);
  const onLight = (1 + 0.05) / (background + 0.05);
  const onDark = (background + 0.05) / (luminance(DARK_TEXT) + 0.05);
  return onLight >= onDark ? LIGHT_TEXT : DARK_TEXT;
}

/** Relative luminance, 0..1. @source WCAG 2.2, definition of relative luminance */
function luminance(color: string): number {
  const [, ...channels] = HEX.exec(color) ?? [];
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const value = Number.parseInt(channel, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
