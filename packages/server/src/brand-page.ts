import { palettesOf, type BrandingConfig } from '@rastro/fleet';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

/** Text of the page before any script has run (`web/index.html`). */
const FIRST_PAINT = /(<p\s+id="first-paint"[^>]*>\s*)[^<]*?(\s*<\/p>)/;

/**
 * The page of a brand: name, icons and colours stand in it, so that nothing of another brand is ever painted. Colours
 * are a style attribute, which the CSP lets in; nothing runs.
 */
export function brandPage(page: string, { title, icon, color }: BrandingConfig): string {
  // Functions: a name may hold `$&`.
  let made = page
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(FIRST_PAINT, (_all, begin: string, end: string) => begin + escaped(title) + end);
  if (icon !== undefined) {
    made = made
      .replace(
        /<link rel="icon"[^>]*>/,
        () => `<link rel="icon" href="${escaped(icon)}-32.png" type="image/png" />`,
      )
      .replace(
        /<link rel="apple-touch-icon"[^>]*>/,
        () => `<link rel="apple-touch-icon" href="${escaped(icon)}-180.png" />`,
      );
  }
  return color === undefined ? made : made.replace('<html ', () => `<html style="${colorsOf(color)}" `);
}

function colorsOf(color: string): string {
  return Object.entries(palettesOf(color))
    .map(
      ([scheme, { fill, onFill, text }]) =>
        `--brand-${scheme}:${fill};--brand-${scheme}-contrast:${onFill};--brand-${scheme}-text:${text}`,
    )
    .join(';');
}

/** Manifest for the installation on a phone, with name and icon of the brand. */
export function brandManifest({ title, icon, color, languages }: BrandingConfig): object {
  const ours = icon === undefined;
  return {
    name: title,
    short_name: title,
    lang: languages?.[0] ?? 'pt-BR',
    id: '/home',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    background_color: '#f4f5f7',
    theme_color: color ?? '#3350d0',
    icons: [
      { src: ours ? '/icon-192.png' : `${icon}-192.png`, sizes: '192x192', type: 'image/png' },
      { src: ours ? '/icon-512.png' : `${icon}-512.png`, sizes: '512x512', type: 'image/png' },
      ...(ours
        ? [
            { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
            { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
          ]
        : []),
    ],
  };
}
