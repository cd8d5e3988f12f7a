import type { CostPeriod } from '@rastro/fleet/costs';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { isOneDay } from './cost-question.ts';

/** Days of a line in words. */
export function useDaysText(): (period: CostPeriod) => string {
  const format = useFormat();
  return (period) =>
    isOneDay(period) ? format.day(period.from) : `${format.day(period.from)} – ${format.day(period.to)}`;
}
