import {
  isTimeZone,
  matchLanguage,
  readerPreferences,
  SERVER_DEFAULTS,
  type PreferenceDefaults,
  type ReaderPreferences,
} from '@rastro/fleet';
import type { Directory, UserEntity } from './directory.ts';

/** How somebody reads what leaves the server: sheets, mails, notifications, days of a summary. */
export function preferencesOf(
  { server, brand }: Pick<Directory, 'server' | 'brand'>,
  user: Pick<UserEntity, 'attributes' | 'coordinateFormat'>,
  defaults: PreferenceDefaults = SERVER_DEFAULTS,
): ReaderPreferences {
  return readerPreferences(user, server, { brand, defaults });
}

/**
 * How somebody reads an answer to a question of now, so that a file says what the screen says. The one place that
 * decides the zone of what is asked for: the one that the question names (the screen names its own), the account's,
 * the installation's, UTC. Where nobody has chosen a language, it is that of the page that asks.
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
