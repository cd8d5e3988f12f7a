import { stretchesOf, type Stretch } from '@rastro/fleet/trips';
import type { Period, ReportDevice } from '../../request/report-device.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { withTrips } from '../../history/with-trips.ts';
import { restOf, startOf } from '../../history/stretches.ts';

/** Silences that touch the period, whole. */
export const reportGaps = (reader: ReportReader, device: ReportDevice, period: Period): readonly Stretch[] =>
  withTrips(reader, device, period, (deviceTrips) => {
    const pieces = deviceTrips.pieces(period.from, period.to, ['silence']);
    return stretchesOf([
      ...startOf(deviceTrips, pieces[0]),
      ...pieces,
      ...restOf(deviceTrips, pieces.at(-1), period.to),
    ]);
  });
