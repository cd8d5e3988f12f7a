import { OVERVIEW_FLAGS, type Overview } from '@rastro/fleet/overview';
import { VehicleTable } from './vehicle-table.ts';
import { categoryIndex, coloursOf } from './vehicle-style.ts';

/** A table with what the map draws of each vehicle, and nothing else: no device, no position, no text. */
export function overviewTable(overview: Overview, brand: string): VehicleTable {
  const table = new VehicleTable(brand);
  const styles = overview.styles.map(({ category, color, extraColor }) => ({
    category: categoryIndex(category),
    colours: [0, 1, 2].map((status) => coloursOf(status, color, extraColor)),
  }));
  for (let at = 0; at < overview.count; at++) {
    const state = overview.states[at] ?? 0;
    const status = overview.status(at);
    const style = styles[overview.styleOf[at] ?? 0];
    table.putOverview({
      id: overview.ids[at] ?? 0,
      status,
      category: style?.category ?? 0,
      colours: style?.colours[status] ?? [0, 0],
      place:
        (state & OVERVIEW_FLAGS.located) === 0
          ? null
          : {
              latitude: overview.latitude(at),
              longitude: overview.longitude(at),
              course: overview.courses[at] ?? 0,
            },
      isMoving: (state & OVERVIEW_FLAGS.moving) !== 0,
      hasAlarm: (state & OVERVIEW_FLAGS.alarm) !== 0,
    });
  }
  table.settle();
  return table;
}
