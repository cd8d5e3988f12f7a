import { addSums, type BookPiece, type BookPoint, type BoundaryReason, type Sums } from '@rastro/fleet/books';
import type { StoredPiece } from '@rastro/storage';

/** A trip, stop or silence as people know it: all its pieces together. */
export interface WholeStretch {
  readonly kind: BookPiece['kind'];
  readonly start: BookPoint;
  readonly end: BookPoint;
  readonly began: BoundaryReason;
  /** Null = it is under way. */
  readonly ended: BoundaryReason | null;
  readonly sums: Sums;
  readonly odometer: StoredPiece['odometer'];
  readonly driver: string | null;
}

/** Puts pieces together that follow one another. The first may lack its beginning, the last its end. */
export function* wholeStretches(pieces: Iterable<StoredPiece>): Generator<WholeStretch> {
  let whole = null as WholeStretch | null;
  for (const piece of pieces) {
    const { kind, stretch, end, ended, sums, odometer } = piece;
    if (whole?.kind === kind && whole.start.id === stretch.id && whole.start.time === stretch.time)
      whole = {
        ...whole,
        end,
        ended,
        sums: addSums(whole.sums, sums),
        odometer: joined(whole.odometer, odometer),
        driver: whole.driver ?? piece.driver,
      };
    else {
      if (whole) yield whole;
      whole = { kind, start: stretch, end, began: piece.began, ended, sums, odometer, driver: piece.driver };
    }
  }
  if (whole) yield whole;
}

function joined(first: StoredPiece['odometer'], then: StoredPiece['odometer']): StoredPiece['odometer'] {
  if (!first || !then) return first ?? then;
  return { startM: first.startM, endM: then.endM };
}
