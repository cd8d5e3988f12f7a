import type { LinkedKind } from '@rastro/fleet';
import type { TraccarReader } from './traccar-reader.ts';

export type Owner = 'device' | 'group';
/** Ids by owner. */
export type AppliedLinks = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * All links between owners and one kind, in one call. @returns null where the tracking server has no such call: an
 * older Traccar.
 */
export async function readLinks(
  reader: Pick<TraccarReader, 'list'>,
  { owner, kind }: { readonly owner: Owner; readonly kind: LinkedKind },
  signal: AbortSignal,
): Promise<AppliedLinks | null> {
  const path = `/api/permissions?${owner}Id=0&${kind}Id=0`;
  let rows: readonly object[];
  try {
    rows = await reader.list(path, signal);
  } catch {
    signal.throwIfAborted();
    return null;
  }
  const links = new Map<number, Set<number>>();
  for (const row of rows) {
    const ownerId = idIn(row, `${owner}id`);
    const id = idIn(row, `${kind}id`);
    if (ownerId === null || id === null) return null;
    const ids = links.get(ownerId) ?? new Set<number>();
    links.set(ownerId, ids.add(id));
  }
  return links;
}

/** Databases write the names of their columns in capitals, small letters or as they were declared. */
function idIn(row: object, name: string): number | null {
  const [, value] = Object.entries<unknown>({ ...row }).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'number' ? value : null;
}
