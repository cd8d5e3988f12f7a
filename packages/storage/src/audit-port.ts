import type { NewAction, StoredAction } from './records.ts';

export interface ActionQuery {
  readonly from: number;
  readonly to: number;
  readonly pageSize: number;
}

/** Who did what. */
export interface AuditStorage {
  /** Adds to the audit log; durable when it resolves. */
  appendActions(actions: readonly NewAction[]): Promise<void>;
  /** Pages of the audit log between two instants, both included, oldest first. */
  actions(query: ActionQuery): AsyncIterable<readonly StoredAction[]>;
  /** Forgets actions older than an instant. */
  removeActionsBefore(instant: number): Promise<void>;
}
