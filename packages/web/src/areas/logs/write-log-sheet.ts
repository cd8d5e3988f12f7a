import type { LogLine } from '@rastro/fleet';
import type { DisplayChoices } from '../../i18n/format.ts';
import { figureOf, instantFigure, textOf, type RowCell } from '../../ui/sheets/sheet-value.ts';
import { writeCsv } from '../../ui/sheets/write-csv.ts';
import { XlsxFile } from '../../ui/sheets/xlsx-file.ts';
import { changesIn, detailsIn, type DetailFormatter } from './log-text.ts';

export interface LogSheet extends DetailFormatter {
  readonly name: string;
  readonly brand: string;
  readonly language: string;
  readonly choices: DisplayChoices;
  /** Time, user, address, action, object, id, changes, details. */
  readonly titles: readonly string[];
  readonly lines: readonly LogLine[];
  readonly nameOf: (userId: number) => string;
  readonly actionLabelOf: (action: string) => string;
  readonly objectOf: (object: string) => string;
}
const WIDTHS = [20, 24, 16, 16, 30, 8, 60, 40];

/** The log as a file. Languages that write decimals with a comma part cells with `;`. */
export function writeLogSheet(format: 'xlsx' | 'csv', sheet: LogSheet): string | Blob {
  const rows = sheet.lines.map((line): readonly RowCell[] => [
    {
      text: sheet.timeOf(line.actionTime),
      figure: instantFigure(Date.parse(line.actionTime), sheet.choices),
    },
    line.userId > 0 ? sheet.nameOf(line.userId) : '',
    line.address,
    sheet.actionLabelOf(line.actionType),
    `${sheet.objectOf(line.objectType)} ${line.objectId > 0 ? sheet.thing(line.objectType, line.objectId) : ''}`.trim(),
    line.objectId > 0 ? String(line.objectId) : '',
    changesIn(line)
      .map(({ field, before, after }) => `${field}: ${before} → ${after}`)
      .join('\n'),
    detailsIn(line, sheet),
  ]);
  if (format === 'csv')
    return writeCsv(
      [sheet.titles, ...rows.map((row) => row.map(textOf))],
      sheet.language.startsWith('en') ? ',' : ';',
    );
  const file = new XlsxFile({ name: sheet.name, brand: sheet.brand, widths: WIDTHS });
  file.add([sheet.titles, ...rows.map((row) => row.map(figureOf))]);
  return file.end();
}
