import type { Clock, Log } from '@rastro/base';
import { DOCUMENT_KINDS, holdFolder, openStorage, type Storage, type StoredDocument } from '@rastro/storage';
import { deriveTrips, type MediaFiles, type PipelineOptions } from '@rastro/tracker';
import { copyHistory, type MovedDevice } from './copy-history.ts';
import { copyPictures } from './copy-pictures.ts';
import { IMPORT_CURSORS } from './import-cursors.ts';
import { ImportError } from './import-error.ts';
import type { ImportProgress } from './import-progress.ts';
import type { ImportReport } from './import-report.ts';
import type { Prefixes } from './read-entities.ts';
import { readDirectory, type ReadDirectory } from './read-directory.ts';
import type { Source } from './source.ts';
import { verifyHistory, type Verified } from './verify-history.ts';
import { withAdministrator, type FirstAdministrator } from './with-administrator.ts';

export interface ImportDeps {
  readonly source: Source;
  /** Data folder of the new installation. */
  readonly folder: string;
  /** Of a database server for all but files; null = embedded, in the folder. */
  readonly databaseUrl: string | null;
  /** For pictures of devices. */
  readonly media: MediaFiles;
  readonly brand: string;
  readonly prefixes: Prefixes;
  /** Folder of Traccar's files; null = its API is asked. */
  readonly filesFolder: string | null;
  /** An account that can sign in although no hash is known; null = none. */
  readonly administrator: FirstAdministrator | null;
  readonly pipeline: PipelineOptions;
  readonly report: ImportReport;
  readonly progress: ImportProgress;
  readonly clock: Clock;
  readonly log: Log;
}
export interface ImportOutcome extends Verified {
  readonly directory: ReadDirectory;
  readonly withoutPassword: number;
}

const SOURCE_VALUE = 'importSource';
const NOBODY = 0;

/**
 * Moves a Traccar into an empty data folder: entities and links in one transaction, then history, which is compared
 * with the source again, then derived history. An interrupted run continues with the same call.
 * @throws ImportError, UnreadableAnswerError, StorageError
 */
export async function runImport(deps: ImportDeps, signal: AbortSignal): Promise<ImportOutcome> {
  const held = holdFolder(deps.folder);
  try {
    const storage = await openStorage(deps);
    try {
      return await importInto(storage, deps, signal);
    } finally {
      await storage.close();
    }
  } finally {
    held.release();
  }
}

async function importInto(storage: Storage, deps: ImportDeps, signal: AbortSignal): Promise<ImportOutcome> {
  const { source, progress, clock, log, brand, pipeline } = deps;
  await requireUsable(storage, source.name);
  const directory = await readDirectory(deps, signal);
  await reportUnseen(deps, directory, signal);
  const accounts = withAdministrator(directory.documents.get('user') ?? [], deps.administrator);
  if ((await storage.readCursor(IMPORT_CURSORS.directory)) === null)
    await storeDirectory(storage, { ...deps, directory, accounts }, signal);
  const startedAt = (await storage.readCursor(IMPORT_CURSORS.directory)) ?? clock.now();
  const here = await storage.documents('device');
  const devices = here.map(({ id }): MovedDevice => ({
    id,
    lastUpdate: directory.lastUpdates.get(id) ?? null,
  }));
  await copyHistory({ source, storage, progress }, devices, signal);
  await acknowledgePast(storage, clock.now());
  const verified = await verifyHistory({ ...deps, storage, startedAt }, devices, signal);
  progress.begin('deriving trips', devices.length);
  const onDerived = (): void => progress.deviceDone();
  await deriveTrips({ storage, brand, pipeline, clock, log, onDerived }, signal);
  await storage.setCursor(IMPORT_CURSORS.copied, clock.now());
  if (verified.differing.length === 0) await storage.setCursor(IMPORT_CURSORS.done, clock.now());
  return { ...verified, directory, withoutPassword: accounts.filter(hasNoPassword).length };
}

/** Into an empty folder, or one in which the same import has begun. */
async function requireUsable(storage: Storage, name: string): Promise<void> {
  if ((await storage.readCursor(IMPORT_CURSORS.done)) !== null)
    throw new ImportError('Cannot import: this data folder already has everything of an import');
  if ((await storage.readCursor(IMPORT_CURSORS.directory)) === null) {
    for (const kind of DOCUMENT_KINDS)
      if ((await storage.documents(kind)).length > 0)
        throw new ImportError('Cannot import: this data folder is not empty; give another --data');
    return;
  }
  const begun = (await storage.privateValues()).find((each) => each.name === SOURCE_VALUE)?.value;
  if (begun !== name)
    throw new ImportError(`Cannot import: this data folder has a part of ${begun}; give another --data`);
}

async function storeDirectory(
  storage: Storage,
  deps: ImportDeps & { readonly directory: ReadDirectory; readonly accounts: readonly StoredDocument[] },
  signal: AbortSignal,
): Promise<void> {
  const { directory, accounts, clock } = deps;
  const devices = await copyPictures(deps, directory.documents.get('device') ?? [], signal);
  await storage.putPrivateValue({ ownerId: NOBODY, name: SOURCE_VALUE, value: deps.source.name });
  await storage.copyDirectory({
    documents: new Map(directory.documents).set('device', devices).set('user', accounts),
    links: directory.links,
    cursor: { name: IMPORT_CURSORS.directory, instant: clock.now() },
  });
}

/** Events are listed for those who see what they are about: says which ones are missing for the reading account. */
async function reportUnseen(
  { source, report }: ImportDeps,
  { documents }: ReadDirectory,
  signal: AbortSignal,
): Promise<void> {
  for (const kind of ['device', 'geofence', 'maintenance'] as const) {
    const visible = await source.visible(kind, signal);
    for (const { id } of documents.get(kind) ?? [])
      if (visible && !visible.has(id))
        report.add('noted', {
          kind,
          row: String(id),
          why: 'not linked to the reading account: its events are not listed',
        });
  }
}

/** Nobody is asked to acknowledge what happened before the move. */
async function acknowledgePast(storage: Storage, now: number): Promise<void> {
  const open = await storage.openAlarms(0);
  if (open.length === 0) return;
  const ids = open.map(({ event }) => event.id);
  await storage.acknowledgeAlarms(ids, { at: now, userId: NOBODY, userName: 'Traccar', note: null });
}

const hasNoPassword = ({ body }: StoredDocument): boolean => body['passwordHash'] === null;
