import { SILENT_HOURS } from '@rastro/fleet/figures';
import type { WidgetSettings } from '@rastro/fleet/layouts';

/** A month. */
export const MAX_HOURS = 744;

/** Hours after which a vehicle counts as silent. */
export function silentHours({ hours }: WidgetSettings): number {
  const isFine = typeof hours === 'number' && Number.isInteger(hours) && hours >= 1 && hours <= MAX_HOURS;
  return isFine ? hours : SILENT_HOURS;
}
