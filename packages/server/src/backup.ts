import { resolve } from 'node:path';
import { copyFolder, StorageError } from '@rastro/storage';
import { readEnvFile, readSettings } from './settings/read-settings.ts';
import { requireDatabaseFiles } from './settings/require-database-files.ts';

// npm run backup -- FOLDER: a sound copy of DATA_DIR, also while the server runs.
const MEBIBYTE = 1_048_576;

function main(): void {
  const [to] = process.argv.slice(2);
  if (to === undefined) throw new Error('Say where to: npm run backup -- FOLDER');
  const settings = readSettings(process.env, readEnvFile(resolve('.env')));
  requireDatabaseFiles(settings, 'Use pg_dump or a base backup, and copy DATA_DIR (docs/operations.md).');
  const { DATA_DIR } = settings;
  copyFolder(DATA_DIR, to, (name, bytes) => {
    process.stdout.write(bytes === 0 ? `${name}\n` : `${name}  ${(bytes / MEBIBYTE).toFixed(1)} MiB\n`);
  });
  process.stdout.write(`Copied. To use it, start with DATA_DIR=${to}\n`);
}

try {
  main();
} catch (error) {
  const why =
    error instanceof StorageError && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  process.stderr.write(
    `${error instanceof Error ? (error.message.split(': storage')[0] ?? '') : String(error)}${why}\n`,
  );
  process.exit(1);
}
