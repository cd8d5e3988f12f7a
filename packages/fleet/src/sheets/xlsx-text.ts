/** What a cell may hold; null = nothing. */
export type Cell = string | number | boolean | null;
/** A number with how a spreadsheet shows it, e.g. `0" km/h"`; one of the formats that the frame was made with. */
export interface FormattedNumber {
  readonly number: number;
  readonly format: string;
}
/** The same, and what only a spreadsheet can show. */
export type SheetCell = Cell | FormattedNumber;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Characters that a name of a sheet must not have, and how many it may have. @source ECMA-376, as Excel enforces it */
const NOT_IN_NAMES = /[\\/?*[\]:]/g;
const NAME_LENGTH = 31;
/** What a cell can hold; a file with more is called damaged. */
const CELL_LENGTH = 32_767;
const BOLD = 1;
/** Styles before those of the formats. */
const PLAIN_STYLES = 2;
/** Formats below have a meaning of their own. @source ECMA-376 §18.8.30 */
const FIRST_FORMAT = 164;

/**
 * All files of a spreadsheet but its one sheet, by path.
 * @param formats Of its formatted numbers, in the order in which `cellText` is told them.
 */
export const frameFiles = (
  name: string,
  formats: readonly string[] = [],
): Readonly<Record<string, string>> => ({
  '[Content_Types].xml':
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
  'xl/_rels/workbook.xml.rels': relations([
    ['worksheet', 'worksheets/sheet1.xml'],
    ['styles', 'styles.xml'],
  ]),
  'xl/workbook.xml':
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
    `<sheet name="${escaped(name.replace(NOT_IN_NAMES, ' ').slice(0, NAME_LENGTH))}" sheetId="1" r:id="r1"/>` +
    `</sheets></workbook>`,
  'xl/styles.xml':
    `${HEAD}<styleSheet xmlns="${MAIN}">${numberFormats(formats)}<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
    `<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
    `<fills count="2"><fill><patternFill patternType="none"/></fill>` +
    `<fill><patternFill patternType="gray125"/></fill></fills>` +
    `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
    `<cellXfs count="${PLAIN_STYLES + formats.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
    `<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${formats
      .map(
        (_, at) =>
          `<xf numFmtId="${FIRST_FORMAT + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
      )
      .join('')}</cellXfs></styleSheet>`,
});

const numberFormats = (formats: readonly string[]): string =>
  formats.length === 0
    ? ''
    : `<numFmts count="${formats.length}">${formats
        .map((format, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${escaped(format)}"/>`)
        .join('')}</numFmts>`;

const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([type, target], i) => `<Relationship Id="r${i + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** @param widths Of the columns, characters. */
export const sheetStart = (widths: readonly number[]): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView tabSelected="1" workbookViewId="0">` +
  `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths
    .map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`;
export const sheetEnd = '</sheetData></worksheet>';
/** As `sheetEnd`, with a line at the head of every printed page; the rows stay as they are. */
export const headedSheetEnd = (left: string, right: string): string =>
  `</sheetData><headerFooter><oddHeader>${escaped(`&L&B${printed(left)}&R${printed(right)}`)}</oddHeader></headerFooter></worksheet>`;
/** In heads of pages `&` begins an order, and figures after one are a size; all of them have 255 characters. @source ECMA-376 §18.3.1.46 */
const printed = (text: string): string => ` ${Array.from(text).slice(0, 60).join('').replaceAll('&', '&&')}`;

/**
 * @param row From 1; the first has the titles.
 * @param formats Those of the frame; a number whose format is not among them is plain.
 */
export function cellText(
  value: SheetCell,
  column: number,
  row: number,
  formats: readonly string[] = [],
): string {
  if (value === null) return '';
  const at = `<c r="${columnName(column)}${row}"`;
  if (typeof value === 'number') return Number.isFinite(value) ? `${at}><v>${value}</v></c>` : '';
  if (typeof value === 'object') {
    if (!Number.isFinite(value.number)) return '';
    const style = formats.indexOf(value.format);
    return `${at}${style === -1 ? '' : ` s="${PLAIN_STYLES + style}"`}><v>${value.number}</v></c>`;
  }
  if (typeof value === 'boolean') return `${at} t="b"><v>${value ? 1 : 0}</v></c>`;
  const style = row === 1 ? ` s="${BOLD}"` : '';
  return `${at}${style} t="inlineStr"><is><t xml:space="preserve">${escaped(fitting(value))}</t></is></c>`;
}

/** A, B … Z, AA … */
const columnName = (column: number): string =>
  (column < 26 ? '' : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** Longer texts end in dots: that something is missing can be seen. */
const fitting = (text: string): string =>
  text.length <= CELL_LENGTH ? text : `${text.slice(0, CELL_LENGTH - 1)}…`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What XML should not hold: controls but tab and ends of lines, halves of pairs, and two that are no characters. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu;
/** Spreadsheets read `_x0041_` as A. */
const LIKE_A_CODE = /_(?=x[\dA-Fa-f]{4}_)/g;

const HAS_ANY = /[&<>"_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;
/** Most texts have nothing to escape: they are looked at once. */
const escaped = (text: string): string =>
  HAS_ANY.test(text)
    ? text
        .replace(FORBIDDEN, '')
        .replace(LIKE_A_CODE, '_x005F_')
        .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
    : text;
