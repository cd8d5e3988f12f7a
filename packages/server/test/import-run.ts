import { join } from 'node:path';
import { systemClock } from '@rastro/base';
import { openStorage, type Storage } from '@rastro/storage';
import { DEFAULT_PIPELINE_OPTIONS, openMediaFolder } from '@rastro/tracker';
import { ApiSource } from '../src/traccar-import/api-source.ts';
import { ImportProgress } from '../src/traccar-import/import-progress.ts';
import { ImportReport } from '../src/traccar-import/import-report.ts';
import { runImport, type ImportDeps, type ImportOutcome } from '../src/traccar-import/run-import.ts';
import { silentLog } from './silent-log.ts';

interface Run extends ImportOutcome {
  /** Of the report. */
  readonly lines: readonly string[];
}

/** Imports from a Traccar's API, as the command does. */
export async function runImportFrom(
  { url, token, folder }: { readonly url: string; readonly token: string; readonly folder: string },
  options: Partial<ImportDeps> = {},
): Promise<Run> {
  const lines: string[] = [];
  const source = new ApiSource(url, token);
  try {
    const deps: ImportDeps = {
      source,
      folder,
      databaseUrl: null,
      media: openMediaFolder(join(folder, 'media')),
      brand: 'rastro',
      prefixes: new Map([['acme', 'rastro']]),
      filesFolder: null,
      administrator: { email: 'ana@example.com', passwordHash: '$argon2id$known' },
      pipeline: DEFAULT_PIPELINE_OPTIONS,
      report: new ImportReport((line) => lines.push(line.trim())),
      progress: new ImportProgress(systemClock),
      clock: systemClock,
      log: silentLog(),
      ...options,
    };
    return { ...(await runImport(deps, new AbortController().signal)), lines };
  } finally {
    await source.close();
  }
}

/** Reads from a data folder that nobody uses. */
export async function storedIn<T>(folder: string, read: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage({ folder });
  try {
    return await read(storage);
  } finally {
    await storage.close();
  }
}

export async function rowsOf<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}
export const WHOLE_HISTORY = { from: 0, to: Date.UTC(2101, 0, 1), pageSize: 1000 };
