import {
  isTimeZone,
  matchLanguage,
  readerPreferences,
  SERVER_DEFAULTS,
  type PreferenceDefaults,
  type ReaderPreferences,
} from '@rastro/fleet';
import type { Directory, UserEntity } from './directory.ts';

/** Preferences of a reader for everything that leaves the server: sheets, mails, notifications, days of a summary. */
export function preferencesOf(
  { server, brand }: Pick<Directory, 'server' | 'brand'>,
  user: Pick<UserEntity, 'attributes' | 'coordinateFormat'>,
  defaults: PreferenceDefaults = SERVER_DEFAULTS,
): ReaderPreferences {
  return readerPreferences(user, server, { brand, defaults });
}

/**
 * Preferences for the answer to a current request, so that a file matches the screen. The one place that decides the
 * time zone of a request: the zone that it names (the screen names its own), the account's, the installation's, UTC.
 * Where no language has been chosen, it is that of the requesting page.
 */
export function askingPreferences(
  directory: Pick<Directory, 'server' | 'brand'>,
  user: Pick<UserEntity, 'attributes' | 'coordinateFormat'>,
  {
    zone = null,
    acceptLanguage = '',
  }: { readonly zone?: string | null; readonly acceptLanguage?: string | undefined },
): ReaderPreferences {
  const [first = ''] = acceptLanguage.split(/[,;]/);
  const language = matchLanguage(first) ?? SERVER_DEFAULTS.language;
  const chosen = preferencesOf(directory, user, { ...SERVER_DEFAULTS, language });
  return zone !== null && isTimeZone(zone) ? { ...chosen, zone } : chosen;
}
