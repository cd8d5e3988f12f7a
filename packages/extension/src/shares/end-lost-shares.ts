import type { Log } from '@rastro/base';
import type { Job } from '../job.ts';
import type { ShareRoom } from './share-room.ts';

const EVERY_MS = 30_000;

/** Ends shares whose time is over or whose giver has lost what it took, whether somebody looks or not. */
export const endLostShares = (room: ShareRoom | null, log: Log): Job => ({
  name: 'shares.end',
  everyMs: EVERY_MS,
  due: (done, now) => (done === null || now - done >= EVERY_MS ? [now] : []),
  isIdle: async () => room === null || (await room.book.all()).length === 0,
  perform: async (_instant, { signal }) => {
    for (const share of (await room?.book.all()) ?? []) {
      if (!room || signal.aborted) break;
      const isOver = share.endsAt <= room.clock.now();
      await (isOver ? room.book.end(share.id) : room.sight.keepRights(share)).catch((error: unknown) =>
        // One that cannot be asked about holds up no other; it is looked at again.
        log.warn({ err: error }, 'the rights of a share are looked at later'),
      );
    }
    return {};
  },
});
