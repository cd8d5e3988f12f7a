import { OVERVIEW_KINDS, type OverviewKind } from '@rastro/fleet/figures';
import type { ReportJob } from './report-job.ts';

/** Whether the figures of a widget are wanted; none named = all of them are. */
export const isWidgetAsked = ({ eventTypes }: Pick<ReportJob, 'eventTypes'>, kind: OverviewKind): boolean =>
  eventTypes.length === 0 || eventTypes.includes(kind);

/** Widgets whose figures are wanted, in their order. */
export const askedWidgets = (job: Pick<ReportJob, 'eventTypes'>): readonly OverviewKind[] =>
  OVERVIEW_KINDS.filter((kind) => isWidgetAsked(job, kind));

/** When it is counted what waits: at the end of the period, which may not have come yet. */
export const waitedAt = ({ period, print }: Pick<ReportJob, 'period' | 'print'>): number =>
  Math.min(period.to, print.madeAt);
