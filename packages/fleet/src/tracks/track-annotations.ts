import type { LeftOutReason } from '../trips/usable.ts';

/** Note on a record: it came after a newer one, or the reason why it says nothing about the position. */
export type TrackAnnotationKind = 'late' | LeftOutReason;
export interface TrackAnnotation {
  /** Since the beginning of the day. */
  readonly second: number;
  readonly kind: TrackAnnotationKind;
}

/** In the order of their numbers; new ones come behind. */
export const ANNOTATION_KINDS = [
  'late',
  'nowhere',
  'approximate',
  'noFix',
  'clockAhead',
  'poorFix',
  'spike',
] as const satisfies readonly TrackAnnotationKind[];

/** Annotations belong to single records: zoomed out, none are shown. */
export const ANNOTATED_LEVEL = 1;

/** As they are written: by time, then by number. */
export const inAnnotationOrder = (annotations: readonly TrackAnnotation[]): readonly TrackAnnotation[] =>
  annotations.toSorted(
    (a, b) => a.second - b.second || ANNOTATION_KINDS.indexOf(a.kind) - ANNOTATION_KINDS.indexOf(b.kind),
  );
