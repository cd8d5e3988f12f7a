import { sheetFileName } from '@rastro/fleet/sheets';
import { SPREADSHEET_TYPE } from '@rastro/outgoing/sheets';
import { dayNamer } from '../../exports/day-namer.ts';
import type { ReportJob } from '../request/report-job.ts';

/** File formats of reports. */
export const REPORT_FILES = {
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  xlsx: { type: SPREADSHEET_TYPE, ending: 'xlsx' },
  pdf: { type: 'application/pdf', ending: 'pdf' },
} as const;
export const FILE_FORMATS = ['xlsx', 'csv', 'pdf'] as const;
/** Formats that a mail may carry. */
export const MAIL_FORMATS = ['xlsx', 'pdf'] as const;

/**
 * Product, report and period: `Rastro_Viagens_2026-11-01_2026-11-30.xlsx`. Days as the reader's midnights part them.
 */
export function reportFileName(
  { print, period, reader, output }: Pick<ReportJob, 'print' | 'period' | 'reader' | 'output'>,
  name: string,
): string {
  const day = dayNamer(reader.zone);
  const [first, last] = [day(period.from), day(period.to)];
  const ending = output === 'json' ? 'json' : REPORT_FILES[output].ending;
  return sheetFileName([print.brand, name, ...(first === last ? [first] : [first, last])], ending);
}
