import { parseArgs } from 'node:util';
import { isTimeZone } from '@rastro/fleet';
import { ImportError } from './import-error.ts';
import type { Prefixes } from './read-entities.ts';

export interface ImportArguments {
  readonly from: string;
  readonly token: string;
  readonly user: string;
  readonly password: string;
  /** Null = DATA_DIR of the settings. */
  readonly data: string | null;
  readonly prefixes: Prefixes;
  readonly files: string | null;
  /** In which the machine of that Traccar writes times into its database. */
  readonly zone: string;
  readonly isDryRun: boolean;
}

export const USAGE = `npm run import-traccar -- --from ADDRESS [options]

Moves a Traccar into an empty data folder. That Traccar is only read.

  --from ADDRESS         https://host:port, with a token of an administrator; or
                         jdbc:postgresql://host:port/database, jdbc:mysql://host:port/database
  --token TOKEN          or in TRACCAR_TOKEN
  --user, --password     of the database, or in TRACCAR_USER and TRACCAR_PASSWORD
  --zone ZONE            time zone of the machine of that Traccar, for a database; UTC when absent
  --files FOLDER         media folder of that Traccar, for pictures of devices
  --data FOLDER          the new data folder; DATA_DIR when absent
  --brand-prefix OLD=NEW attributes OLD.something become NEW.something; may be repeated
  --dry-run              counts and says what has no counterpart; writes nothing
`;

/** @throws ImportError when something is missing or contradicts itself. */
export function readArguments(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): ImportArguments | null {
  const values = parsed(args);
  if (values.help) return null;
  const { from } = values;
  if (from === undefined)
    throw new ImportError('Say where from: npm run import-traccar -- --from https://host:port');
  const zone = values.zone ?? 'UTC';
  if (!isTimeZone(zone)) throw new ImportError(`--zone ${zone} is no time zone like America/Sao_Paulo`);
  const token = values.token ?? environment['TRACCAR_TOKEN'] ?? '';
  if (/^https?:/.test(from) && token === '')
    throw new ImportError(
      'An address of the web needs a token of an administrator: --token, or TRACCAR_TOKEN',
    );
  return {
    from,
    token,
    user: values.user ?? environment['TRACCAR_USER'] ?? '',
    password: values.password ?? environment['TRACCAR_PASSWORD'] ?? '',
    data: values.data ?? null,
    prefixes: new Map((values['brand-prefix'] ?? []).map(prefixIn)),
    files: values.files ?? null,
    zone,
    isDryRun: values['dry-run'] ?? false,
  };
}

function parsed(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = {
      from: text,
      token: text,
      user: text,
      password: text,
      zone: text,
      files: text,
      data: text,
      'brand-prefix': { ...text, multiple: true },
      'dry-run': { type: 'boolean' },
      help: { type: 'boolean' },
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new ImportError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function prefixIn(text: string): readonly [string, string] {
  const [, former, ours] = /^([\w-]+)=([\w-]+)$/.exec(text) ?? [];
  if (former !== undefined && ours !== undefined) return [former, ours];
  throw new ImportError(`--brand-prefix ${text} is not OLD=NEW`);
}
