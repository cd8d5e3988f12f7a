export { cellText, frameFiles, sheetEnd, sheetStart, type Cell } from './xlsx-text.ts';
export { csvLine } from './csv-line.ts';
