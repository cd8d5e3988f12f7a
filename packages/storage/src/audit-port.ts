import type { NewAction, StoredAction } from './records.ts';

export interface ActionQuery {
  readonly from: number;
  readonly to: number;
  readonly pageSize: number;
}

/** Cursor of a page of the log: the next one begins after this line. */
export type ActionPlace = Pick<StoredAction, 'actionTime' | 'id'>;
/** Filter of lines; null matches all. */
export interface ActionSearch {
  /** Both included. */
  readonly from: number;
  readonly to: number;
  readonly userId: number | null;
  readonly objectType: string | null;
  readonly objectId: number | null;
  readonly actionType: string | null;
  /** Part of the action, the address or the attributes, in any case. */
  readonly text: string | null;
  readonly isOldestFirst: boolean;
  readonly after: ActionPlace | null;
  readonly limit: number;
}

/** Audit log. */
export interface AuditStorage {
  /** Adds to the audit log; durable when it resolves. */
  appendActions(actions: readonly NewAction[]): Promise<void>;
  /** Pages of the audit log between two instants, both included, oldest first. */
  actions(query: ActionQuery): AsyncIterable<readonly StoredAction[]>;
  /** Returns one page of results. */
  searchActions(search: ActionSearch): Promise<readonly StoredAction[]>;
  /** Deletes details about a subject from log lines; the record of the action itself stays. */
  forgetSubject(objectTypes: readonly string[], objectId: number): Promise<void>;
  /** Forgets actions older than an instant. */
  removeActionsBefore(instant: number): Promise<void>;
}
