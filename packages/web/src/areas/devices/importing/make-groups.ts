import { foldText } from '@rastro/fleet';
import type { ApiFailure, TrackingClient } from '@rastro/tracking-client';

export interface MadeGroups {
  /** Group names that cells may use now. */
  readonly names: ReadonlyMap<string, string>;
  /** Error that stopped it; null = all groups exist. */
  readonly failure: ApiFailure | null;
}

/**
 * Makes groups by their names. "North / Yard" is a group within another, which is made first when it is missing.
 * A creation that has begun is finished: a group too many does no harm.
 */
export async function makeGroups(
  client: Pick<TrackingClient, 'groups'>,
  missing: readonly string[],
  known: ReadonlyMap<string, string>,
): Promise<MadeGroups> {
  const names = new Map(known);
  const { signal } = new AbortController();
  for (const path of missing) {
    let groupId = 0;
    let soFar = '';
    for (const part of path.split('/').map((each) => each.trim())) {
      if (part === '') continue;
      soFar = soFar === '' ? part : `${soFar} / ${part}`;
      const there = names.get(foldText(soFar));
      if (there !== undefined) {
        groupId = Number(there);
        continue;
      }
      const made = await client.groups.create({ name: part, groupId, attributes: {} }, signal);
      if (!made.ok) return { names, failure: made.error };
      groupId = made.value.id;
      names.set(foldText(soFar), String(groupId));
    }
    names.set(foldText(path), String(groupId));
  }
  return { names, failure: null };
}
