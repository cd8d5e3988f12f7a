import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { StorageError, type StorageErrorCode } from '../storage-error.ts';
import { READY, type Answer, type Call, type ThreadSetup } from './thread-messages.ts';
import { openDocumentTables } from './document-tables.ts';
import { extensionMethods } from './extension-methods.ts';
import { EXTENSION_MIGRATIONS } from './extension-migrations.ts';
import { restrictToOwner } from './private-file.ts';
import { migrate } from './migrate.ts';
import { packInBackground } from './pack-in-background.ts';
import { readMethods } from './read-methods.ts';
import { writeMethods } from './write-methods.ts';

/** Entry of every database thread; nothing imports this file, because running it takes the thread over. */
const CONSTRAINT_UNIQUE = 2067;
const CONSTRAINT_PRIMARY_KEY = 1555;

const WAL_BYTES = 67_108_864;
const METHODS = { writer: writeMethods, reader: readMethods, extension: extensionMethods };

function openDatabase(setup: ThreadSetup): DatabaseSync {
  const { path, role } = setup;
  if (role !== 'reader') restrictToOwner(path);
  const db = new DatabaseSync(path, { readOnly: role === 'reader', timeout: 5000 });
  try {
    prepare(db, setup);
  } catch (error) {
    // A caller that receives the failure may open the file at once: our handle must be closed by then.
    db.close();
    throw error;
  }
  return db;
}

function prepare(db: DatabaseSync, { role, maxPages, isCache }: ThreadSetup): void {
  if (role !== 'reader') {
    // 8 KiB pages: rows live inside the primary key tree, where a page should hold a few dozen.
    db.exec('PRAGMA page_size = 8192');
    db.exec('PRAGMA journal_mode = WAL');
    db.exec(`PRAGMA synchronous = ${isCache ? 'NORMAL' : 'FULL'}`);
    db.exec('PRAGMA wal_autocheckpoint = 4000');
    // A reader may hold the log up for a while; afterwards the file is cut back.
    db.exec(`PRAGMA journal_size_limit = ${WAL_BYTES}`);
    if (role === 'extension') migrate(db, EXTENSION_MIGRATIONS);
    else {
      migrate(db);
      openDocumentTables(db);
    }
    if (maxPages !== null) db.exec(`PRAGMA max_page_count = ${maxPages}`);
  }
  db.exec('PRAGMA cache_size = -32768');
}

function failureOf(error: unknown): { code: StorageErrorCode; detail: string } {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof StorageError) return { code: error.code, detail };
  const errcode = (error as { errcode?: number } | null)?.errcode;
  const conflict = errcode === CONSTRAINT_UNIQUE || errcode === CONSTRAINT_PRIMARY_KEY;
  return { code: conflict ? 'CONFLICT' : 'UNAVAILABLE', detail };
}

function serve(port: NonNullable<typeof parentPort>, setup: ThreadSetup): void {
  let db: DatabaseSync;
  let methods: Record<string, (...args: never[]) => unknown>;
  let endPacking = (): void => {};
  try {
    db = openDatabase(setup);
    methods = METHODS[setup.role](db);
    if (setup.role === 'writer') endPacking = packInBackground(db);
  } catch (error) {
    port.postMessage({ id: READY, ...failureOf(error) } satisfies Answer);
    return;
  }
  port.on('message', (call: Call) => {
    if (call.method === 'close') {
      endPacking();
      db.close();
      port.postMessage({ id: call.id, value: null } satisfies Answer);
      port.close();
      return;
    }
    try {
      const method = methods[call.method];
      if (!method) throw new Error(`no method ${call.method}`);
      const value = method(...(call.args as never[]));
      port.postMessage({ id: call.id, value: value ?? null } satisfies Answer);
    } catch (error) {
      port.postMessage({ id: call.id, ...failureOf(error) } satisfies Answer);
    }
  });
  port.postMessage({ id: READY, value: null } satisfies Answer);
}

if (parentPort) serve(parentPort, workerData as ThreadSetup);
