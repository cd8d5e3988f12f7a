import { StorageError } from '../storage-error.ts';
import { type DatabaseSettings } from './connection-settings.ts';
import { PostgresDatabase, type Queries } from './postgres-database.ts';

/** The record of a move, in the schema that is filled: it is there until the move is finished. */
export const MOVING = 'moving';

export async function isMoving(queries: Queries): Promise<boolean> {
  const [row] = await queries.all(`SELECT to_regclass(current_schema() || '.${MOVING}') AS found`);
  return row?.['found'] !== null;
}

/** @throws StorageError UNFINISHED when data are moved into a store, and that did not end. */
export async function requireNotMoving(queries: Queries): Promise<void> {
  if (await isMoving(queries))
    throw new StorageError(
      'open the database server: data are being moved into it, and that is not finished',
      'UNFINISHED',
    );
}

/** Connections to a store that servers work with. @throws StorageError UNFINISHED while data are moved into it. */
export async function opened(settings: DatabaseSettings): Promise<PostgresDatabase> {
  const db = new PostgresDatabase(settings);
  try {
    await requireNotMoving(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}
