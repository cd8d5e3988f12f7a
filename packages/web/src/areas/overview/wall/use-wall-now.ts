import { MINUTE_MS } from '@rastro/base';
import { createContext, use } from 'react';
import { useNow } from '../../../ui/use-now.ts';

/** The minute of a clock that is wrong begins at another moment. */
const STEP_MS = 5000;

/** Milliseconds by which the clock of the server is ahead of that of this page; 0 = they agree. */
export const ClockOffset = createContext(0);

/** Now, by the clock of the server: that of a television may be wrong by days. */
export function useWallNow(): number {
  const offset = use(ClockOffset);
  return useNow(offset === 0 ? MINUTE_MS : STEP_MS) + offset;
}
