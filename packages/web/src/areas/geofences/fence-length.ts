import { ownSigns } from '../../i18n/number-text.ts';
import type { SpeedWriting } from '../../kernel/formats/speed-limit.ts';

/** Units in which a user types speeds and the lengths of a geofence. */
export interface FenceWriting extends SpeedWriting {
  /** Absent = meters. */
  readonly radiusIn?: RadiusUnit;
}
export type RadiusUnit = 'm' | 'ft';
export const METRES_PER: Readonly<Record<RadiusUnit, number>> = { m: 1, ft: 0.3048 };
export const RADIUS_SIGNS: Readonly<Record<RadiusUnit, readonly string[]>> = {
  m: ownSigns.metres,
  ft: ['ft'],
};
