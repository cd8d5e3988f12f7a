import {
  holdFolder,
  type DirectoryStorage,
  openStorage,
  type CommandStorage,
  type CursorListStorage,
  type CursorStorage,
  type LeaseStorage,
  type HeldFolder,
  type ServiceStorage,
  type Storage,
} from '@rastro/storage';
import { MAILED_REPORTS } from '@rastro/tracker';
import { FIRST_REPORT_ID } from './saved-reports.ts';

const REPORT_IDS = 'report-ids';

interface Folders {
  /** Of what can be read again. */
  readonly cache: string;
  /** Of what cannot. */
  readonly records: string;
  /** Opens records that have lost something, with what is there. */
  readonly acceptsLoss?: boolean;
}

/**
 * Storage of a replica: copied history lies in a cache; the service log, the life of commands and saved reports, which
 * the tracking server does not have, do not. Entities that are copied are in memory alone. @throws StorageError
 */
export async function openStores({ cache, records, acceptsLoss = false }: Folders): Promise<Storage> {
  const opened: { readonly storage: Storage; readonly held: HeldFolder }[] = [];
  const open = async (folder: string, isCache: boolean): Promise<Storage> => {
    const held = holdFolder(folder);
    try {
      const storage = await openStorage({ folder, isCache, acceptsLoss });
      opened.push({ storage, held });
      return storage;
    } catch (error) {
      held.release();
      throw error;
    }
  };
  const close = async (): Promise<void> => {
    for (const { storage, held } of opened) {
      await storage.close();
      held.release();
    }
  };
  try {
    const copied = await open(cache, true);
    const own = await open(records, false);
    await beginReportIds(own);
    return {
      ...copied,
      ...serviceLog(own),
      ...commandLog(own),
      ...savedReports(own),
      ...cursors(own, copied),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Ids of our reports begin where those of no Traccar do. */
async function beginReportIds(own: Storage): Promise<void> {
  if ((await own.readCursor(REPORT_IDS)) === null) {
    await own.copyDirectory({
      documents: new Map([['report', [{ id: FIRST_REPORT_ID, key: null, body: {} }]]]),
      links: [],
      cursor: { name: REPORT_IDS, instant: FIRST_REPORT_ID },
    });
  }
  await own.removeDocument('report', FIRST_REPORT_ID);
}

const savedReports = (own: Storage): DirectoryStorage => ({
  documents: (kind) => own.documents(kind),
  document: (kind, id) => own.document(kind, id),
  insertDocument: (kind, key, body) => own.insertDocument(kind, key, body),
  updateDocument: (kind, document, replaces) => own.updateDocument(kind, document, replaces),
  removeDocument: (kind, id) => own.removeDocument(kind, id),
  insertFirstDocument: (kind, key, body) => own.insertFirstDocument(kind, key, body),
  copyDirectory: (copied) => own.copyDirectory(copied),
  links: () => own.links(),
  changeLinks: (add, remove) => own.changeLinks(add, remove),
});

/** Up to when reports were mailed is known after the cache was deleted, too. */
function cursors(own: Storage, copied: Storage): CursorStorage & CursorListStorage & LeaseStorage {
  const of = (name: string): Storage => (name.startsWith(MAILED_REPORTS) ? own : copied);
  return {
    readCursor: (name) => of(name).readCursor(name),
    setCursor: (name, instant, under) => of(name).setCursor(name, instant, under),
    cursorsByPrefix: (prefix) => of(prefix).cursorsByPrefix(prefix),
    // They are of one kind.
    advanceCursors: (all) => of(all[0]?.name ?? '').advanceCursors(all),
    takeLease: (hold) => of(hold.name).takeLease(hold),
    releaseLease: (lease) => of(lease.name).releaseLease(lease),
  };
}

const serviceLog = (own: Storage): Omit<ServiceStorage, 'useOfDevices'> => ({
  addService: (service) => own.addService(service),
  removeService: (id) => own.removeService(id),
  serviceById: (id) => own.serviceById(id),
  services: (query) => own.services(query),
  lastServices: (deviceIds) => own.lastServices(deviceIds),
});

const commandLog = (own: Storage): CommandStorage => ({
  insertCommands: (commands) => own.insertCommands(commands),
  updateCommand: (command) => own.updateCommand(command),
  claimCommand: (command, replaces) => own.claimCommand(command, replaces),
  commandById: (id) => own.commandById(id),
  commands: (query) => own.commands(query),
  openCommands: (sentSince) => own.openCommands(sentSince),
  removeCommandsBefore: (instant) => own.removeCommandsBefore(instant),
});
