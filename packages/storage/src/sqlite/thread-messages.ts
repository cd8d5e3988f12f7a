import type { StorageErrorCode } from '../storage-error.ts';

/**
 * Which database thread: the writer of the tracking server's store (migrates, owns all changes), its reader, the one
 * that does both for the store of the extension; or the one that either of them is moved from, or into.
 */
export type ThreadRole = 'writer' | 'reader' | 'extension' | 'moveSource' | 'moveTarget';
export interface ThreadSetup {
  readonly path: string;
  readonly role: ThreadRole;
  /** Pages of 8 KiB beyond which the database does not grow; null = as the disk allows. */
  readonly maxPages: number | null;
  /** A commit does not wait for the disk. */
  readonly isCache: boolean;
  /** Opens a database that has lost something, with what is there. */
  readonly acceptsLoss: boolean;
  /** Changes nothing, not even the version of the database; writes are rejected. */
  readonly isReadOnly: boolean;
  /** All positions are packed after each change, for tests. */
  readonly packsAtOnce: boolean;
}
export interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}
export interface Failure {
  readonly code: StorageErrorCode;
  readonly detail: string;
  /** Result code of SQLite; null = it is no error of SQLite. */
  readonly errcode: number | null;
}
export type Answer = { readonly id: number; readonly value: unknown } | ({ readonly id: number } & Failure);
/** `id` of the "ready" message, sent once after opening. */
export const READY = 0;
