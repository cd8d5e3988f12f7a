import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreFolder } from '@rastro/storage';
import { explainStart } from './explain-start.ts';
import { readEnvFile, readSettings } from './settings/read-settings.ts';
import { requireDatabaseFiles } from './settings/require-database-files.ts';

// npm run restore -- --from FOLDER [--replace]: puts a backup into DATA_DIR. The server is stopped meanwhile.
function main(): void {
  process.umask(0o077);
  const { values } = parseArgs({
    options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } },
  });
  const { from, replace } = values;
  if (from === undefined) throw new Error('Say which backup: npm run restore -- --from FOLDER');
  const settings = readSettings(process.env, readEnvFile(resolve('.env')));
  requireDatabaseFiles(settings, 'Use pg_restore or your base backup (docs/operations.md).');
  const { DATA_DIR } = settings;
  const { setAside, newest } = restoreFolder({
    from,
    to: DATA_DIR,
    replace,
    onStep: (step) => void process.stdout.write(`${step} …\n`),
  });
  if (setAside !== null) process.stdout.write(`What was there before is in ${setAside}\n`);
  const until = newest === null ? 'it is empty' : `its newest data are of ${new Date(newest).toISOString()}`;
  process.stdout.write(`Restored into ${DATA_DIR}: ${until}. Start the server.\n`);
}

try {
  main();
} catch (error) {
  process.stderr.write(`${explainStart(error)}\n`);
  process.exitCode = 1;
}
