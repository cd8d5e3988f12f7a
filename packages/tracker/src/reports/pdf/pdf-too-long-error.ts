/** `rows`: how many a PDF would have. */
export class PdfTooLongError extends Error {
  override readonly name = 'PdfTooLongError';
  readonly rows: number;
  constructor(rows: number) {
    super(`Cannot print ${rows} rows`);
    this.rows = rows;
  }
}
