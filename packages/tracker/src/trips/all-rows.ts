/** All rows of all pages, at once: for queries that bound them. Most have one page, which is not copied. */
export async function allRows<Row>(pages: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  let rows: readonly Row[] = [];
  for await (const page of pages) rows = rows.length === 0 ? page : [...rows, ...page];
  return rows;
}
