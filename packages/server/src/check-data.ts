import { resolve } from 'node:path';
import { host } from '@rastro/base/host';
import { holdFolder } from '@rastro/storage';
import { explainStart } from './explain-start.ts';
import { checkData, hasData } from './integrity/check-data.ts';
import { readEnvFile, readSettings } from './settings/read-settings.ts';
import { requireDatabaseFiles } from './settings/require-database-files.ts';

// npm run check-data -- [FOLDER]: checks everything in DATA_DIR, or in a backup, and says what is damaged or lost. The
// server is stopped meanwhile; of one that runs, a backup can be checked.
const STEP_EVERY_MS = 2000;

async function main(): Promise<void> {
  process.umask(0o077);
  const settings = readSettings(process.env, readEnvFile(resolve('.env')));
  const [named] = process.argv.slice(2);
  if (named === undefined)
    requireDatabaseFiles(settings, 'Check it with pg_amcheck, and derived history with verify-trips.');
  const folder = named ?? settings.DATA_DIR;
  if (!hasData(folder)) throw new Error(`Cannot find the data in ${folder}`);
  const held = holdFolder(folder);
  let shownAt = Number.NEGATIVE_INFINITY;
  try {
    const { wrong, notes } = await checkData({
      folder,
      settings,
      onStep: (step) => {
        if (host.elapsed() - shownAt < STEP_EVERY_MS) return;
        shownAt = host.elapsed();
        process.stderr.write(`${step} …\n`);
      },
    });
    for (const note of notes) process.stdout.write(`note: ${note}\n`);
    for (const line of wrong) process.stdout.write(`${line}\n`);
    process.stdout.write(
      wrong.length === 0
        ? `Nothing is wrong in ${folder}\n`
        : `${wrong.length} findings in ${folder}. A backup is restored by: restore --from FOLDER --replace\n`,
    );
    process.exitCode = wrong.length === 0 ? 0 : 1;
  } finally {
    held.release();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainStart(error)}\n`);
  process.exitCode = 1;
});
