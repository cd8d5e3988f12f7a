import { FUELING_TYPES, type FuelingItem } from '@rastro/fleet';
import type { ReportDevice } from '../../request/report-device.ts';
import type { ReportJob } from '../../request/report-job.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { costOf, paged } from '../../history/with-trips.ts';
import { begun, spellOf } from '../../history/episodes.ts';

/** Fills and drains of the tank; `eventTypes` names one of them, else both are wanted. */
export async function* reportFuelings(
  reader: ReportReader,
  device: ReportDevice,
  { period, driverNames: names, eventTypes }: Pick<ReportJob, 'period' | 'driverNames' | 'eventTypes'>,
): AsyncGenerator<readonly FuelingItem[]> {
  const wanted = FUELING_TYPES.filter((type) => eventTypes.includes(type));
  const episodes = await begun(
    reader,
    device,
    { period, driver: null },
    wanted.length > 0 ? wanted : FUELING_TYPES,
  );
  const items = episodes.map((episode): FuelingItem => {
    const { beforeL = null, afterL = null, litres: size = null } = episode.figures;
    const { beforePercent = null, afterPercent = null } = episode.figures;
    return {
      ...spellOf(device, episode, names),
      type: episode.kind === 'fill' ? 'fill' : 'drain',
      before: beforeL,
      after: afterL,
      litres: size,
      beforePercent,
      afterPercent,
      note: episode.note,
      cost: costOf(device, size),
    };
  });
  yield* paged(items);
}
