import type { ComputedAttribute, ExpressionTry } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import { entityCalls, type EntityCalls } from './entity-calls.ts';
import type { TrackingCaller } from './tracking-caller.ts';

export interface ComputedCalls extends EntityCalls<ComputedAttribute> {
  /** Results for the newest positions of a device; on servers of ours. */
  preview(
    attribute: ComputedAttribute,
    deviceId: number,
    signal: AbortSignal,
  ): Promise<Answer<readonly ExpressionTry[]>>;
}

export const computedCalls = (caller: TrackingCaller): ComputedCalls => ({
  ...entityCalls<ComputedAttribute>(caller, 'attributes/computed'),
  preview: (attribute, deviceId, signal) =>
    caller.json('POST /attributes/computed/tries', { query: { deviceId }, json: attribute }, signal),
});
