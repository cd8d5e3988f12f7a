import { DAY_MS } from '@rastro/base';
import type { ReportType } from '@rastro/fleet';
import type { ReportQuery } from '@rastro/fleet/api';
import { comparedSpan } from '@rastro/fleet/calendars';
import { appError } from '../../errors/app-error.ts';
import { REPORT_KINDS } from '../kinds/registry.ts';
import type { Period } from './report-device.ts';

type Ends = Pick<ReportQuery, 'from' | 'to' | 'comparedFrom' | 'comparedTo'>;

/**
 * The period that the figures of a report are compared with: the one that is named, else as long a one right before. Null
 * = it has no figures. @throws AppError
 */
export function comparedPeriod(
  type: ReportType,
  { from, to, comparedFrom, comparedTo }: Ends,
): Period | null {
  if (!REPORT_KINDS[type].hasFigures) return null;
  if (comparedFrom === null && comparedTo === null) {
    const span = { from, to };
    // No zone counts: only days, weeks and months have one.
    return comparedSpan(span, span, { zone: 'UTC', weekStart: 0 });
  }
  if (comparedFrom === null) throw appError.badInput('comparedFrom: is missing');
  if (comparedTo === null) throw appError.badInput('comparedTo: is missing');
  if (comparedTo < comparedFrom) throw appError.badInput('comparedTo: is before comparedFrom');
  return { from: comparedFrom, to: comparedTo };
}

/** All that a report reads: its period, that which it is compared with, and the day before its end. @throws AppError */
export function periodRead(type: ReportType, query: Ends): Period {
  const { from, to } = query;
  const compared = comparedPeriod(type, query);
  if (compared === null) return { from, to };
  return { from: Math.min(from, compared.from, to - DAY_MS), to: Math.max(to, compared.to) };
}
