import { SPREADSHEET_TYPE } from '@rastro/outgoing/sheets';

/** How reports are handed out as files. */
export const REPORT_FILES = {
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  xlsx: { type: SPREADSHEET_TYPE, ending: 'xlsx' },
  pdf: { type: 'application/pdf', ending: 'pdf' },
} as const;
export const FILE_FORMATS = ['xlsx', 'csv', 'pdf'] as const;
/** What a mail may carry. */
export const MAIL_FORMATS = ['xlsx', 'pdf'] as const;
