import type { Settings } from '../settings/registry.ts';

const TILE_SETTINGS = [
  'MAP_TILES_URL',
  'MAP_MAPTILER_STREETS_URL',
  'MAP_MAPTILER_SATELLITE_URL',
  'MAP_HERE_STREETS_URL',
  'MAP_HERE_SATELLITE_URL',
] as const;
type TileSetting = (typeof TILE_SETTINGS)[number];

/** Strict by default; what is opened is opened for one named reason. */
export function securityHeaders(
  settings: Pick<Settings, TileSetting | 'MAP_STYLE_URL' | 'MAP_STYLE_HOSTS' | 'PUBLIC_URL'>,
): Record<string, string> {
  // Keys come and go while pages and service workers keep their headers: a service that is offered is let in.
  const { MAP_STYLE_URL: style, MAP_STYLE_HOSTS: hosts } = settings;
  const named = [
    ...TILE_SETTINGS.map((name) => tileOrigin(settings[name])),
    ...(style === null ? [] : [tileOrigin(style.light), tileOrigin(style.dark)]),
    ...(style === null ? [] : hosts.map((host) => `https://${host}`)),
  ];
  const tiles = [...new Set(named)].join(' ').trim();
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Positions and theme colours are style attributes; style sheets are files.
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${tiles}`.trim(),
    `connect-src 'self' ${tiles}`.trim(),
    // A user's rule may name a custom sound; only files over TLS or ours are played.
    "media-src 'self' https:",
    // The map's workers are started from blobs.
    "worker-src 'self' blob:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Tile servers check the origin for the key's owner, and OpenStreetMap asks for it; paths stay here.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=()',
    ...(settings.PUBLIC_URL?.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}

/** Pages whose address opens them: it is told to nobody, and no search engine lists it. */
const SECRET_ADDRESS = /^\/overview\/wall\//;
const OF_SECRET_ADDRESS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' } as const;

/** Headers of a page beside those of all pages, by its address. */
export const headersOfPage = (url: string): Readonly<Record<string, string>> =>
  SECRET_ADDRESS.test(url) ? OF_SECRET_ADDRESS : {};

function tileOrigin(template: string): string {
  const sample = template.replaceAll(/\{[a-z]+\}/g, '0');
  return URL.canParse(sample) ? new URL(sample).origin : '';
}
