import type { ActionQuery } from './audit-port.ts';
import type { StoredAction } from './records.ts';

/** Reads page after page; the next one is on its way while the consumer works on this one. */
export async function* pages<Cursor, Row extends Cursor>(
  first: Cursor,
  pageSize: number,
  read: (after: Cursor) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let coming: Promise<readonly Row[]> | null = read(first);
  while (coming) {
    const page: readonly Row[] = await coming;
    const last = page.at(-1);
    coming = last !== undefined && page.length === pageSize ? read(last) : null;
    // A consumer that stops leaves this page unused; its failure then has no effect.
    coming?.catch(() => {});
    if (last !== undefined) yield page;
  }
}

type ActionCursor = Pick<StoredAction, 'actionTime' | 'id'>;

/** The audit log between two instants. */
export function actionPages(
  { from, to, pageSize }: ActionQuery,
  read: (to: number, after: ActionCursor, limit: number) => Promise<readonly StoredAction[]>,
): AsyncIterable<readonly StoredAction[]> {
  const first = { actionTime: from - 1, id: Number.MAX_SAFE_INTEGER };
  return pages<ActionCursor, StoredAction>(first, pageSize, (after) => read(to, after, pageSize));
}
