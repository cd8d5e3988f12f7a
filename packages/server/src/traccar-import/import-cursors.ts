import type { CursorStorage } from '@rastro/storage';
import { ImportError } from './import-error.ts';

/** Cursors of an import, in the store that it fills. */
export const IMPORT_CURSORS = {
  /** Entities and links are here; its instant is the beginning of the import. */
  directory: 'import.directory',
  /** All history is here, and derived. */
  copied: 'import.copied',
  /** It was compared, too, and is equal. */
  done: 'import.done',
} as const;

/**
 * Refuses a store that is filled half-way: devices that send into it would come before their own past.
 * @throws ImportError
 */
export async function requireWholeImport(storage: Pick<CursorStorage, 'readCursor'>): Promise<void> {
  if ((await storage.readCursor(IMPORT_CURSORS.directory)) === null) return;
  if ((await storage.readCursor(IMPORT_CURSORS.copied)) !== null) return;
  throw new ImportError(
    'Cannot start: an import from a Traccar into this data folder has not come to its end. Run import-traccar again, as before; it continues',
  );
}
