import { useDisplayChoices } from '../../kernel/formats/use-format.ts';

/** Writes points with one decimal each, so that they stand below one another. */
export function usePoints(): (points: number) => string {
  const { language } = useDisplayChoices();
  const numbers = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (points) => numbers.format(points);
}
