export { cellText, frameFiles, sheetEnd, sheetStart, type Cell, type FormattedNumber } from './xlsx-text.ts';
export { csvLine } from './csv-line.ts';
