import type { IdleItem } from '@rastro/fleet';
import type { Period, ReportDevice } from '../../request/report-device.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { costOf, litres, paged } from '../../history/with-trips.ts';
import { begun, spellOf, type Names } from '../../history/episodes.ts';

export function* reportIdle(
  reader: ReportReader,
  device: ReportDevice,
  period: Period,
  names: Names,
): Generator<readonly IdleItem[]> {
  const { idleLitresPerHour } = device.tripDevice.settings;
  const items = begun(reader, device, period, ['idle']).map((episode) => {
    const duration = (episode.figures['seconds'] ?? 0) * 1000;
    const spentFuel =
      idleLitresPerHour > 0 ? litres(Math.round((duration * idleLitresPerHour) / 3600)) : null;
    return { ...spellOf(device, episode, names), duration, spentFuel, cost: costOf(device, spentFuel) };
  });
  yield* paged(items);
}
