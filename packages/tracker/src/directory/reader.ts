import { readerPreferences, SERVER_DEFAULTS, type ReaderPreferences } from '@rastro/fleet';
import type { Directory, UserEntity } from './directory.ts';

/** How somebody reads what leaves the server: sheets, mails, notifications, days of a summary. */
export function preferencesOf(
  { server, brand }: Pick<Directory, 'server' | 'brand'>,
  user: Pick<UserEntity, 'attributes' | 'coordinateFormat'>,
): ReaderPreferences {
  return readerPreferences(user, server, { brand, defaults: SERVER_DEFAULTS });
}
