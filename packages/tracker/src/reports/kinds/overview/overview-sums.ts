import { HOUR_MS } from '@rastro/base';
import { addTotals, NO_TOTALS, type TotalsItem } from '@rastro/fleet';
import { SILENT_HOURS, SILENT_REASONS, TOTALS_FIGURES } from '@rastro/fleet/figures';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { askedWidgets, isWidgetAsked, waitedAt } from '../../request/asked-widgets.ts';
import type { ReportJob } from '../../request/report-job.ts';
import { reportInactive } from '../inactive/report-inactive.ts';
import { addScores, NO_LINE, scoreLine, type ScoreLine } from '../scores/report-scores.ts';
import { totalsByDevice } from '../totals/report-totals.ts';

/** All that the figures of an overview are divided from, once it is added up. */
export interface OverviewSums {
  readonly totals: TotalsItem;
  /** Of the compared period. */
  readonly before: TotalsItem;
  readonly score: ScoreLine;
  /** Vehicles without signal at the end of the period. */
  readonly silent: number;
}
const NO_SUMS: OverviewSums = { totals: NO_TOTALS, before: NO_TOTALS, score: NO_LINE, silent: 0 };

export const addOverviews = (a: OverviewSums, b: OverviewSums): OverviewSums => ({
  totals: addTotals(a.totals, b.totals),
  before: addTotals(a.before, b.before),
  score: addScores(a.score, b.score),
  silent: a.silent + b.silent,
});

/** Sums of the devices of a job, as the reports of totals, scores and inactive vehicles have them; one line. */
export async function overviewSums(reader: ReportReader, job: ReportJob): Promise<readonly OverviewSums[]> {
  const ofVehicles: ReportJob = { ...job, by: 'device', driver: null };
  const hasTotals = askedWidgets(job).some((kind) => kind in TOTALS_FIGURES);
  const known = hasTotals ? await periodSums(reader, ofVehicles) : NO_SUMS;
  return [{ ...known, silent: isWidgetAsked(job, 'silent') ? await countSilent(reader, job) : 0 }];
}

async function periodSums(reader: ReportReader, job: ReportJob): Promise<OverviewSums> {
  const now = await totalsByDevice(reader, job);
  const compared = job.compared ? await totalsByDevice(reader, { ...job, period: job.compared }) : [];
  return {
    totals: now.flatMap(({ lines }) => lines).reduce(addTotals, NO_TOTALS),
    before: compared.flatMap(({ lines }) => lines).reduce(addTotals, NO_TOTALS),
    score: now
      .flatMap(({ device, lines }) => lines.map((line) => scoreLine(device, line)))
      .reduce(addScores, NO_LINE),
    silent: 0,
  };
}

/** By the report of inactive vehicles, over the hours before the end: which hours of a week are asked for is no matter. */
async function countSilent(reader: ReportReader, job: ReportJob): Promise<number> {
  const to = waitedAt(job);
  const asked = {
    period: { from: to - SILENT_HOURS * HOUR_MS, to },
    hours: null,
    verdicts: {},
    eventTypes: SILENT_REASONS,
  };
  let count = 0;
  for (const device of job.devices)
    for await (const lines of reportInactive(reader, device, asked)) count += lines.length;
  return count;
}
