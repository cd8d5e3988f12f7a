import type { Attributes } from '@rastro/fleet';
import { COORDINATE_FORMATS } from '../../i18n/coordinates.ts';
import type { DisplayChoices } from '../../i18n/format.ts';
import type { Language } from '../../i18n/language.ts';
import type { SignedIn } from '../session/session.ts';

export const SPEED_UNITS = ['kmh', 'mph', 'kn'] as const;
export const TEMPERATURE_UNITS = ['celsius', 'fahrenheit'] as const;
export const DISTANCE_UNITS = ['km', 'mi', 'nmi'] as const;

/** Attribute names as the tracking API and its clients write them. @source reference/tracking-api.md §2.20 */
export const SPEED_ATTRIBUTE = 'speedUnit';
export const DISTANCE_ATTRIBUTE = 'distanceUnit';
/** Ours: the API's clients know none. */
export const TEMPERATURE_ATTRIBUTE = 'temperatureUnit';
export const HOUR12_ATTRIBUTE = 'twelveHourFormat';

/** What the user chose, else the server; with `forceSettings` the server first. */
export function displayChoices({ user, server }: SignedIn, language: Language): DisplayChoices {
  const settings = server.server;
  const sources = settings.forceSettings ? [settings, user] : [user, settings];
  const attribute = (name: string): unknown => firstSet(sources.map(({ attributes }) => attributes[name]));
  return {
    language,
    hour12: isTrue(attribute(HOUR12_ATTRIBUTE)),
    speedUnit: oneOf(SPEED_UNITS, attribute(SPEED_ATTRIBUTE)) ?? 'kmh',
    distanceUnit: oneOf(DISTANCE_UNITS, attribute(DISTANCE_ATTRIBUTE)) ?? 'km',
    temperatureUnit: oneOf(TEMPERATURE_UNITS, attribute(TEMPERATURE_ATTRIBUTE)) ?? 'celsius',
    coordinateFormat:
      oneOf(COORDINATE_FORMATS, firstSet(sources.map((source) => source.coordinateFormat))) ?? 'dd',
  };
}

const isTrue = (value: unknown): boolean => value === true || value === 'true';

function firstSet(values: readonly (Attributes[string] | undefined)[]): unknown {
  return values.find((value) => value !== undefined && value !== null && value !== '');
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((item) => item === value);
}
