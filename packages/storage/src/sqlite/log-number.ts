import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { threadId } from 'node:worker_threads';
import { RESTORING } from '../database-names.ts';
import { isDamage } from './damage-channel.ts';
import { StorageError } from '../storage-error.ts';

/** In the table of cursors: how many logs the database has begun; and that the other database of its folder was there. */
const NUMBER = 'log.number';
const HAS_OTHER = 'log.other';
const OTHERS: Readonly<Record<string, string>> = {
  'rastro.sqlite': 'extension.sqlite',
  'extension.sqlite': 'rastro.sqlite',
};
/** In the head of a write-ahead log: the first salt is another one whenever the log begins anew. */
const SALT_AT = 16;
const SALT_BYTES = 4;
/** Result code of SQLite: a journal must be rolled back first. */
const READONLY_ROLLBACK = 776;

/**
 * Number of the write-ahead log of a database. A log that begins anew gets the next number: a commit writes it into the
 * database, then a small file beside it has it. A database with a smaller number than its file has lost a log, or was
 * exchanged for an older one. Not noticed is the loss of a log with a single commit, and that of everything at once.
 */
export class LogNumber {
  readonly #db: DatabaseSync;
  readonly #path: string;
  readonly #log: number | null;
  #salt: number | null = null;

  constructor(db: DatabaseSync, path: string) {
    this.#db = db;
    this.#path = path;
    noteOther(db, path);
    // A connection has one from its first transaction until it is closed.
    this.#log = existsSync(logOf(path)) ? openSync(logOf(path), 'r') : null;
    this.#begin();
  }

  /** Called after a commit: gives a log that it began the next number. */
  note(): void {
    if (this.#saltNow() !== this.#salt) this.#begin();
  }
  close(): void {
    if (this.#log !== null) closeSync(this.#log);
  }

  #begin(): void {
    // In one statement: of processes that open the file at once none sets the number back.
    const raised = this.#db
      .prepare(
        `INSERT INTO marks (name, instant) VALUES (?1, ?2 + 1)
         ON CONFLICT (name) DO UPDATE SET instant = max(instant, ?2) + 1 RETURNING instant`,
      )
      .get(NUMBER, numberBeside(this.#path));
    const next = Number(raised?.['instant']);
    this.#salt = this.#saltNow();
    writeDurably(fileOf(this.#path), String(next));
  }
  #saltNow(): number | null {
    if (this.#log === null) return null;
    const bytes = Buffer.alloc(SALT_BYTES);
    return readSync(this.#log, bytes, 0, SALT_BYTES, SALT_AT) === SALT_BYTES ? bytes.readUInt32BE() : null;
  }
}

/**
 * Refuses a database that is not what it was: missing, emptied, without its log, or older.
 * @throws StorageError LOST
 */
export function requireNothingLost(db: DatabaseSync, path: string): void {
  if (existsSync(join(dirname(path), RESTORING)))
    throw new StorageError(`open ${path}: a backup was not restored to the end; restore it again`, 'LOST');
  // The file first: it follows the database, and another process may begin a log between both readings.
  const had = numberBeside(path);
  const has = numberIn(db);
  if (has >= had && (has > 0 || !isExpectedBy(path, db))) return;
  const lost =
    has > 0
      ? `open ${path}: it is older than what was stored last, because its log (${basename(logOf(path))}) or the file itself was lost or exchanged`
      : `open ${path}: it is missing or empty, and had data before`;
  throw new StorageError(lost, 'LOST');
}

/** True when the other database of the folder knows that this one was there. */
function isExpectedBy(path: string, db: DatabaseSync): boolean {
  const isNew = db.prepare('PRAGMA user_version').get()?.['user_version'] === 0;
  return isNew && cursorOfOther(path, HAS_OTHER) > 0;
}

function noteOther(db: DatabaseSync, path: string): void {
  // A file without a number is one whose first start a loss of power has ended.
  if (cursorIn(db, HAS_OTHER) === 0 && cursorOfOther(path, NUMBER) > 0) setCursor(db, HAS_OTHER, 1);
}

/** Cursor in the other database of the folder; 0 where there is none. */
function cursorOfOther(path: string, name: string): number {
  const other = otherOf(path);
  if (other === null) return 0;
  const db = new DatabaseSync(other, { readOnly: true, timeout: 5000 });
  try {
    return cursorIn(db, name);
  } catch (error) {
    // Its own opening says that it is damaged, or rolls its first transaction back: until then it had none.
    if (!isDamage(error) && !isUnfinishedStart(error)) throw error;
    return 0;
  } finally {
    db.close();
  }
}

/**
 * True when a loss of power left a rollback journal, which a reader cannot apply. A database of ours has one only until
 * its first start has set the write-ahead log.
 */
const isUnfinishedStart = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === READONLY_ROLLBACK;

/** Path of the other database of the folder; null = it is not there, or empty. */
function otherOf(path: string): string | null {
  const other = join(dirname(path), OTHERS[basename(path)] ?? '');
  return existsSync(other) && statSync(other).isFile() && statSync(other).size > 0 ? other : null;
}

const logOf = (path: string): string => `${path}-wal`;
const fileOf = (path: string): string => `${path}-number`;

const numberIn = (db: DatabaseSync): number => cursorIn(db, NUMBER);
function numberBeside(path: string): number {
  const file = fileOf(path);
  if (!existsSync(file)) return 0;
  const number = Number(readFileSync(file, 'utf8'));
  // A file that says nothing proves nothing.
  return Number.isSafeInteger(number) ? number : 0;
}

function cursorIn(db: DatabaseSync, name: string): number {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'marks'").get() !== undefined;
  if (!hasTable) return 0;
  return Number(db.prepare('SELECT instant FROM marks WHERE name = ?').get(name)?.['instant'] ?? 0);
}
const setCursor = (db: DatabaseSync, name: string, value: number): unknown =>
  db.prepare('INSERT OR REPLACE INTO marks (name, instant) VALUES (?, ?)').run(name, value);

/** Replaces a small file in one step. Threads and processes that do so at once do not mix theirs. */
function writeDurably(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.${threadId}`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
