import pg from 'pg';
import { StorageError, type StorageErrorCode } from '../storage-error.ts';

const UNIQUE_VIOLATION = '23505';
/** Of a transaction that the database took back whole: it may run again. */
const TAKEN_BACK = new Set(['40001', '40P01']);
/** An operator ended the connection: the statement that gets this answer was not executed. */
const ADMIN_SHUTDOWN = '57P01';
/** The server ends connections, or does not take them yet. */
const ENDED = new Set([ADMIN_SHUTDOWN, '57P02', '57P03']);

const codeOf = (error: unknown): string | null =>
  error instanceof pg.DatabaseError && error.code !== undefined ? error.code : null;

/** An error of the driver, as the ports say it. */
export function toStorageError(action: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code: StorageErrorCode = codeOf(error) === UNIQUE_VIOLATION ? 'CONFLICT' : 'UNAVAILABLE';
  const detail = error instanceof Error ? error.message : String(error);
  return new StorageError(`${action} (${detail})`, code, { cause: error });
}

export const isTakenBack = (error: unknown): boolean => TAKEN_BACK.has(codeOf(error) ?? '');

/** The connection is of no more use; of what a statement has done nothing is known. */
export const isLost = (error: unknown): boolean => {
  const code = codeOf(error);
  return code === null ? error instanceof Error && !(error instanceof StorageError) : ENDED.has(code);
};

/** A statement that was not executed, because the connection ended before. */
export const isNotExecuted = (error: unknown): boolean => codeOf(error) === ADMIN_SHUTDOWN;
