import { isSet, type Attributes } from '../entities/attributes.ts';
import { DISTANCE_UNITS, type DistanceUnit } from '../units/distance.ts';
import { SPEED_UNITS, type SpeedUnit } from '../units/speed.ts';
import { TEMPERATURE_UNITS, type TemperatureUnit } from '../units/temperature.ts';
import { matchLanguage, type Language } from '../languages/language.ts';
import { isTimeZone } from './time-zone.ts';

/** Formats of coordinates: degrees; degrees and minutes; degrees, minutes and seconds. */
export const COORDINATE_FORMATS = ['dd', 'ddm', 'dms'] as const;
export type CoordinateFormat = (typeof COORDINATE_FORMATS)[number];

/** Preferences of a reader: language, clock, places and units. */
export interface ReaderPreferences {
  readonly language: Language;
  /** IANA name. */
  readonly zone: string;
  readonly hour12: boolean;
  readonly speedUnit: SpeedUnit;
  readonly distanceUnit: DistanceUnit;
  readonly temperatureUnit: TemperatureUnit;
  readonly coordinateFormat: CoordinateFormat;
}
/** Source of preferences: an account, or the installation. */
export interface PreferenceSource {
  readonly attributes: Attributes;
  readonly coordinateFormat?: string | null;
}
export interface Installation extends PreferenceSource {
  /** The installation's choices take precedence over the user's. */
  readonly forceSettings: boolean;
}
/** Values where nobody has chosen. */
export type PreferenceDefaults = Pick<ReaderPreferences, 'language' | 'zone'>;

/** For what leaves the server: sheets, mails, notifications, calendars. A browser knows its own. */
export const SERVER_DEFAULTS: PreferenceDefaults = { language: 'pt-BR', zone: 'UTC' };

/** Attribute names as the tracking API and its clients write them. @source docs/reference/tracking-api.md §2.20 */
export const SPEED_ATTRIBUTE = 'speedUnit';
export const DISTANCE_ATTRIBUTE = 'distanceUnit';
export const ZONE_ATTRIBUTE = 'timezone';
/** Ours: the API's clients know none. */
export const TEMPERATURE_ATTRIBUTE = 'temperatureUnit';
export const HOUR12_ATTRIBUTE = 'twelveHourFormat';
/** @source docs/reference/requirements.md SPEC §3 `{brand}.lang` */
export const languageAttribute = (brand: string): string => `${brand}.lang`;

/**
 * Returns a user's choices, else the installation's, else the defaults; with `forceSettings` the installation's come
 * first. An unknown choice counts as not made. The one place that decides this.
 * @param brand Prefix of the product's own attributes.
 */
export function readerPreferences(
  user: PreferenceSource,
  installation: Installation,
  { brand, defaults }: { readonly brand: string; readonly defaults: PreferenceDefaults },
): ReaderPreferences {
  const sources = inOrder(user, installation);
  const attribute = <T extends string>(name: string, choices: readonly T[]): T | undefined =>
    first(sources, ({ attributes }) => choices.find((choice) => choice === attributes[name]));
  return {
    language: writtenLanguage(user, installation, brand) ?? defaults.language,
    zone: first(sources, zoneIn) ?? defaults.zone,
    hour12:
      first(sources, ({ attributes }) =>
        HOUR12_ATTRIBUTE in attributes ? isSet(attributes, HOUR12_ATTRIBUTE) : undefined,
      ) ?? false,
    speedUnit: attribute(SPEED_ATTRIBUTE, SPEED_UNITS) ?? 'kmh',
    distanceUnit: attribute(DISTANCE_ATTRIBUTE, DISTANCE_UNITS) ?? 'km',
    temperatureUnit: attribute(TEMPERATURE_ATTRIBUTE, TEMPERATURE_UNITS) ?? 'celsius',
    coordinateFormat:
      first(sources, ({ coordinateFormat }) =>
        COORDINATE_FORMATS.find((format) => format === coordinateFormat),
      ) ?? 'dd',
  };
}

/**
 * The language that the account or the installation has set; null = neither. `language` is what other clients of
 * the tracking API write.
 */
export function writtenLanguage(
  user: PreferenceSource,
  installation: Installation,
  brand: string,
): Language | null {
  const read = ({ attributes }: PreferenceSource): Language | undefined => {
    for (const name of [languageAttribute(brand), 'language']) {
      const value = attributes[name];
      const language = typeof value === 'string' ? matchLanguage(value) : null;
      if (language !== null) return language;
    }
    return undefined;
  };
  return first(inOrder(user, installation), read) ?? null;
}

const inOrder = (user: PreferenceSource, installation: Installation): readonly PreferenceSource[] =>
  installation.forceSettings ? [installation, user] : [user, installation];

function first<T>(
  sources: readonly PreferenceSource[],
  read: (source: PreferenceSource) => T | undefined,
): T | undefined {
  for (const source of sources) {
    const found = read(source);
    if (found !== undefined) return found;
  }
  return undefined;
}

function zoneIn({ attributes }: PreferenceSource): string | undefined {
  const zone = attributes[ZONE_ATTRIBUTE];
  return typeof zone === 'string' && isTimeZone(zone) ? zone : undefined;
}
