import { standAt } from './fold.ts';
import { emptyTally, type Pause } from './fold-state.ts';
import type { Mark } from './mark.ts';
import { carriedOn, type Part } from './parts.ts';

/** @param parts Of the trip: what goes on in the pause. */
export const openPause = (start: Mark, parts: readonly Part[]): Pause => ({
  start,
  stand: standAt(start),
  tally: emptyTally(carriedOn(parts)),
});
