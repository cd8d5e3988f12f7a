export { SPREADSHEET_TYPE, writeXlsx, XlsxFile, type SheetHead } from './xlsx.ts';
