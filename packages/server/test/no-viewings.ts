import type { ViewingLog } from '@rastro/extension';

/** For tests that are about something else. */
export const NO_VIEWINGS: Pick<ViewingLog, 'note' | 'follow'> = { note: () => {}, follow: () => () => {} };
