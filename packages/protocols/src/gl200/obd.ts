import { decimalOf, wholeOf } from '../numbers.ts';
import type { PendingRecord } from '../pending-record.ts';
import { findLocation, LOCATION_FIELDS, setLocation } from './location.ts';
import type { Report } from './report.ts';
import { metres } from './vehicle-fields.ts';

/** OBD: values of the vehicle's own diagnostics, then a location and the odometer again, more precisely. */
export function readObd(pendingRecord: PendingRecord, report: Report): boolean {
  const name = report.nameAt;
  const at = findLocation(report, name + 20);
  if (at < 0) return false;
  const field = (offset: number): string => report.at(name + offset);
  // 1 report type, 2 mask, 3 VIN, 4 connection, 5 voltage, 6 supported values
  pendingRecord.set('rpm', wholeOf(field(7)));
  pendingRecord.set('obdSpeed', wholeOf(field(8)));
  pendingRecord.set('temp1', wholeOf(field(9)));
  pendingRecord.set('fuelConsumption', field(10));
  pendingRecord.set('dtcsClearedDistance', wholeOf(field(11)));
  if (field(13) !== '') pendingRecord.set('odbConnect', field(13) === '1');
  pendingRecord.set('dtcsNumber', wholeOf(field(14)));
  pendingRecord.set('dtcsCodes', field(15));
  pendingRecord.set('throttle', wholeOf(field(16)));
  pendingRecord.set('fuel', wholeOf(field(18)));
  pendingRecord.set('obdOdometer', metres(wholeOf(report.at(at - 1))));
  setLocation(pendingRecord, report, at);
  pendingRecord.set('obdOdometer', odometerBehind(report, at));
  return true;
}

/** Behind the location with its twelfth field, or without one. */
function odometerBehind(report: Report, at: number): number | null {
  for (const field of [LOCATION_FIELDS + 1, LOCATION_FIELDS]) {
    const text = report.at(at + field);
    if (text.includes('.')) return metres(decimalOf(text));
  }
  return null;
}
