/** One figure, one line of JSON. */
export function printFigure(bench: string, figures: Readonly<Record<string, number | string | null>>): void {
  console.log(JSON.stringify({ bench, ...figures }));
}

export const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits));
export const mebibytes = (kibibytes: number | null): number | null =>
  kibibytes === null ? null : Math.round(kibibytes / 1024);
