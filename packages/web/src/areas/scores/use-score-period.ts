import { MINUTE_MS } from '@rastro/base';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { usePlace } from '../../kernel/formats/use-place.ts';
import { periodOf, readPeriod, type Period, type PeriodChoice } from '../../kernel/period/period.ts';
import { useNow } from '../../ui/use-now.ts';

/** A month: a shorter time is seldom enough for a rank. */
const FIRST_PERIOD: PeriodChoice = { preset: '30d' };

/** Period of the address. */
export function useScorePeriod(): { readonly choice: PeriodChoice; readonly period: Period } {
  const place = usePlace();
  const [search] = useSearchParams();
  const text = search.toString();
  const now = useNow(MINUTE_MS);
  return useMemo(() => {
    const read = new URLSearchParams(text);
    const choice = read.has('period') || read.has('from') ? readPeriod(read) : FIRST_PERIOD;
    return { choice, period: periodOf(choice, now, place) };
  }, [text, now, place]);
}
