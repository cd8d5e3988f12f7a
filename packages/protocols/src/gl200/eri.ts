import { isDigits } from '../ascii.ts';
import { FieldError, Fields } from '../fields.ts';
import { decimalOf, hasBit, hexNumberOf, wholeOf } from '../numbers.ts';
import type { DeviceRecord } from '../protocol.ts';
import type { RecordDraft } from '../record-draft.ts';
import { readEriExtras, type EriLayout } from './eri-extras.ts';
import { fixAt, LOCATION_FIELDS, setLocationTower } from './location.ts';
import type { Report } from './report.ts';
import { hourMeterMs, metres, setDeviceStatus, volts } from './vehicle-fields.ts';

const MOST_POINTS = 100;

/** ERI: mask, power, locations, and fields that the mask and the model select for the last of them. */
export function readEri(report: Report): readonly DeviceRecord[] | null {
  const at = report.nameAt + 1;
  const mask = hexNumberOf(report.at(at));
  const power = report.at(at + 1);
  const count = wholeOf(report.at(at + 3));
  if (mask === null || count === null || count < 1 || count > MOST_POINTS) return null;
  const fields = new Fields(report.values.slice(0, report.end), at + 4);
  const drafts: RecordDraft[] = [];
  for (let left = count; left > 0; left--) drafts.push(readPoint(report, fields));
  const last = drafts.at(-1);
  if (last) {
    last.set('power', volts(wholeOf(power)));
    readModelFields(last, fields, { model: report.model, mask });
  }
  return drafts.flatMap((draft) => draft.finish() ?? []);
}

/** A location and the append mask behind it. */
export function readPoint(report: Report, fields: Fields): RecordDraft {
  const draft = report.draft();
  draft.deviceTime = report.sendTime;
  const at = fields.position;
  draft.set('hdop', decimalOf(report.at(at)) ?? 0);
  draft.fix = fixAt(report, at);
  setLocationTower(draft, report, at);
  fields.skip(LOCATION_FIELDS);
  if (report.model.startsWith('GL5')) fields.skip(2);
  if (report.model !== 'GL320M') readAppended(draft, fields);
  return draft;
}

function readAppended(draft: RecordDraft, fields: Fields): void {
  const appended = wholeOf(fields.text()) ?? 0;
  if (hasBit(appended, 0)) draft.set('sat', wholeOf(fields.text()));
  if (hasBit(appended, 1)) fields.skip(); // trigger type
}

function readModelFields(draft: RecordDraft, fields: Fields, layout: EriLayout): void {
  const { model, mask } = layout;
  const asset = model.startsWith('GL5');
  const gl320m = model === 'GL320M';
  if (!asset) draft.set('odometer', metres(decimalOf(fields.text())));
  if (!asset && !gl320m) {
    draft.set('hours', hourMeterMs(fields.text()));
    setAnalogue(draft, 1, fields.text());
  }
  if (model.startsWith('GV') && !model.startsWith('GV6') && model !== 'GV350M')
    setAnalogue(draft, 2, fields.text());
  if (model === 'GV200' || model === 'GV310LAU') setAnalogue(draft, 3, fields.text());
  if (/^GV3.+CEU/.test(model) || model.startsWith('GV600M')) fields.skip();
  if (asset) {
    draft.set('batteryLevel', wholeOf(fields.text()));
    fields.skip(); // mode
    draft.set('motion', (wholeOf(fields.text()) ?? 0) > 0);
  }
  if (model === 'GV200') {
    draft.set('input', fields.optionalHex());
    draft.set('output', fields.optionalHex());
    fields.skip(); // UART type
  } else if (gl320m) {
    draft.set('batteryLevel', wholeOf(fields.text()));
    if (hasBit(mask, 7)) draft.set('externalBattery', fields.optionalNumber());
  } else if (!asset) {
    draft.set('batteryLevel', wholeOf(fields.text()));
    setDeviceStatus(draft, fields.text());
    fields.skip(); // UART type
  }
  readListed(() => readEriExtras(draft, fields, layout));
}

/** Lists whose layout the model does not tell may end elsewhere; what stands before them is sure. */
function readListed(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
  }
}

/** `F` and percent of a fuel tank, or millivolts. */
function setAnalogue(draft: RecordDraft, index: number, text: string): void {
  if (text.startsWith('F') && isDigits(text.slice(1))) draft.set(`fuel${index}`, Number(text.slice(1)));
  else draft.set(`adc${index}`, volts(wholeOf(text)));
}
