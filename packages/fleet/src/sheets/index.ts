export {
  cellText,
  frameFiles,
  headedSheetEnd,
  sheetEnd,
  sheetStart,
  type Cell,
  type SheetCell,
} from './xlsx-text.ts';
export { csvLine } from './csv-line.ts';
export { attachmentHeader, sheetFileName } from './file-name.ts';
