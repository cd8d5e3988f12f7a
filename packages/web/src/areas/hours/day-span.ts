import { addDays, type CivilDate } from '@rastro/fleet/billing';
import type { Activity } from '@rastro/fleet/working-hours';
import { momentOf } from '../../i18n/zoned-time.ts';

export interface DaySpan {
  readonly begin: number;
  readonly end: number;
}
/** A day on the clock of a zone: 23 or 25 hours where the clock changes. */
export const daySpan = (date: CivilDate, zone: string): DaySpan => ({
  begin: momentOf(`${date}T00:00`, zone),
  end: momentOf(`${addDays(date, 1)}T00:00`, zone),
});

/** Activities of a day, cut at its midnights. */
export const activitiesIn = (activities: readonly Activity[], { begin, end }: DaySpan): readonly Activity[] =>
  activities.flatMap((each) =>
    each.end > begin && each.begin < end
      ? { ...each, begin: Math.max(each.begin, begin), end: Math.min(each.end, end) }
      : [],
  );
