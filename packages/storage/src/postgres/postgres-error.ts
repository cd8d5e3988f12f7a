import pg from 'pg';
import { StorageError, type StorageErrorCode } from '../storage-error.ts';

const UNIQUE_VIOLATION = '23505';
/** A check, or no partition for a row. */
const CHECK_VIOLATION = '23514';
/** The function `reject` raises these. */
export const REJECTED = { FENCED: 'RS001', OUT_OF_ORDER: 'RS002', PACKED_MEANWHILE: 'RS003' } as const;
const CODES = new Map<string | null, StorageErrorCode>([
  [UNIQUE_VIOLATION, 'CONFLICT'],
  [REJECTED.FENCED, 'FENCED'],
  [REJECTED.OUT_OF_ORDER, 'OUT_OF_ORDER'],
]);
/** Of a transaction that the database took back whole: it may run again. */
const TAKEN_BACK = new Set(['40001', '40P01']);
/** Of a statement behind one that failed. */
const IN_FAILED_TRANSACTION = '25P02';
/** An operator ended the connection: the statement that gets this answer was not executed. */
const ADMIN_SHUTDOWN = '57P01';
/** A server that took changes has become a standby. */
const READ_ONLY = '25006';
/** The server ends connections, or does not take them yet. */
const ENDED = new Set([ADMIN_SHUTDOWN, '57P02', '57P03', READ_ONLY]);
const LOCK_NOT_AVAILABLE = '55P03';

const codeOf = (error: unknown): string | null =>
  error instanceof pg.DatabaseError && error.code !== undefined ? error.code : null;

/** An error of the driver, as the ports say it. */
export function toStorageError(action: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = CODES.get(codeOf(error)) ?? 'UNAVAILABLE';
  const detail = error instanceof Error ? error.message : String(error);
  return new StorageError(`${action} (${detail})`, code, { cause: error });
}

export const isTakenBack = (error: unknown): boolean => TAKEN_BACK.has(codeOf(error) ?? '');
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === UNIQUE_VIOLATION;
export const isCheckViolation = (error: unknown): boolean => codeOf(error) === CHECK_VIOLATION;
export const isPackedMeanwhile = (error: unknown): boolean => codeOf(error) === REJECTED.PACKED_MEANWHILE;
export const isBehindFailure = (error: unknown): boolean => codeOf(error) === IN_FAILED_TRANSACTION;
export const isLockNotAvailable = (error: unknown): boolean => codeOf(error) === LOCK_NOT_AVAILABLE;

/** The connection is of no more use; of what a statement has done nothing is known. */
export const isLost = (error: unknown): boolean => {
  const code = codeOf(error);
  return code === null ? error instanceof Error && !(error instanceof StorageError) : ENDED.has(code);
};

/** A statement that was not executed, because the connection ended before. */
export const isNotExecuted = (error: unknown): boolean => codeOf(error) === ADMIN_SHUTDOWN;
