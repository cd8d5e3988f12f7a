import { drawColumns, drawLines, linesHeight, type Bar } from './bar-chart.ts';
import type { Digest } from './digest.ts';
import type { Figures } from './figures.ts';
import type { Paper } from '@rastro/outgoing/papers';
import type { PdfLabels } from './pdf-labels.ts';

/** More days than this are shown as months. */
const MAX_DAYS = 62;
const MAX_VEHICLES = 8;
const CHART_HEIGHT = 132;

interface ChartInput {
  readonly digest: Digest;
  readonly figures: Figures;
  readonly labels: PdfLabels;
  readonly colour: string;
}

/** By day and by vehicle, as far as there is more than one. @returns how high they are; 0 = there was none. */
export function drawCharts(
  paper: Paper,
  { digest, figures, labels, colour }: ChartInput,
  { y, margin }: { readonly y: number; readonly margin: number },
): number {
  const main = digest.mainColumn;
  const subject = digest.columns[main]?.title ?? labels.rowCount;
  const bar = (label: string, value: number): Bar => ({ label, value, text: figures.figure(value, main) });
  const days = digest.parting === 'none' ? [] : periodsOf(digest.perDay);
  const vehicles = [...digest.perVehicle].toSorted(([, a], [, b]) => b - a).slice(0, MAX_VEHICLES);
  const both = days.length > 1 && vehicles.length > 1;
  const whole = paper.width - 2 * margin;
  const width = both ? (whole - 20) / 2 : whole;
  const place = { x: margin, y, width, height: CHART_HEIGHT };
  if (days.length > 1) {
    const isMonths = digest.perDay.size > MAX_DAYS;
    const title = `${subject} ${isMonths ? labels.perMonth : labels.perDay}`;
    const bars = days.map(([date, value]) =>
      bar(isMonths ? figures.monthAndYear(date) : figures.dayAndMonth(date), value),
    );
    drawColumns(paper, { title, bars, colour }, place);
  }
  if (vehicles.length > 1) {
    const bars = vehicles.map(([name, value]) => bar(name, value));
    const title = `${subject} ${labels.perVehicle}`;
    drawLines(paper, { title, bars, colour }, both ? { ...place, x: margin + width + 20 } : place);
  }
  if (days.length > 1) return CHART_HEIGHT;
  return vehicles.length > 1 ? linesHeight(vehicles.length) : 0;
}

/** Every day between the first and the last, also those without anything; or months. */
function periodsOf(perDay: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  const days = [...perDay.keys()].toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (days.length > MAX_DAYS) {
    const months = new Map<string, number>();
    for (const day of days) {
      const month = day.slice(0, '2026-01'.length);
      months.set(month, (months.get(month) ?? 0) + (perDay.get(day) ?? 0));
    }
    return [...months];
  }
  const all: (readonly [string, number])[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last) && all.length < 2 * MAX_DAYS; at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, first.length);
    all.push([day, perDay.get(day) ?? 0]);
  }
  return all;
}
