import {
  countedAs,
  DRIVING_EVENT_KINDS,
  isSevereEvent,
  isWithdrawn,
  type EventCounts,
  type Sums,
} from '@rastro/fleet/trips';
import { nearQuarter, QUARTER_MS } from '../../trips/sums-of-period.ts';
import type { ReportReader } from '../jobs/report-reader.ts';
import type { ReportDevice } from '../request/report-device.ts';
import { insideOf, spansInside, type Span } from '../request/report-hours.ts';
import type { ReportJob } from '../request/report-job.ts';
import { begun } from './episodes.ts';

/** Sums of a driver with a device; null = of the device, or what is left of it. */
interface Share {
  readonly driver: string | null;
  readonly sums: Sums;
}
/** An event that the sums count, and that was taken back. */
interface Counted {
  readonly name: keyof EventCounts;
  readonly driver: string | null;
  /** An end of the period cuts its quarter of an hour, which is of no driver then. */
  readonly isCut: boolean;
}

/**
 * Sums of a device without the events that were taken back. They are looked up in derived history as it is now: what is
 * no longer an event, or was never counted, is not subtracted.
 */
export async function withoutWithdrawn(
  reader: ReportReader,
  device: ReportDevice,
  shares: readonly Share[],
  job: Pick<ReportJob, 'period' | 'hours' | 'withdrawn'>,
): Promise<readonly Share[]> {
  const own = job.withdrawn[device.id] ?? [];
  const spans = spansOf(job);
  const [from, to] = [quarterOf(spans[0]?.from ?? 0), quarterAfter(spans.at(-1)?.to ?? 0)];
  if (!own.some((each) => each.from < to && each.to >= from)) return shares;
  const kinds = DRIVING_EVENT_KINDS.filter((kind) => own.some((each) => each.kind === kind));
  const events = await begun(reader, device, { period: { from, to: to - 1 }, driver: null }, kinds);
  const counted = events.flatMap((event): readonly Counted[] => {
    const { start, end, note, figures, driver } = event;
    const kind = kinds.find((each) => each === event.kind);
    const span = spans.find(
      (each) => start.time >= quarterOf(each.from) && start.time < quarterAfter(each.to),
    );
    if (kind === undefined || note === 'partly' || !span) return [];
    if (!isWithdrawn(own, { kind, from: start.time, to: end.time })) return [];
    const isSevere = isSevereEvent(kind, figures.peakMs2 ?? 0, device.tripDevice.settings);
    const isCut = quarterOf(start.time) < span.from || quarterOf(start.time) + QUARTER_MS > span.to;
    return [{ name: countedAs(kind, isSevere), driver, isCut }];
  });
  return counted.reduce(withoutOne, shares);
}

/** Stretches of the period that count; of a quarter of an hour that one cuts, the sums count all events. */
function spansOf({ period, hours }: Pick<ReportJob, 'period' | 'hours'>): readonly Span[] {
  const whole = { from: period.from, to: period.to + 1 };
  const isInside = insideOf(hours);
  const spans = isInside ? spansInside(isInside, whole) : [whole];
  return spans.map(({ from, to }) => ({ from: nearQuarter(from), to: nearQuarter(to) }));
}
const quarterOf = (time: number): number => Math.floor(time / QUARTER_MS) * QUARTER_MS;
const quarterAfter = (time: number): number => Math.ceil(time / QUARTER_MS) * QUARTER_MS;

/** Takes an event from its driver; where drivers are not known, from what is left of the device. */
function withoutOne(shares: readonly Share[], { name, driver, isCut }: Counted): readonly Share[] {
  const has = ({ sums }: Share): boolean => sums[name] > 0;
  const likely = isCut ? [null, driver] : [driver, null];
  const [found] = likely.flatMap((each) => shares.filter((share) => share.driver === each && has(share)));
  return shares.map((share) =>
    share === found ? { ...share, sums: { ...share.sums, [name]: share.sums[name] - 1 } } : share,
  );
}
