import type { ActivityKind } from '@rastro/fleet/working-hours';
import {
  BedDouble,
  CircleHelp,
  Coffee,
  Hourglass,
  Truck,
  Utensils,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { HoursState } from './hours-question.ts';
import styles from './hours.module.css';

const ICONS: Readonly<Record<ActivityKind, LucideIcon>> = {
  driving: Truck,
  work: Wrench,
  waiting: Hourglass,
  unclear: CircleHelp,
  meal: Utensils,
  break: Coffee,
  rest: BedDouble,
};
export const iconOf = (state: HoursState): LucideIcon => (state === 'unknown' ? CircleHelp : ICONS[state]);

/** Color and pattern of an activity, as in the days. */
export const ActivityMark = ({ kind }: { readonly kind: ActivityKind }) => (
  <span className={styles.mark} data-kind={kind} aria-hidden />
);
