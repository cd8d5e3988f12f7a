import { randomToken, type Limits } from '@rastro/base';
import type { TrackerBus } from './topics.ts';

/** Limits that all processes on a bus count together. A lost message is one count less, nothing else. */
export function sharedLimits(bus: TrackerBus): Limits {
  const from = randomToken(8);
  return {
    join: (limit, follow) => {
      bus.subscribe('limit.counted', (counted) => {
        if (counted.from !== from && counted.limit === limit) follow(counted.news);
      });
      return (news) => bus.publish('limit.counted', { from, limit, news });
    },
  };
}
