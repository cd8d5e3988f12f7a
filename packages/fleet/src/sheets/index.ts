export {
  blockRows,
  cellText,
  columnName,
  headCells,
  headRowOf,
  numberCell,
  textCell,
  type Cell,
  type SheetBlock,
  type SheetCell,
} from './xlsx-text.ts';
export { frameFiles, sheetEnd, sheetStart, STYLES } from './xlsx-frame.ts';
export {
  dateFormat,
  DURATION_FORMAT,
  instantFormat,
  numberFormat,
  SECONDS_FORMAT,
  serialDuration,
  serialOf,
} from './sheet-formats.ts';
export { BYTE_ORDER_MARK, csvSeparator, csvText, csvWriter } from './csv-line.ts';
export { attachmentHeader, sheetFileName } from './file-name.ts';
