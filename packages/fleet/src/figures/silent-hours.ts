import type { WidgetSettings } from '../layouts/layout.ts';
import { SILENT_HOURS } from './present-figures.ts';

/** A month. */
const MAX_HOURS = 744;

/** Hours after which a vehicle counts as silent. */
export function silentHours({ hours }: WidgetSettings): number {
  const isFine = typeof hours === 'number' && Number.isInteger(hours) && hours >= 1 && hours <= MAX_HOURS;
  return isFine ? hours : SILENT_HOURS;
}
