import { isConflict } from '@rastro/base';
import { appError } from '../errors/app-error.ts';

/** Runs a write; a taken key becomes an error that names it. */
export async function conflictAs<T>(what: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isConflict(error)) throw appError.taken(what);
    throw error;
  }
}
