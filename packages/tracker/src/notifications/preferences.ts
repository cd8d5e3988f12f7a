import type { Attributes } from '@rastro/fleet';

export type Language = 'pt' | 'es' | 'en';
/** How somebody reads: language, zone and units. */
export interface Preferences {
  readonly language: Language;
  /** IANA zone. */
  readonly zone: string;
  readonly speedUnit: 'kn' | 'kmh' | 'mph';
  readonly distanceUnit: 'km' | 'mi' | 'nmi';
}

const ZONES = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/**
 * A person's own choices, else the server's, else Portuguese, UTC, km/h and km. With `forceSettings` the
 * server's come first. @source reference/tracking-api.md §2.20; SPEC §3 `{brand}.lang`.
 */
export function preferencesOf(
  user: { readonly attributes: Attributes },
  server: { readonly attributes: Attributes; readonly forceSettings: boolean },
): Preferences {
  const own = server.forceSettings
    ? [server.attributes, user.attributes]
    : [user.attributes, server.attributes];
  const choice = <T extends string>(
    names: (attributes: Attributes) => unknown,
    known: readonly T[],
    usual: T,
  ): T => {
    for (const attributes of own) {
      const found = known.find((each) => each === names(attributes));
      if (found !== undefined) return found;
    }
    return usual;
  };
  const zone = own
    .map(({ timezone }) => timezone)
    .find((each) => typeof each === 'string' && ZONES.has(each));
  return {
    language: choice((a) => languageIn(a)?.slice(0, 2).toLowerCase(), ['pt', 'es', 'en'], 'pt'),
    zone: typeof zone === 'string' ? zone : 'UTC',
    speedUnit: choice((a) => a['speedUnit'], ['kn', 'kmh', 'mph'], 'kmh'),
    distanceUnit: choice((a) => a['distanceUnit'], ['km', 'mi', 'nmi'], 'km'),
  };
}

/** Written as `language`, or under the product's own prefix. */
function languageIn(attributes: Attributes): string | null {
  const name =
    'language' in attributes ? 'language' : Object.keys(attributes).find((key) => /^[\w-]+\.lang$/.test(key));
  const value = name === undefined ? null : attributes[name];
  return typeof value === 'string' ? value : null;
}
