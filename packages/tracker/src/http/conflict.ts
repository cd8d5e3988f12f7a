import { StorageError } from '@rastro/storage';
import { refuse } from '../refusals/refusal.ts';

/** Runs a write; a taken key becomes a refusal that names it. */
export async function conflictAs<T>(what: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof StorageError && error.code === 'CONFLICT') throw refuse.taken(what);
    throw error;
  }
}
