import { join } from 'node:path';
import { SettingError } from '../settings/read-settings.ts';
import { withoutOtherServers } from '../settings/parsers.ts';
import type { Settings } from '../settings/registry.ts';

/**
 * Settings of the demonstration, which never touches real data: it has a folder of its own, and on a database server a
 * database whose name says what it is for. @throws SettingError
 */
export function demoSettings(settings: Settings): Settings {
  const { DATA_DIR, DATABASE_URL } = settings;
  const database =
    DATABASE_URL === null ? null : new URL(withoutOtherServers(DATABASE_URL)).pathname.slice(1);
  if (database !== null && !/demo/i.test(database))
    throw new SettingError(
      `Setting DATABASE_URL names the database ${database}: the demonstration runs only in one whose name contains "demo"`,
    );
  return { ...settings, DATA_DIR: join(DATA_DIR, 'demo') };
}
