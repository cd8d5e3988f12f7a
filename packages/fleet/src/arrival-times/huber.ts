/** Residuals beyond this weigh less; of logarithms. */
const [WIDTH, ROUNDS, RIDGE] = [0.25, 20, 0.01];

/**
 * Weights of inputs that come nearest to the outputs, where far-off rows count less. @source Huber: Robust Estimation of a
 * Location Parameter, 1964, by iteratively reweighted least squares
 */
export function huberWeights(
  rows: readonly (readonly number[])[],
  outputs: readonly number[],
): readonly number[] {
  const width = rows[0]?.length ?? 0;
  const counts = rows.map(() => 1);
  let weights: readonly number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const sums = Array.from({ length: width }, (_, at) =>
      Array.from({ length: width + 1 }, (__, column) => (at === column ? RIDGE : 0)),
    );
    for (const [at, row] of rows.entries())
      for (const [a, sum] of sums.entries()) {
        const factor = (counts[at] ?? 0) * (row[a] ?? 0);
        for (let b = 0; b < width; b++) sum[b] = (sum[b] ?? 0) + factor * (row[b] ?? 0);
        sum[width] = (sum[width] ?? 0) + factor * (outputs[at] ?? 0);
      }
    weights = solved(sums);
    for (const [at, row] of rows.entries()) {
      const off = Math.abs((outputs[at] ?? 0) - dot(row, weights));
      counts[at] = Math.min(1, WIDTH / Math.max(off, 1e-9));
    }
  }
  return weights;
}

export const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, each, at) => sum + each * (b[at] ?? 0), 0);

/** Solves equations, each a row with its result behind; they are changed. */
function solved(rows: number[][]): readonly number[] {
  const count = rows.length;
  for (let column = 0; column < count; column++) {
    let pivot = column;
    for (let at = column + 1; at < count; at++)
      if (Math.abs(rows[at]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = at;
    const [top, other] = [rows[pivot] ?? [], rows[column] ?? []];
    rows[column] = top;
    rows[pivot] = other;
    for (const row of rows) {
      if (row === top) continue;
      const factor = (row[column] ?? 0) / (top[column] ?? 1);
      for (let at = column; at <= count; at++) row[at] = (row[at] ?? 0) - factor * (top[at] ?? 0);
    }
  }
  return rows.map((row, at) => (row[count] ?? 0) / (row[at] ?? 1));
}
