import { foldText, isAnchor, parseArea, searchWords, type Geofence, type GeofenceArea } from '@rastro/fleet';

export const FENCE_SORTS = ['name', 'size', 'newest'] as const;
export type FenceSort = `${(typeof FENCE_SORTS)[number]}-${'asc' | 'desc'}`;
/** Anchors are listed apart from ordinary fences. @source docs/reference/requirements.md SPEC §3 "Geofence" */
export const FENCE_KINDS = ['fences', 'anchors'] as const;
export type FenceKind = (typeof FENCE_KINDS)[number];

export interface FenceChoice {
  readonly text: string;
  readonly sort: FenceSort;
  readonly kind: FenceKind;
}
export const FIRST_FENCE_CHOICE: FenceChoice = { text: '', sort: 'name-asc', kind: 'fences' };

const DEFAULT_COLOR = '#2f6fde';
const ANCHOR_COLOR = '#c77700';
const COLOR = /^#[0-9a-f]{6}$/i;

/** The color on map and list: the attribute `color`, else one of ours. */
export function fenceColor(fence: Pick<Geofence, 'attributes'>): string {
  const value = fence.attributes['color'];
  if (typeof value === 'string' && COLOR.test(value)) return value;
  return isAnchor(fence) ? ANCHOR_COLOR : DEFAULT_COLOR;
}

/** The fences of a list: one kind, found by every word in name or description, in order. */
export function listedFences(
  fences: readonly Geofence[],
  { text, sort, kind }: FenceChoice,
  compareNames: (a: string, b: string) => number,
): readonly Geofence[] {
  const words = searchWords(text);
  const found = fences.filter((fence) => {
    if (isAnchor(fence) !== (kind === 'anchors')) return false;
    const haystack = foldText(`${fence.name}\n${fence.description ?? ''}`);
    return words.every((word) => haystack.includes(word));
  });
  const [field, direction] = sort.split('-');
  const sign = direction === 'desc' ? -1 : 1;
  if (field === 'newest') return found.toSorted((a, b) => sign * (b.id - a.id));
  const byName = (a: Geofence, b: Geofence): number => compareNames(a.name, b.name);
  if (field === 'name') return found.toSorted((a, b) => sign * byName(a, b));
  const sizes = new Map(found.map((fence) => [fence.id, sizeOf(fence)]));
  return found.toSorted((a, b) => sign * ((sizes.get(a.id) ?? 0) - (sizes.get(b.id) ?? 0)) || byName(a, b));
}

/** Choosing the same field again flips the direction. @source docs/reference/requirements.md SPEC §4 "Sorting" */
export function nextFenceSort(present: FenceSort, field: (typeof FENCE_SORTS)[number]): FenceSort {
  return present === `${field}-asc` ? `${field}-desc` : `${field}-asc`;
}

/** Summary of an area in the list. @source docs/reference/requirements.md SPEC §5 "Area display" */
export type AreaSummary =
  | { readonly kind: 'circle'; readonly areaM2: number }
  | { readonly kind: 'polygon' | 'line'; readonly points: number }
  | { readonly kind: 'none' };

export function areaSummary(area: string): AreaSummary {
  const parsed = parseArea(area);
  return parsed.ok ? summaryOf(parsed.value) : { kind: 'none' };
}

export function summaryOf(area: GeofenceArea): AreaSummary {
  if (area.kind === 'circle') return { kind: 'circle', areaM2: Math.PI * area.radiusM ** 2 };
  return { kind: area.kind, points: area.points.length };
}

/** Circles by their area, after them the rest by their points: two measures that cannot be compared. */
function sizeOf({ area }: Geofence): number {
  const summary = areaSummary(area);
  if (summary.kind === 'none') return -1;
  return summary.kind === 'circle' ? summary.areaM2 : 1e15 + summary.points;
}
