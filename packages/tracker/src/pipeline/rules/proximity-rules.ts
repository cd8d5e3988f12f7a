import { distanceM } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import { isNowhere } from '../../pending-records/pending-record.ts';
import { eventAt, NOTHING, type PendingEvent, type RuleContext, type RuleResult } from './rule.ts';

/** Coming near to, and going away from, linked devices. @source docs/reference/tracking-api.md §6.7 */
export function proximity(p: StoredPosition, { entity, last, options, around }: RuleContext): RuleResult {
  const { proximityEnterM: enterM, proximityExitM: exitM } = options;
  if ((enterM === 0 && exitM === 0) || isNowhere(p)) return NOTHING;
  const events = around.companionsOf(entity).flatMap((companion): readonly PendingEvent[] => {
    if (isNowhere(companion)) return [];
    const before = last && !isNowhere(last) ? distanceM(last, companion) : Infinity;
    const after = distanceM(p, companion);
    const attributes = { linkedDeviceId: companion.deviceId };
    if (enterM > 0 && before > enterM && enterM >= after) return [eventAt('proximityEnter', p, attributes)];
    if (exitM > 0 && before <= exitM && exitM < after) return [eventAt('proximityExit', p, attributes)];
    return [];
  });
  return { events };
}

/** It starts to move and none of the devices linked to it is near. */
export function unaccompanied(p: StoredPosition, { entity, last, options, around }: RuleContext): RuleResult {
  const { unaccompaniedM } = options;
  if (unaccompaniedM === 0 || isNowhere(p)) return NOTHING;
  if (last?.attributes['motion'] !== false || p.attributes['motion'] !== true) return NOTHING;
  const companions = around.companionsOf(entity);
  const accompanied = companions.some((each) => !isNowhere(each) && distanceM(p, each) <= unaccompaniedM);
  return companions.length === 0 || accompanied ? NOTHING : { events: [eventAt('unaccompaniedMotion', p)] };
}
