import { standAt } from './reducer-context.ts';
import { emptyTally, type Pause } from './reducer-state.ts';
import type { Boundary } from './boundary.ts';
import { carriedOn } from './episode-parts.ts';
import type { Part } from './part.ts';

/** @param parts Of the trip: those that continue in the pause. */
export const openPause = (start: Boundary, parts: readonly Part[]): Pause => ({
  start,
  stand: standAt(start),
  tally: emptyTally(carriedOn(parts)),
});
