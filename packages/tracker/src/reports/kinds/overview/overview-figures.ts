import { apiDate, type ReportItems } from '@rastro/fleet';
import {
  changeOf,
  hasNoFuel,
  OVERVIEW_FIGURES,
  silentFigures,
  TOTALS_FIGURES,
  type OverviewKind,
  type WidgetFigure,
} from '@rastro/fleet/figures';
import { askedWidgets, waitedAt } from '../../request/asked-widgets.ts';
import { insideOf, spansInside } from '../../request/report-hours.ts';
import type { ReportJob } from '../../request/report-job.ts';
import { scoreOfLine } from '../scores/report-scores.ts';
import type { OverviewSums } from './overview-sums.ts';

export type OverviewFigure = ReportItems['overview'];
type Job = Omit<ReportJob, 'output'>;

/** Figures of the widgets that are asked for, and that their reader may see, from what was added up. */
export const overviewFigures =
  (job: Job) =>
  (added: readonly OverviewSums[]): readonly OverviewFigure[] =>
    added.flatMap((sums) =>
      askedWidgets(job).flatMap((kind) =>
        figuresOf(kind, sums, job).flatMap((figure) => itemOf(kind, figure, momentOf(kind, job))),
      ),
    );

function figuresOf(kind: OverviewKind, sums: OverviewSums, job: Job): readonly WidgetFigure[] {
  switch (kind) {
    case 'alarms':
    case 'services':
      return job.waiting[kind] ?? [];
    case 'silent':
      return silentFigures(sums.silent);
    case 'driven':
    case 'safety':
    case 'fuel':
    case 'use': {
      const { totals, before, score } = sums;
      // As on the screen: nobody has reported fuel, which is not the same as none.
      if (kind === 'fuel' && hasNoFuel(totals)) return [];
      const compared = job.compared ? before : undefined;
      return TOTALS_FIGURES[kind]({
        totals,
        before: compared,
        lengthMs: lengthOf(job),
        score: scoreOfLine(score),
      });
    }
  }
}

/** Of the period, as far as its hours are asked for. */
function lengthOf({ period: { from, to }, hours }: Job): number {
  const isInside = insideOf(hours);
  if (isInside === null) return to - from + 1;
  return spansInside(isInside, { from, to: to + 1 }).reduce((sum, span) => sum + span.to - span.from, 0);
}

/** When it was so, of what waits: maintenance now, the rest at the end of the period. Null = in the period. */
function momentOf(kind: OverviewKind, job: Job): number | null {
  if (kind === 'services') return job.print.madeAt;
  return kind === 'alarms' || kind === 'silent' ? waitedAt(job) : null;
}

function itemOf(widget: OverviewKind, figure: WidgetFigure, at: number | null): readonly OverviewFigure[] {
  const { name, value, unit, before = null, note } = figure;
  const change = changeOf(figure);
  // Only sites have names of their own, and there are none here.
  if (!isOverviewFigure(name)) return [];
  return [
    {
      widget,
      figure: name,
      value,
      unit,
      before,
      change: change && change.percent,
      isGood: change && change.isGood,
      note: note ?? null,
      at: at === null ? null : apiDate(at),
    },
  ];
}

const NAMES: ReadonlySet<unknown> = new Set(OVERVIEW_FIGURES);
const isOverviewFigure = (name: WidgetFigure['name']): name is OverviewFigure['figure'] => NAMES.has(name);
