import { zoneText, type ReaderPreferences } from '@rastro/fleet';
import type { SheetBlock } from '@rastro/fleet/sheets';
import { shortMoment } from '../../exports/moment-text.ts';
import type { Period } from './report-device.ts';
import { narrowedText } from './narrowed-text.ts';
import type { ReportJob } from './report-job.ts';
import { SHEET_LABELS } from '../files/sheet-labels.ts';

/** Names that are written out; of more only how many there are. */
const MAX_NAMES = 3;
type Reader = Pick<ReaderPreferences, 'language' | 'zone' | 'hour12'>;

/** A period as its reader writes days and hours: `11/1/2026, 12:00 AM – 11/30/2026, 11:59 PM`. */
export function periodText({ from, to }: Period, reader: Reader): string {
  const write = shortMoment(reader);
  return `${write(from)} – ${write(to)}`;
}

/** Which vehicles a report is about. */
export const devicesText = (devices: readonly { readonly name: string }[]): string =>
  devices.length > MAX_NAMES ? String(devices.length) : devices.map(({ name }) => name).join(', ');

/** Block about the sheet, above its columns. */
export function reportBlock(
  job: Pick<
    ReportJob,
    'type' | 'period' | 'compared' | 'hours' | 'eventTypes' | 'devices' | 'reader' | 'print'
  >,
  title: string,
): SheetBlock {
  const { period, compared, devices, reader, print } = job;
  const labels = SHEET_LABELS[reader.language];
  const narrowed = narrowedText(job);
  return {
    brand: print.brand,
    title,
    details: [
      `${labels.period}: ${periodText(period, reader)}${narrowed === '' ? '' : ` · ${narrowed}`}`,
      ...(compared ? [`${labels.comparedWith}: ${periodText(compared, reader)}`] : []),
      `${labels.devices}: ${devicesText(devices)}`,
      `${labels.madeAt}: ${shortMoment(reader)(print.madeAt)} · ${labels.zone} ${zoneText(reader.zone, reader.language, period.from)}`,
    ],
  };
}
