import { DatabaseSync, type DatabaseSyncOptions, type StatementSync } from 'node:sqlite';
import { publishDamage } from './damage-channel.ts';

/** A connection that publishes damage which one of its statements comes upon. */
export class WatchedDatabase extends DatabaseSync {
  readonly #path: string;
  /** While it is being opened: then the caller gets the error, and nobody else. */
  isOpening = false;
  constructor(path: string, options: DatabaseSyncOptions = {}) {
    super(path, options);
    this.#path = path;
    // Cells are checked against their page when it is read: SQLite has no checksums of pages.
    super.exec('PRAGMA cell_size_check = ON');
  }
  override exec(sql: string): void {
    this.#watched(() => super.exec(sql));
  }
  override prepare(sql: string): StatementSync {
    const statement = this.#watched(() => super.prepare(sql));
    for (const name of ['all', 'get', 'run'] as const) {
      const method: (...values: never[]) => unknown = statement[name];
      const value = (...values: never[]): unknown =>
        this.#watched(() => Reflect.apply(method, statement, values));
      Object.defineProperty(statement, name, { value });
    }
    return statement;
  }
  #watched<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!this.isOpening) publishDamage(this.#path, error);
      throw error;
    }
  }
}
