import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { host } from '@rastro/base/host';
import { moveData, StorageError, type DataMove } from '@rastro/storage';
import { readEnvFile, readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/registry.ts';
import { explainMove } from './explain-move.ts';
import { moveReport } from './move-report.ts';
import { MoveProgress } from './move-progress.ts';

/** Moved, and both have the same. */
const DONE = 0;
/** Nothing was changed, or the next run goes on where this one ended. */
const FAILED = 1;
/** Everything was moved, and something differs. */
const DIFFERS = 2;
/** Something cannot be read, and was not left out. */
const DAMAGED = 3;
/** Ended by a signal; the next run goes on. */
const STOPPED = 130;

class StoppedError extends Error {}

/** Moves the data of an installation whose server is stopped. The exit code says how it ended. */
export async function runMove(to: DataMove['to']): Promise<void> {
  process.umask(0o077);
  const stopping = new AbortController();
  // A terminal sends it to this process, and so does the script that started this: the second one changes nothing.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopping.abort(new StoppedError()));
  try {
    process.exitCode = await moved(to, stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted) {
      process.stdout.write('Stopped. The next run goes on from here.\n');
      process.exitCode = STOPPED;
      return;
    }
    process.stderr.write(`${explainMove(error, to)}\n`);
    process.exitCode = error instanceof StorageError && error.code === 'DAMAGED' ? DAMAGED : FAILED;
  }
}

async function moved(to: DataMove['to'], signal: AbortSignal): Promise<number> {
  const { values } = parseArgs({ options: { 'accept-loss': { type: 'boolean', default: false } } });
  const settings = readSettings(process.env, readEnvFile(resolve('.env')));
  const { DATABASE_URL: databaseUrl, DATA_DIR: folder, ACCEPT_LOSS } = settings;
  if (databaseUrl === null)
    throw new Error('Set DATABASE_URL to the database that the data are moved to, or from.');
  const show = (line: string): void => void process.stderr.write(`${line}\n`);
  const progress = new MoveProgress(show, () => host.elapsed());
  const outcome = await moveData(
    {
      folder,
      databaseUrl,
      to,
      stores: storesOf(settings),
      acceptsLoss: values['accept-loss'] || ACCEPT_LOSS,
      onStep: (store, step) => progress.note(store, step),
    },
    signal,
  );
  for (const line of moveReport(outcome, to, folder)) process.stdout.write(`${line}\n`);
  return outcome.isFinished ? DONE : DIFFERS;
}

/** In front of another tracking server there are data of the extension; copies of that server are made again. */
const storesOf = ({ TRACKING_SERVER_URL }: Settings): DataMove['stores'] =>
  TRACKING_SERVER_URL === null ? ['tracker', 'extension'] : ['extension'];
