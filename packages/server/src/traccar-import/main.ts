import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pino from 'pino';
import { systemClock } from '@rastro/base';
import { hashPassword } from '@rastro/tracker';
import { openMedia } from '../settings/open-media.ts';
import { pipelineOptions } from '../settings/pipeline-options.ts';
import { readEnvFile, readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/registry.ts';
import { countLines, dryRun } from './dry-run.ts';
import { ImportError } from './import-error.ts';
import { ImportProgress } from './import-progress.ts';
import { ImportReport } from './import-report.ts';
import { openSource } from './open-source.ts';
import { readArguments, USAGE, type ImportArguments } from './read-arguments.ts';
import { runImport, type ImportOutcome } from './run-import.ts';
import type { Source } from './source.ts';

// npm run import-traccar -- --from ADDRESS: moves a Traccar into an empty data folder. The same call continues.
const PROGRESS_MS = 2000;
const REPORT_FILE = 'import-report.txt';
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  // Whatever is written belongs to this user alone.
  process.umask(0o077);
  const args = readArguments(process.argv.slice(2), process.env);
  if (!args) {
    print(USAGE);
    return;
  }
  const settings = readSettings(process.env, readEnvFile(resolve('.env')));
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new ImportError('Stopped; the same call continues')));
  const source = await openSource(args);
  try {
    if (args.isDryRun) {
      const report = new ImportReport(() => {});
      for (const line of await dryRun({ ...args, source, report }, stop.signal)) print(line);
      for (const line of report.lines()) print(line);
    } else await importAll(args, { settings, source }, stop.signal);
  } finally {
    await source.close();
  }
}

async function importAll(
  args: ImportArguments,
  { settings, source }: { readonly settings: Settings; readonly source: Source },
  signal: AbortSignal,
): Promise<void> {
  const folder = resolve(args.data ?? settings.DATA_DIR);
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, SMTP_URL, PUBLIC_URL } = settings;
  const sendsLinks = SMTP_URL !== null && PUBLIC_URL !== null;
  if (!source.hasPasswords && email === '' && !sendsLinks)
    throw new ImportError(
      'The API gives no passwords, and nobody could sign in: set ADMIN_EMAIL and ADMIN_PASSWORD for one administrator, or SMTP_URL and PUBLIC_URL for links by mail',
    );
  mkdirSync(folder, { recursive: true });
  const file = join(folder, REPORT_FILE);
  writeFileSync(file, '');
  const report = new ImportReport((line) => appendFileSync(file, line));
  const progress = new ImportProgress(systemClock);
  const timer = setInterval(() => print(progress.line()), PROGRESS_MS);
  try {
    const outcome = await runImport(
      {
        ...args,
        source,
        folder,
        databaseUrl: settings.DATABASE_URL,
        media: openMedia({ ...settings, DATA_DIR: folder }),
        brand: settings.BRAND,
        filesFolder: args.files,
        administrator: email === '' ? null : { email, passwordHash: await hashPassword(password) },
        pipeline: pipelineOptions(settings),
        report,
        progress,
        clock: systemClock,
        log: pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true })),
      },
      signal,
    );
    printOutcome(outcome, report);
    print(`Each row that is not here as it was there: ${file}`);
  } finally {
    clearInterval(timer);
  }
}

function printOutcome(outcome: ImportOutcome, report: ImportReport): void {
  const { directory, positions, events, arrivedSince, differing, withoutPassword } = outcome;
  for (const line of countLines(directory)) print(line);
  print(`positions: ${positions}, refused ${report.count('refused', 'position')}`);
  print(`events: ${events}, refused ${report.count('refused', 'event')}`);
  if (withoutPassword > 0)
    print(`${withoutPassword} users have no password: they get one by "Forgot password"`);
  if (arrivedSince > 0)
    print(`${arrivedSince} positions arrived there since the import began, and are not here`);
  for (const line of report.lines()) print(line);
  if (differing.length === 0) {
    print('Verified: numbers and checksums of every device and month are equal');
    return;
  }
  for (const each of differing) print(`differs: ${each}`);
  process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
