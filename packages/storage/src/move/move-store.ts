import { RowSums, type RowDifference } from './row-sums.ts';
import type { MovedStore, MoveSource, MoveTarget, TableProgress } from './moved-store.ts';
import type { MovedTable } from './moved-table.ts';
import { StorageError } from '../storage-error.ts';

/** Progress of a move. */
export interface MoveStep {
  readonly step: 'copy' | 'settle' | 'verify';
  readonly kind: string;
  readonly rows: number;
  /** Rows there are, roughly. */
  readonly of: number;
}

export interface MoveOutcome {
  /** By kind; kinds without rows are left out. */
  readonly rows: ReadonlyMap<string, number>;
  /** Empty = both stores have the same. */
  readonly differences: readonly RowDifference[];
  /** Counters of the target that are behind those of the source. */
  readonly behind: readonly string[];
  /** Data that could not be read, one line each. */
  readonly lost: readonly string[];
  /** Rows with texts of which PostgreSQL stores all but NUL characters. */
  readonly shortened: number;
}

interface Move {
  readonly source: MoveSource;
  readonly target: MoveTarget;
  readonly onStep: (step: MoveStep) => void;
}

const NOTHING: TableProgress = { rows: 0, next: null, isVerified: false, lost: [] };

/**
 * Moves all rows of a store into another one, and compares the two. Goes on where an earlier run of the same source
 * ended. The caller finishes the target, when nothing differs.
 * @throws StorageError IN_USE when the target has data of another source; whatever aborts the signal.
 */
export async function moveStore(move: Move, signal: AbortSignal): Promise<MoveOutcome> {
  const { source, target } = move;
  if (target.movedFrom === null) await target.begin(source.identity);
  else if (target.movedFrom !== source.identity)
    throw new StorageError(
      'go on: what was moved so far is of another store, or somebody has worked with this one since',
      'UNFINISHED',
    );
  const before = await target.progress();
  const done = new Map<string, TableProgress>();
  for (const table of source.tables)
    done.set(table.kind, await copyTable(move, table, before.get(table.kind) ?? null, signal));
  await target.setCounters(await source.counters());
  for (let isMore = true; isMore;) {
    signal.throwIfAborted();
    move.onStep({ step: 'settle', kind: '', rows: 0, of: 0 });
    isMore = await target.settle();
  }
  return verify(move, done, signal);
}

async function copyTable(
  { source, target, onStep }: Move,
  table: MovedTable,
  before: TableProgress | null,
  signal: AbortSignal,
): Promise<TableProgress> {
  if (before !== null && before.next === null) return before;
  let progress = before ?? NOTHING;
  const of = await source.estimate(table);
  let coming: ReturnType<MovedStore['page']> | null = source.page(table, progress.next);
  for (let isFirst = before === null; coming; isFirst = false) {
    signal.throwIfAborted();
    const { rows, next, lost }: Awaited<ReturnType<MovedStore['page']>> = await coming;
    coming = next === null ? null : source.page(table, next);
    // Its failure is read with it.
    coming?.catch(() => {});
    progress = {
      rows: progress.rows + rows.length,
      next,
      isVerified: false,
      lost: [...progress.lost, ...lost],
    };
    await target.write(table, rows, progress, isFirst);
    onStep({ step: 'copy', kind: table.kind, rows: progress.rows, of });
  }
  return progress;
}

async function verify(
  move: Move,
  done: ReadonlyMap<string, TableProgress>,
  signal: AbortSignal,
): Promise<MoveOutcome> {
  const { source, target, onStep } = move;
  const rows = new Map<string, number>();
  const differences: RowDifference[] = [];
  let shortened = 0;
  for (const table of source.tables) {
    const progress = done.get(table.kind) ?? NOTHING;
    if (progress.rows > 0) rows.set(table.kind, progress.rows);
    if (progress.isVerified) continue;
    const onRows = (read: number): void =>
      onStep({ step: 'verify', kind: table.kind, rows: read, of: progress.rows });
    const [inSource, inTarget] = await Promise.all([
      sumsOf(source, table, onRows, signal),
      sumsOf(target, table, () => {}, signal),
    ]);
    const found = inSource.differences(inTarget);
    differences.push(...found);
    shortened += inSource.shortened;
    if (found.length === 0) await target.note(table, { ...progress, isVerified: true });
  }
  const [wanted, has] = [await source.counters(), await target.counters()];
  return {
    rows,
    differences,
    behind: Object.keys(wanted).filter((name) => (has[name] ?? 0) < (wanted[name] ?? 0)),
    lost: [...done.values()].flatMap(({ lost }) => lost),
    shortened,
  };
}

/** Reads a table to its end. */
export async function sumsOf(
  store: MovedStore,
  table: MovedTable,
  onRows: (read: number) => void,
  signal: AbortSignal,
): Promise<RowSums> {
  const sums = new RowSums(table);
  let coming: ReturnType<MovedStore['page']> | null = store.page(table, null);
  let read = 0;
  while (coming) {
    signal.throwIfAborted();
    const { rows, next }: Awaited<ReturnType<MovedStore['page']>> = await coming;
    coming = next === null ? null : store.page(table, next);
    coming?.catch(() => {});
    sums.add(rows);
    read += rows.length;
    onRows(read);
  }
  return sums;
}
