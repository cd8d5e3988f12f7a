import type { AttributeValue } from '../entities/attributes.ts';

/** A line of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula is defused. */
export function csvLine(cells: readonly (AttributeValue | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: AttributeValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Coordinates begin with a minus too, and hold nothing that could be run.
  const mayRun = /^[=+\-@\t\r]/.test(text) && !/^-?[\d., -]+$/.test(text);
  const safe = mayRun ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
