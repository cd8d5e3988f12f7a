import { readFileSync } from 'node:fs';
import { TRACKER_ROLES } from '@rastro/tracker';
import { SETTINGS, type SettingName, type Settings } from './registry.ts';

/** A setting that is unknown or malformed. The message names it and says what is wrong. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

const NAMES = Object.keys(SETTINGS) as SettingName[];

/**
 * Reads all settings: the environment wins over the `.env` file, which wins over the defaults.
 * @param envFile Text of the `.env` file, null = there is none.
 * @throws SettingError
 */
export function readSettings(environment: NodeJS.ProcessEnv, envFile: string | null): Settings {
  const fromFile = envFile === null ? {} : parseEnvFile(envFile);
  const entries = NAMES.map((name) => {
    const value = environment[name] ?? fromFile[name] ?? SETTINGS[name].fallback;
    try {
      return [name, SETTINGS[name].parse(value.trim())] as const;
    } catch (error) {
      const given = SETTINGS[name].isSecret ? '' : ` "${value}"`;
      throw new SettingError(`Setting ${name}${given} ${(error as Error).message}`);
    }
  });
  const settings = Object.fromEntries(entries) as Settings;
  if ((settings.ADMIN_EMAIL === '') !== (settings.ADMIN_PASSWORD === '')) {
    throw new SettingError('Settings ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or none');
  }
  const { SMS_URL, SMS_TEMPLATE } = settings;
  if (SMS_URL !== null && !(SMS_URL + SMS_TEMPLATE).includes('{message}')) {
    throw new SettingError('Settings SMS_URL or SMS_TEMPLATE must hold {message}, and {phone}');
  }
  if ((settings.SMTP_URL === null) !== (settings.MAIL_FROM === '')) {
    throw new SettingError('Settings SMTP_URL and MAIL_FROM go together: set both or none');
  }
  if (settings.OPENID_ISSUER !== null && (settings.OPENID_CLIENT_ID === '' || settings.PUBLIC_URL === null)) {
    throw new SettingError('Setting OPENID_ISSUER needs OPENID_CLIENT_ID and PUBLIC_URL');
  }
  if (settings.DATABASE_READ_URL !== null && settings.DATABASE_URL === null)
    throw new SettingError('Setting DATABASE_READ_URL needs DATABASE_URL, whose replica it is');
  requireShared(settings);
  if (settings.ADMIN_PASSWORD !== '' && settings.ADMIN_PASSWORD.length < 8) {
    throw new SettingError('Setting ADMIN_PASSWORD is shorter than 8 characters');
  }
  return settings;
}

/** Several processes need a database and a bus that they share. */
function requireShared(settings: Settings): void {
  const { NATS_URL, DATABASE_URL, TRACKING_SERVER_URL, SECRET_KEY, ROLES } = settings;
  if ((settings.NATS_CERTIFICATE === null) !== (settings.NATS_KEY === null))
    throw new SettingError('Settings NATS_CERTIFICATE and NATS_KEY need one another');
  if (NATS_URL === null && ROLES.size < TRACKER_ROLES.length)
    throw new SettingError('Setting ROLES needs NATS_URL, by which processes find one another');
  if (NATS_URL === null) return;
  if (DATABASE_URL === null)
    throw new SettingError('Setting NATS_URL needs DATABASE_URL, the database that all processes share');
  if (SECRET_KEY === '' && ROLES.has('api'))
    throw new SettingError('Setting NATS_URL needs SECRET_KEY, the same for all processes with the role api');
  if (TRACKING_SERVER_URL !== null)
    throw new SettingError(
      'Setting NATS_URL does not go with TRACKING_SERVER_URL: in front of a Traccar one process runs',
    );
}

/** @returns the text of the file, null when there is none. */
export function readEnvFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new SettingError(`Cannot read ${path}: ${(error as Error).message}`);
  }
}

function parseEnvFile(content: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [index, line] of content.split(/\r?\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const equals = trimmed.indexOf('=');
    if (equals < 1) throw new SettingError(`Line ${index + 1} of .env is not NAME=value`);
    const name = trimmed
      .slice(0, equals)
      .replace(/^export\s+/, '')
      .trim();
    if (!Object.hasOwn(SETTINGS, name))
      throw new SettingError(`Setting ${name} in .env is unknown; see npm start -- --help`);
    values[name] = valueIn(trimmed.slice(equals + 1));
  }
  return values;
}

/** Quoted text is taken as it is; elsewhere a # after a blank begins a comment. */
function valueIn(text: string): string {
  const [, , quoted] = /^\s*(["'`])(.*?)\1\s*(?:#.*)?$/.exec(text) ?? [];
  return quoted ?? text.replace(/\s#.*$/, '').trim();
}

/** The text of `--help`. */
export function describeSettings(): string {
  const width = Math.max(...NAMES.map((name) => name.length));
  const lines = NAMES.map((name) => {
    const { help, fallback } = SETTINGS[name];
    return `  ${name.padEnd(width)}  ${help}${fallback === '' ? '' : ` [${fallback}]`}`;
  });
  return [
    'npm start [-- --demo] [-- --cluster] [-- --help]',
    '',
    '  --demo  run a demonstration fleet in its own folder (DATA_DIR/demo)',
    '  --cluster  try several processes with a PostgreSQL and NATS on this machine; its data end with it',
    '  --help  print this',
    '',
    'Settings come from the environment or from a .env file:',
    '',
    ...lines,
    '',
  ].join('\n');
}
