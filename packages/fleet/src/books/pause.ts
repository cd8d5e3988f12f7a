import { standAt } from './fold.ts';
import { emptyTally, type Mark, type Pause } from './fold-state.ts';

export const openPause = (start: Mark): Pause => ({ start, stand: standAt(start), tally: emptyTally() });
