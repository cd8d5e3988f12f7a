import { MINUTE_MS } from '@rastro/base';
import type { DriveToStop, RoadRoute, RouteCourse } from '@rastro/fleet/road-routes';
import { AnswerMemory } from '../answer-memory.ts';
import type { FleetReports } from '../fleet-reports.ts';
import { OwnerQueue } from '../owner-queue.ts';
import { soon } from '../with-tracking-api.ts';
import type { OrderDeps } from './order-deps.ts';

/** Late records correct a distance; until then the same is not asked for again. */
const [LIFE_MS, FAILURE_LIFE_MS] = [10 * MINUTE_MS, MINUTE_MS / 2];
const MOST_KNOWN = 50_000;

interface DistanceDeps extends Pick<OrderDeps, 'clock' | 'trackingApi'> {
  readonly reports: FleetReports;
}
/** Account behind which all questions to another node of ours are asked. */
const SERVICE = 0;

/** Reports that a call reads: at least one, so that whoever asks again gets further. */
export interface ReadingBudget {
  /** Milliseconds since 1970, after which no further one is begun. */
  readonly until: number;
  hasRead: boolean;
}

/** Distances of drives between stops, by the sums of all reports. */
export class DriveDistances {
  readonly #deps: DistanceDeps;
  readonly #known: AnswerMemory<number>;
  /** An account has only some reports at once, and keeps the others for itself. */
  readonly #queue = new OwnerQueue();

  constructor(deps: DistanceDeps) {
    this.#deps = deps;
    this.#known = new AnswerMemory({
      limit: MOST_KNOWN,
      lifeMs: LIFE_MS,
      failureLifeMs: FAILURE_LIFE_MS,
      now: () => deps.clock.now(),
    });
  }

  /** Meters of drives, by order; one whose distance is not known is left out. */
  async metersOf(
    { ownerId, deviceId }: Pick<RoadRoute, 'ownerId' | 'deviceId'>,
    drives: readonly DriveToStop[],
    budget: ReadingBudget,
  ): Promise<Pick<RouteCourse, 'meters' | 'isMeasured'>> {
    const { clock, trackingApi } = this.#deps;
    const asker = trackingApi?.isOurs === true ? ownerId : SERVICE;
    const meters = new Map<number, number>();
    let isMeasured = true;
    for (const { orderId, from, to } of drives) {
      const key = [ownerId, deviceId, from, to].join(' ');
      let found = from === to ? 0 : this.#known.cached(key);
      if (found === undefined && budget.hasRead && clock.now() > budget.until) isMeasured = false;
      else if (found === undefined) {
        budget.hasRead = true;
        const read = () => this.#read(ownerId, { deviceId, from, to });
        found = await this.#known.answer(key, () => this.#queue.run(asker, read));
      }
      if (found !== null && found !== undefined) meters.set(orderId, found);
    }
    return { meters, isMeasured };
  }

  /** Null = nothing was recorded, or nobody can say. */
  async #read(
    ownerId: number,
    { deviceId, from, to }: { readonly deviceId: number; readonly from: number; readonly to: number },
  ): Promise<number | null> {
    const { reports } = this.#deps;
    const period = { from: new Date(from), to: new Date(to) };
    const answer = await reports.read(ownerId, 'summary', { ...period, deviceIds: [deviceId] }, soon());
    if (answer === null) return this.#recorded(ownerId, { ...period, deviceId });
    const [line] = answer.ok ? answer.value : [];
    return line === undefined ? null : Math.round(line.distance);
  }

  /** Distance by the records themselves: another node of ours gives no reports about vehicles of its users. */
  async #recorded(
    ownerId: number,
    period: { readonly deviceId: number; readonly from: Date; readonly to: Date },
  ): Promise<number | null> {
    const history = await this.#deps.trackingApi?.as(ownerId).positions.history(period, soon());
    // The first record is where the drive begins.
    const driven = history?.ok === true ? history.value.slice(1) : [];
    const meters = driven.map(({ attributes: { distance } }) => distance);
    if (meters.length === 0 || meters.some((each) => typeof each !== 'number')) return null;
    return Math.round(meters.reduce<number>((sum, each) => sum + Number(each), 0));
  }
}
