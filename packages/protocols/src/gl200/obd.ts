import { decimalOf, wholeOf } from '../numbers.ts';
import type { RecordDraft } from '../record-draft.ts';
import { findLocation, LOCATION_FIELDS, setLocation } from './location.ts';
import type { Report } from './report.ts';
import { metres } from './vehicle-fields.ts';

/** OBD: values of the vehicle's own diagnostics, then a location and the odometer again, more precisely. */
export function readObd(draft: RecordDraft, report: Report): boolean {
  const name = report.nameAt;
  const at = findLocation(report, name + 20);
  if (at < 0) return false;
  const field = (offset: number): string => report.at(name + offset);
  // 1 report type, 2 mask, 3 VIN, 4 connection, 5 voltage, 6 supported values
  draft.set('rpm', wholeOf(field(7)));
  draft.set('obdSpeed', wholeOf(field(8)));
  draft.set('temp1', wholeOf(field(9)));
  draft.set('fuelConsumption', field(10));
  draft.set('dtcsClearedDistance', wholeOf(field(11)));
  if (field(13) !== '') draft.set('odbConnect', field(13) === '1');
  draft.set('dtcsNumber', wholeOf(field(14)));
  draft.set('dtcsCodes', field(15));
  draft.set('throttle', wholeOf(field(16)));
  draft.set('fuel', wholeOf(field(18)));
  draft.set('obdOdometer', metres(wholeOf(report.at(at - 1))));
  setLocation(draft, report, at);
  draft.set('obdOdometer', odometerBehind(report, at));
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
