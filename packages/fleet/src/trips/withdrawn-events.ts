import type { DrivingEventKind } from './driving-style.ts';

/**
 * An event that was contested, and that somebody in charge has taken back: it is listed, and counts in no sum.
 * Milliseconds since 1970, both ends included.
 */
export interface WithdrawnEvent {
  readonly kind: DrivingEventKind;
  readonly from: number;
  readonly to: number;
}

/**
 * Whether an event is one that was withdrawn. History that is derived again, after a late record or with other
 * thresholds, may begin or end it a moment earlier or later: it is the same as long as the two touch.
 */
export const isWithdrawn = (
  withdrawn: readonly WithdrawnEvent[],
  event: { readonly kind: string; readonly from: number; readonly to: number },
): boolean =>
  withdrawn.some(({ kind, from, to }) => kind === event.kind && from <= event.to && to >= event.from);
