import type { Log } from '@rastro/base';
import type { Job } from '../job.ts';
import type { ShareDeps } from './share-deps.ts';

const EVERY_MS = 30_000;

/** Ends shares whose time is over or whose giver has lost the rights, even if nobody views them. */
export const endLostShares = (deps: ShareDeps | null, log: Log): Job => ({
  name: 'shares.end',
  everyMs: EVERY_MS,
  due: (done, now) => (done === null || now - done >= EVERY_MS ? [now] : []),
  isIdle: async () => deps === null || (await deps.shareStore.all()).length === 0,
  perform: async (_instant, { signal }) => {
    for (const share of (await deps?.shareStore.all()) ?? []) {
      if (!deps || signal.aborted) break;
      const isOver = share.endsAt <= deps.clock.now();
      await (isOver ? deps.shareStore.end(share.id) : deps.sight.checkRights(share)).catch((error: unknown) =>
        // A share that cannot be checked does not delay the others; it is checked again.
        log.warn({ err: error }, 'the rights of a share are looked at later'),
      );
    }
    return {};
  },
});
