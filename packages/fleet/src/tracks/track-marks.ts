import type { LeftOutReason } from '../books/usable.ts';

/** What is to be known of a record: it came after a newer one, or why it says nothing about where the vehicle was. */
export type TrackMarkKind = 'late' | LeftOutReason;
export interface TrackMark {
  /** Since the beginning of the day. */
  readonly second: number;
  readonly kind: TrackMarkKind;
}

/** In the order of their numbers; new ones come behind. */
export const MARK_KINDS = [
  'late',
  'nowhere',
  'approximate',
  'noFix',
  'clockAhead',
  'poorFix',
  'spike',
] as const satisfies readonly TrackMarkKind[];

/** Marks are of records one by one: whoever looks from afar sees none. */
export const MARKED_LEVEL = 1;

/** As they are written: by time, then by number. */
export const inMarkOrder = (marks: readonly TrackMark[]): readonly TrackMark[] =>
  marks.toSorted((a, b) => a.second - b.second || MARK_KINDS.indexOf(a.kind) - MARK_KINDS.indexOf(b.kind));
