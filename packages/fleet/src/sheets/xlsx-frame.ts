import { escaped } from './xlsx-escape.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Characters that a name of a sheet must not have, and how many it may have. @source ECMA-376, as Excel enforces it */
const NOT_IN_NAMES = /[\\/?*[\]:]/g;
const NAME_LENGTH = 31;
/** Formats below have a meaning of their own. @source ECMA-376 §18.8.30 */
const FIRST_FORMAT = 164;
const OWN_COLOUR = '#1f3a5f';
const COLOUR = /^#([\da-f]{6})$/i;

/** Fonts, in the order of the styles sheet. */
const FONTS = { plain: 0, onFill: 1, brand: 2, title: 3, quiet: 4, bold: 5 } as const;
/** Styles of cells: those of every sheet, one for each format, and after them one for the total of each format. */
export const STYLES = { plain: 0, head: 1, brand: 2, title: 3, fact: 4, total: 5, firstFormat: 6 } as const;

export interface FrameStyle {
  /** Of its formatted numbers, in the order in which cells name them. */
  readonly formats: readonly string[];
  /** `#rrggbb`, of the heads of columns; absent = ours. */
  readonly colour?: string;
  /** Row of the heads of columns: repeated on printed pages. */
  readonly headRow: number;
}

/** All files of a spreadsheet but its one sheet, by path. */
export function frameFiles(name: string, style: FrameStyle): Readonly<Record<string, string>> {
  const sheetName = name.replace(NOT_IN_NAMES, ' ').slice(0, NAME_LENGTH);
  return {
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
      `<sheet name="${escaped(sheetName)}" sheetId="1" r:id="r1"/></sheets><definedNames>` +
      `<definedName name="_xlnm.Print_Titles" localSheetId="0">'${escaped(sheetName.replaceAll("'", "''"))}'!$${style.headRow}:$${style.headRow}</definedName>` +
      `</definedNames></workbook>`,
    'xl/styles.xml': styleSheet(style),
  };
}

function styleSheet({ formats, colour = OWN_COLOUR }: FrameStyle): string {
  const ink = COLOUR.exec(colour)?.[1] ?? OWN_COLOUR.slice(1);
  const font = (more: string, size = 11): string =>
    `<font>${more}<sz val="${size}"/>COLOR<name val="Calibri"/></font>`;
  const coloured = (text: string, rgb: string | null): string =>
    text.replace('COLOR', rgb === null ? '' : `<color rgb="FF${rgb.toUpperCase()}"/>`);
  const fonts = [
    coloured(font(''), null),
    coloured(font('<b/>'), 'ffffff'),
    coloured(font('<b/>', 12), ink),
    coloured(font('<b/>', 16), null),
    coloured(font('', 10), '5b6472'),
    coloured(font('<b/>'), null),
  ];
  const style = (fontId: number): string =>
    `<xf numFmtId="0" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyFont="1"/>`;
  const formatted = (fontId: number, borderId: number): readonly string[] =>
    formats.map(
      (_, at) =>
        `<xf numFmtId="${FIRST_FORMAT + at}" fontId="${fontId}" fillId="0" borderId="${borderId}" xfId="0" applyNumberFormat="1"/>`,
    );
  const total = `<xf numFmtId="0" fontId="${FONTS.bold}" fillId="0" borderId="1" xfId="0" applyFont="1" applyBorder="1"/>`;
  const styles = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    `<xf numFmtId="0" fontId="${FONTS.onFill}" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>`,
    style(FONTS.brand),
    style(FONTS.title),
    style(FONTS.quiet),
    total,
    ...formatted(FONTS.plain, 0),
    ...formatted(FONTS.bold, 1),
  ];
  const edges = '<left/><right/>';
  return (
    `${HEAD}<styleSheet xmlns="${MAIN}">${numberFormats(formats)}<fonts count="${fonts.length}">${fonts.join('')}</fonts>` +
    `<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>` +
    `<fill><patternFill patternType="solid"><fgColor rgb="FF${ink.toUpperCase()}"/></patternFill></fill></fills>` +
    `<borders count="2"><border>${edges}<top/><bottom/><diagonal/></border>` +
    `<border>${edges}<top style="thin"><color rgb="FF5B6472"/></top><bottom/><diagonal/></border></borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
    `<cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`
  );
}

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

/**
 * Start of a sheet up to its rows: the heads of columns stay in view, printed pages are as wide as the sheet.
 * @param widths Of the columns, characters.
 */
export const sheetStart = (widths: readonly number[], headRow: number): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` +
  `<sheetViews><sheetView tabSelected="1" showGridLines="0" workbookViewId="0">` +
  `<pane ySplit="${headRow}" topLeftCell="A${headRow + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths
    .map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`;

export interface SheetEnd {
  /** Cells that can be filtered: `A8:K207`; null = there are no rows. */
  readonly filtered: string | null;
  /** At the head of every printed page; null = nothing. */
  readonly left: string | null;
  readonly right: string;
}
export const sheetEnd = ({ filtered, left, right }: SheetEnd): string =>
  `</sheetData>${filtered === null ? '' : `<autoFilter ref="${filtered}"/>`}` +
  `<pageMargins left="0.4" right="0.4" top="0.7" bottom="0.6" header="0.3" footer="0.3"/>` +
  `<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>` +
  `<headerFooter>${left === null ? '' : `<oddHeader>${escaped(`&L&B${printed(left)}&R${printed(right)}`)}</oddHeader>`}<oddFooter>&amp;R&amp;P/&amp;N</oddFooter></headerFooter></worksheet>`;
/** In heads of pages `&` begins an order, and figures after one are a size; all of them have 255 characters. @source ECMA-376 §18.3.1.46 */
const printed = (text: string): string => ` ${Array.from(text).slice(0, 60).join('').replaceAll('&', '&&')}`;
