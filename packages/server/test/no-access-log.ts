import type { AccessLog } from '@rastro/extension';

/** For tests that are about something else. */
export const NO_ACCESS_LOG: Pick<AccessLog, 'note' | 'follow'> = { note: () => {}, follow: () => () => {} };
