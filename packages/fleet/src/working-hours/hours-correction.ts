import type { Activity } from './activity.ts';
import { replaceSpan, type Span } from './derive-activities.ts';

/** A change of what was derived. Corrections are added and never changed; the driver sees them. */
export interface HoursCorrection extends Span {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly byId: number;
  readonly byName: string;
  readonly reason: string;
  /** Activities of the span when somebody corrected it, and since. */
  readonly before: readonly Activity[];
  readonly after: readonly Activity[];
}

type Author = Pick<HoursCorrection, 'id' | 'at' | 'byId' | 'byName' | 'reason'>;
/** The correction that puts one activity in place of a span. @param activities With earlier corrections. */
export function correctionOf(
  activities: readonly Activity[],
  activity: Activity,
  author: Author,
): HoursCorrection {
  const { begin, end } = activity;
  const before = activities
    .filter((each) => each.begin < end && each.end > begin)
    .map((each) => ({ ...each, begin: Math.max(each.begin, begin), end: Math.min(each.end, end) }));
  return { ...author, begin, end, before, after: [activity] };
}

/** Derived activities with corrections over them, the later ones over the earlier; each counts once. */
export function correctedActivities(
  derived: readonly Activity[],
  corrections: readonly HoursCorrection[],
): readonly Activity[] {
  const once = [...new Map(corrections.map((each) => [each.id, each])).values()];
  const inOrder = once.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.id < b.id ? -1 : 1));
  return inOrder.reduce((all, correction) => replaceSpan(all, correction.after, correction), derived);
}
