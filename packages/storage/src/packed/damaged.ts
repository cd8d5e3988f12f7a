import { StorageError } from '../storage-error.ts';

/** Stored bytes that are not what `encodeRun` wrote: cut off, overwritten, or of a program that knows more. */
export const damaged = (found: string): StorageError =>
  new StorageError(`read packed history (${found})`, 'DAMAGED');
