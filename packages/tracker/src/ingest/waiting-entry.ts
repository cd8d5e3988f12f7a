import type { RecordEntry } from '../messages/records.ts';

/** An entry on its way to the process of positions; called back once. */
export interface WaitingEntry {
  readonly entry: RecordEntry;
  readonly onDurable: (isAwaited: boolean) => void;
  readonly onFailed: () => void;
}

/** Records, and one for the entry itself. */
export const weightOf = (entry: RecordEntry): number =>
  1 + (entry.kind === 'records' ? entry.records.length : 0);

/** Calls all once; they may ask again meanwhile. */
export function wakeAll(waiting: Set<() => void>): void {
  const wakes = [...waiting];
  waiting.clear();
  for (const wake of wakes) wake();
}
