import { foldText, searchWords, type Group } from '@rastro/fleet';

/** A group where it stands in the tree. */
export interface GroupRow {
  readonly group: Group;
  readonly depth: number;
  /** Devices of the group itself and of all below it. */
  readonly devices: { readonly own: number; readonly below: number };
}

/**
 * The tree as rows, each group below its parent, siblings by name. A parent that the user does not see, or a
 * circle, makes a group stand at the top: none is lost.
 */
export function groupRows(
  groups: readonly Group[],
  countOf: (groupId: number) => number,
  compareNames: (a: string, b: string) => number,
): readonly GroupRow[] {
  const children = childrenOf(groups);
  const rows: GroupRow[] = [];
  const seen = new Set<number>();
  const visit = (group: Group, depth: number): number => {
    seen.add(group.id);
    const at = rows.length;
    const own = countOf(group.id);
    rows.push({ group, depth, devices: { own, below: own } });
    let below = own;
    const sorted = (children.get(group.id) ?? []).toSorted((a, b) => compareNames(a.name, b.name));
    for (const child of sorted) if (!seen.has(child.id)) below += visit(child, depth + 1);
    rows[at] = { group, depth, devices: { own, below } };
    return below;
  };
  const ids = new Set(groups.map(({ id }) => id));
  const byName = groups.toSorted((a, b) => compareNames(a.name, b.name));
  for (const group of byName) if (!ids.has(group.groupId)) visit(group, 0);
  for (const group of byName) if (!seen.has(group.id)) visit(group, 0);
  return rows;
}

/** Rows whose name has every word, with the groups above them, so that the tree stays one. */
export function foundRows(rows: readonly GroupRow[], text: string): readonly GroupRow[] {
  const words = searchWords(text);
  if (words.length === 0) return rows;
  const included = new Set<number>();
  const above: GroupRow[] = [];
  for (const row of rows) {
    above.length = row.depth;
    above[row.depth] = row;
    const name = foldText(row.group.name);
    if (words.every((word) => name.includes(word))) for (const each of above) included.add(each.group.id);
  }
  return rows.filter(({ group }) => included.has(group.id));
}

/** Groups that a group may stand below: not itself, and nothing below itself. */
export function possibleParents(rows: readonly GroupRow[], id: number): readonly GroupRow[] {
  const at = rows.findIndex(({ group }) => group.id === id);
  const own = rows[at];
  if (own === undefined) return rows;
  const end = rows.findIndex(({ depth }, index) => index > at && depth <= own.depth);
  return rows.filter((_row, index) => index < at || (end >= 0 && index >= end));
}

function childrenOf(groups: readonly Group[]): ReadonlyMap<number, readonly Group[]> {
  return Map.groupBy(groups, ({ groupId }) => groupId);
}
