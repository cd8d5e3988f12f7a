import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadPort } from '@rastro/base/threads';
import { moveSourceMethods, moveTargetMethods } from '../move/files-methods.ts';
import { requireNotMoving } from '../move/files-writes.ts';
import { StorageError } from '../storage-error.ts';
import {
  READY,
  type Answer,
  type Call,
  type Failure,
  type ThreadRole,
  type ThreadSetup,
} from './thread-messages.ts';
import { openDocumentTables } from './document-tables.ts';
import { extensionMethods } from './extension-methods.ts';
import { EXTENSION_MIGRATIONS } from './extension-migrations.ts';
import { restrictToOwner } from './private-file.ts';
import { publishDamage } from './damage-channel.ts';
import { LogNumber, requireNothingLost } from './log-number.ts';
import { migrate } from './migrate.ts';
import { BackgroundMoves } from './move-in-background.ts';
import { packEverything, packInBackground } from './pack-in-background.ts';
import { readEnds } from './read-ends.ts';
import { readMethods } from './read-methods.ts';
import { WatchedDatabase } from './watched-database.ts';
import { writeMethods } from './write-methods.ts';
import { openWrittenHistory } from './written-history.ts';

/** Entry of every database thread, which it takes over. */
const CONSTRAINT_UNIQUE = 2067;
const CONSTRAINT_PRIMARY_KEY = 1555;

const WAL_BYTES = 67_108_864;

const READERS: readonly ThreadRole[] = ['reader', 'moveSource'];
const writes = ({ role, isReadOnly }: ThreadSetup): boolean => !READERS.includes(role) && !isReadOnly;

function openDatabase(setup: ThreadSetup): DatabaseSync {
  const { path } = setup;
  const isWriter = writes(setup);
  if (isWriter) restrictToOwner(path);
  const db = new WatchedDatabase(path, { readOnly: !isWriter, timeout: 5000 });
  db.isOpening = isWriter;
  try {
    prepare(db, setup);
    db.isOpening = false;
    if (isWriter && setup.role !== 'moveTarget') readEnds(db);
  } catch (error) {
    // A caller that receives the failure may open the file at once: our handle must be closed by then.
    db.close();
    throw error;
  }
  return db;
}

function prepare(db: DatabaseSync, setup: ThreadSetup): void {
  const { path, role, maxPages, isCache, acceptsLoss } = setup;
  if ((writes(setup) || role === 'moveSource') && !isCache && !acceptsLoss) requireNothingLost(db, path);
  if (writes(setup)) {
    if (role !== 'moveTarget') requireNotMoving(db, path);
    // 8 KiB pages: rows live inside the primary key tree, where a page should hold a few dozen.
    db.exec('PRAGMA page_size = 8192');
    db.exec('PRAGMA journal_mode = WAL');
    db.exec(`PRAGMA synchronous = ${isCache ? 'NORMAL' : 'FULL'}`);
    db.exec('PRAGMA wal_autocheckpoint = 4000');
    // A reader may hold the log up for a while; afterwards the file is cut back.
    db.exec(`PRAGMA journal_size_limit = ${WAL_BYTES}`);
    if (role === 'extension' || basename(path) === 'extension.sqlite') migrate(db, EXTENSION_MIGRATIONS);
    else {
      migrate(db);
      openDocumentTables(db);
    }
    if (maxPages !== null) db.exec(`PRAGMA max_page_count = ${maxPages}`);
  }
  db.exec('PRAGMA cache_size = -32768');
}

function failureOf(error: unknown): Failure {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof StorageError) return { code: error.code, detail, errcode: null };
  const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : null;
  const conflict = errcode === CONSTRAINT_UNIQUE || errcode === CONSTRAINT_PRIMARY_KEY;
  return { code: conflict ? 'CONFLICT' : 'UNAVAILABLE', detail, errcode };
}

interface Served {
  readonly methods: Record<string, (...args: never[]) => unknown>;
  readonly afterCall: () => void;
  readonly end: () => void;
}

function serves(db: DatabaseSync, setup: ThreadSetup, calls: () => number): Served {
  const nothing = (): void => {};
  const { role, path, acceptsLoss } = setup;
  const methodsOf = (): Served['methods'] => {
    if (role === 'moveSource') return moveSourceMethods(db, path, acceptsLoss);
    if (role === 'moveTarget') return moveTargetMethods(db, path);
    return role === 'reader' ? readMethods(db) : extensionMethods(db);
  };
  if (role !== 'writer') return { methods: methodsOf(), afterCall: nothing, end: nothing };
  const history = openWrittenHistory(db);
  const methods = writeMethods(db, history);
  if (!writes(setup)) return { methods, afterCall: nothing, end: nothing };
  const moves = new BackgroundMoves(history);
  const endPacking = packInBackground(db, history, calls);
  return {
    methods,
    afterCall: () => (setup.packsAtOnce ? packEverything(db, history) : moves.afterCall()),
    end: () => {
      moves.end();
      endPacking();
    },
  };
}

export function serve(port: ThreadPort, setup: ThreadSetup): void {
  let db: DatabaseSync;
  let logNumber: LogNumber | null = null;
  let served: Served;
  let calls = 0;
  try {
    db = openDatabase(setup);
    if (writes(setup) && !setup.isCache) logNumber = new LogNumber(db, setup.path);
    served = serves(db, setup, () => calls);
  } catch (error) {
    port.postMessage({ id: READY, ...failureOf(error) } satisfies Answer);
    return;
  }
  port.on('message', (call: Call) => {
    calls++;
    if (call.method === 'close') {
      served.end();
      logNumber?.close();
      db.close();
      port.postMessage({ id: call.id, value: null } satisfies Answer);
      port.close();
      return;
    }
    try {
      const method = served.methods[call.method];
      if (!method) throw new Error(`no method ${call.method}`);
      const value = method(...(call.args as never[]));
      served.afterCall();
      port.postMessage({ id: call.id, value: value ?? null } satisfies Answer);
    } catch (error) {
      if (error instanceof StorageError) publishDamage(setup.path, error); // The connection publishes the others.
      port.postMessage({ id: call.id, ...failureOf(error) } satisfies Answer);
      return;
    }
    try {
      logNumber?.note();
    } catch {
      // A full disk, which the next commit reports; the number is one for later.
    }
  });
  port.postMessage({ id: READY, value: null } satisfies Answer);
}

// Without data it is the host of several entries, which calls `serve` (`test/reused-thread-host.ts`).
if (parentPort && workerData) serve(parentPort, workerData as ThreadSetup);
