import { z } from 'zod';

const total = () =>
  z.preprocess((v) => (v === null || v === '' ? undefined : v), z.coerce.number().min(0).optional());

/** Totals set by hand. @source docs/reference/tracking-api.md §3.5 */
export const accumulatorsBody = z.strictObject({
  deviceId: z.coerce.number().int().min(1),
  /** Meters. */
  totalDistance: total(),
  /** Milliseconds. */
  hours: total(),
});
export type AccumulatorsBody = z.output<typeof accumulatorsBody>;
