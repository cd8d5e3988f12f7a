import { knotsFromKmPerHour, type DrivingEventItem } from '@rastro/fleet';
import { DRIVING_EVENT_KINDS, EVENT_SOURCES, isSevereEvent, isWithdrawn } from '@rastro/fleet/trips';
import { begun, spellOf } from '../../history/episodes.ts';
import { paged } from '../../history/with-trips.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import type { ReportDevice } from '../../request/report-device.ts';
import type { ReportJob } from '../../request/report-job.ts';

/** Events of driving style that began in the period, of all kinds or of some. */
export async function* reportHarsh(
  reader: ReportReader,
  device: ReportDevice,
  job: Pick<ReportJob, 'period' | 'driver' | 'driverNames' | 'eventTypes' | 'withdrawn'>,
): AsyncGenerator<readonly DrivingEventItem[]> {
  const { driverNames, eventTypes, withdrawn } = job;
  const kinds = DRIVING_EVENT_KINDS.filter((kind) => eventTypes.length === 0 || eventTypes.includes(kind));
  if (kinds.length === 0) return;
  const { settings } = device.tripDevice;
  const own = withdrawn[device.id] ?? [];
  for (const page of paged(await begun(reader, device, job, kinds))) {
    yield page.flatMap((episode): readonly DrivingEventItem[] => {
      const kind = kinds.find((each) => each === episode.kind);
      const source = EVENT_SOURCES.find((each) => each === episode.note);
      if (kind === undefined || source === undefined) return [];
      const { peakMs2 = 0, topKmh = 0 } = episode.figures;
      return [
        {
          ...spellOf(device, episode, driverNames),
          kind,
          isSevere: isSevereEvent(kind, peakMs2, settings),
          strength: peakMs2 > 0 ? peakMs2 : null,
          speed: topKmh > 0 ? knotsFromKmPerHour(topKmh) : null,
          source,
          isWithdrawn: isWithdrawn(own, { kind, from: episode.start.time, to: episode.end.time }),
        },
      ];
    });
  }
}
