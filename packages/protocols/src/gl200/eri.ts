import { isDigits } from '../ascii.ts';
import { FieldError, Fields } from '../fields.ts';
import { decimalOf, hasBit, hexNumberOf, wholeOf } from '../numbers.ts';
import type { DeviceRecord } from '../protocol.ts';
import type { PendingRecord } from '../pending-record.ts';
import { readEriExtras, type EriLayout } from './eri-extras.ts';
import { fixAt, LOCATION_FIELDS, setLocationTower } from './location.ts';
import type { Report } from './report.ts';
import { hourMeterMs, metres, setDeviceStatus, volts } from './vehicle-fields.ts';

const MAX_POINTS = 100;

/** ERI: mask, power, locations, and fields that the mask and the model select for the last of them. */
export function readEri(report: Report): readonly DeviceRecord[] | null {
  const at = report.nameAt + 1;
  const mask = hexNumberOf(report.at(at));
  const power = report.at(at + 1);
  const count = wholeOf(report.at(at + 3));
  if (mask === null || count === null || count < 1 || count > MAX_POINTS) return null;
  const fields = new Fields(report.values.slice(0, report.end), at + 4);
  const drafts: PendingRecord[] = [];
  for (let left = count; left > 0; left--) drafts.push(readPoint(report, fields));
  const last = drafts.at(-1);
  if (last) {
    last.set('power', volts(wholeOf(power)));
    readModelFields(last, fields, { model: report.model, mask });
  }
  return drafts.flatMap((pendingRecord) => pendingRecord.finish() ?? []);
}

/** A location and the append mask behind it. */
export function readPoint(report: Report, fields: Fields): PendingRecord {
  const pendingRecord = report.pendingRecord();
  pendingRecord.deviceTime = report.sendTime;
  const at = fields.position;
  pendingRecord.set('hdop', decimalOf(report.at(at)) ?? 0);
  pendingRecord.fix = fixAt(report, at);
  setLocationTower(pendingRecord, report, at);
  fields.skip(LOCATION_FIELDS);
  if (report.model.startsWith('GL5')) fields.skip(2);
  if (report.model !== 'GL320M') readAppended(pendingRecord, fields);
  return pendingRecord;
}

function readAppended(pendingRecord: PendingRecord, fields: Fields): void {
  const appended = wholeOf(fields.text()) ?? 0;
  if (hasBit(appended, 0)) pendingRecord.set('sat', wholeOf(fields.text()));
  if (hasBit(appended, 1)) fields.skip(); // trigger type
}

function readModelFields(pendingRecord: PendingRecord, fields: Fields, layout: EriLayout): void {
  const { model, mask } = layout;
  const asset = model.startsWith('GL5');
  const gl320m = model === 'GL320M';
  if (!asset) pendingRecord.set('odometer', metres(decimalOf(fields.text())));
  if (!asset && !gl320m) {
    pendingRecord.set('hours', hourMeterMs(fields.text()));
    setAnalogue(pendingRecord, 1, fields.text());
  }
  if (model.startsWith('GV') && !model.startsWith('GV6') && model !== 'GV350M')
    setAnalogue(pendingRecord, 2, fields.text());
  if (model === 'GV200' || model === 'GV310LAU') setAnalogue(pendingRecord, 3, fields.text());
  if (/^GV3.+CEU/.test(model) || model.startsWith('GV600M')) fields.skip();
  if (asset) {
    pendingRecord.set('batteryLevel', wholeOf(fields.text()));
    fields.skip(); // mode
    pendingRecord.set('motion', (wholeOf(fields.text()) ?? 0) > 0);
  }
  if (model === 'GV200') {
    pendingRecord.set('input', fields.optionalHex());
    pendingRecord.set('output', fields.optionalHex());
    fields.skip(); // UART type
  } else if (gl320m) {
    pendingRecord.set('batteryLevel', wholeOf(fields.text()));
    if (hasBit(mask, 7)) pendingRecord.set('externalBattery', fields.optionalNumber());
  } else if (!asset) {
    pendingRecord.set('batteryLevel', wholeOf(fields.text()));
    setDeviceStatus(pendingRecord, fields.text());
    fields.skip(); // UART type
  }
  readListed(() => readEriExtras(pendingRecord, fields, layout));
}

/** Lists whose layout depends on an unknown model may end elsewhere; fields before them are certain. */
function readListed(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
  }
}

/** `F` and percent of a fuel tank, or millivolts. */
function setAnalogue(pendingRecord: PendingRecord, index: number, text: string): void {
  if (text.startsWith('F') && isDigits(text.slice(1)))
    pendingRecord.set(`fuel${index}`, Number(text.slice(1)));
  else pendingRecord.set(`adc${index}`, volts(wholeOf(text)));
}
