import type { LatLng } from '@rastro/fleet';
import type { SheetCell } from '@rastro/fleet/sheets';
import type { DisplayChoices } from '../../../i18n/format.ts';
import { isPlace } from '../../../live/is-place.ts';
import type { ListSection, Vehicle } from '../../../live/fleet.ts';
import { writeCsv } from '../../../ui/sheets/write-csv.ts';
import { cellFigure } from './cell-figure.ts';
import { cellText, type CellTextContext } from './cell-text.ts';
import type { ColumnId } from './columns.ts';
import type { TableLine, TableLines } from './table-lines.ts';
import { XlsxFile } from '../../../ui/sheets/xlsx-file.ts';

export interface TableSheet {
  readonly name: string;
  readonly brand: string;
  readonly language: string;
  readonly lines: TableLines;
  readonly columns: readonly { readonly id: ColumnId; readonly title: string; readonly px: number }[];
  readonly textContext: CellTextContext;
  readonly choices: DisplayChoices;
  readonly titleOf: (section: ListSection) => string;
  readonly read: (ids: readonly number[]) => Promise<readonly Vehicle[]>;
  /** In the order of the places; what is not known is null or missing. */
  readonly addresses: (places: readonly LatLng[]) => Promise<readonly (string | null)[]>;
}

/** Text of a cell, and its number for a spreadsheet, if it has one. */
interface CellContent {
  readonly text: string;
  readonly figure: SheetCell;
}

/** Rows read and written per slice: a few milliseconds of work, between which the page can respond. */
const SLICE = 100;
const PX_PER_CHARACTER = 7;

/** A table as it is shown, closed sections closed. Languages that write decimals with a comma part cells with `;`. */
export async function writeTableSheet(format: 'xlsx' | 'csv', sheet: TableSheet): Promise<string | Blob> {
  const titles = sheet.columns.map(({ title }) => title);
  if (format === 'csv') {
    const rows: (readonly string[])[] = [titles];
    for await (const slice of rowsOf(sheet)) rows.push(...slice.map((row) => row.map(({ text }) => text)));
    return writeCsv(rows, sheet.language.startsWith('en') ? ',' : ';');
  }
  const widths = sheet.columns.map(({ px }) => Math.round(px / PX_PER_CHARACTER));
  const file = new XlsxFile({ name: sheet.name, brand: sheet.brand, widths });
  file.add([titles]);
  for await (const slice of rowsOf(sheet))
    file.add(slice.map((row) => row.map(({ text, figure }) => figure ?? text)));
  return file.end();
}

async function* rowsOf(sheet: TableSheet): AsyncGenerator<readonly (readonly CellContent[])[]> {
  let slice: TableLine[] = [];
  for (const line of sheet.lines.all()) {
    slice.push(line);
    if (slice.length < SLICE) continue;
    yield await cellsOf(sheet, slice);
    slice = [];
  }
  if (slice.length > 0) yield await cellsOf(sheet, slice);
}

async function cellsOf(
  sheet: TableSheet,
  lines: readonly TableLine[],
): Promise<readonly (readonly CellContent[])[]> {
  const vehicles = await sheet.read(lines.flatMap((line) => (line.kind === 'vehicle' ? line.id : [])));
  const byId = new Map(vehicles.map((vehicle) => [vehicle.device.id, vehicle]));
  const places = sheet.columns.some(({ id }) => id === 'place') ? await placesOf(vehicles, sheet) : null;
  return lines.flatMap((line) => {
    if (line.kind === 'section')
      return [[{ text: `${sheet.titleOf(line.section)} (${line.section.count})`, figure: null }]];
    const vehicle = byId.get(line.id);
    if (vehicle === undefined) return [];
    return [
      sheet.columns.map(({ id }) => ({
        text:
          (id === 'place' ? places?.get(line.id) : null) ??
          cellText(id, vehicle, sheet.textContext) ??
          sheet.textContext.t('devices:unknown'),
        figure: cellFigure(id, vehicle, sheet),
      })),
    ];
  });
}

/** Addresses that are not stored, looked up as the table does. */
async function placesOf(
  vehicles: readonly Vehicle[],
  { addresses }: TableSheet,
): Promise<ReadonlyMap<number, string>> {
  const asked = vehicles.flatMap(({ position }) =>
    position !== null && isPlace(position) && (position.address ?? '') === '' ? position : [],
  );
  const found = asked.length === 0 ? [] : await addresses(asked);
  return new Map(
    asked.flatMap(({ deviceId }, at) => {
      const text = found[at];
      return text === null || text === undefined ? [] : [[deviceId, text] as const];
    }),
  );
}
