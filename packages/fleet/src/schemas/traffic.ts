import { z } from 'zod';
import { TRAFFIC_SECONDS } from '../entities/traffic.ts';

/** Duration of a traffic recording of a device. */
export const trafficBody = z.strictObject({
  seconds: z.int().min(TRAFFIC_SECONDS.least).max(TRAFFIC_SECONDS.most),
});
