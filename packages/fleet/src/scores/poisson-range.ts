/** Normal quantile of a range of 95 per cent. */
const Z = 1.96;

/**
 * Bounds of 95 per cent of the expected number of events, of which some weigh more, by Byar's approximation to those of
 * Poisson. Nothing seen is still up to three or four.
 */
export function poissonRange(light: number, severe: number, severeWeight: number): readonly [number, number] {
  const sum = light + severeWeight * severe;
  if (sum === 0) return [0, upper(0)];
  // Of weighted events: as if it were fewer of one, larger, weight.
  const size = (light + severeWeight ** 2 * severe) / sum;
  return [size * lower(sum / size), size * upper(sum / size)];
}

const lower = (n: number): number => n * Math.max(0, 1 - 1 / (9 * n) - Z / (3 * Math.sqrt(n))) ** 3;
const upper = (n: number): number => {
  const next = n + 1;
  return next * (1 - 1 / (9 * next) + Z / (3 * Math.sqrt(next))) ** 3;
};
