import type { Caller } from '../../access/caller.ts';
import { PLAIN_ACCOUNT } from '../../access/plain-account.ts';
import type { Geocoder } from '../../geocoding/geocoder.ts';
import type { FleetChange, TrackerBus } from '../../messages/topics.ts';
import type { ReportDeps } from '../report-deps.ts';
import { preferencesOf } from '../../directory/reader.ts';
import { reportJob } from '../request/report-request.ts';

interface ScoutDeps extends ReportDeps {
  readonly bus: TrackerBus;
  readonly geocoder: Geocoder;
}

const SETS_OUT_OR_ARRIVES: ReadonlySet<string> = new Set(['deviceMoving', 'deviceStopped']);
/** Interval of the rounds. */
export const SCOUT_MS = 300_000;
/** A process that was not at it for longer does not go back. */
const STORED_MS = 3_600_000;
/** Of one round; the others come in the next. */
const MAX_DEVICES = 500;
/** A trip that ends now began some time ago. */
const LEAD_MS = 12 * 3_600_000;
/** Caller without rights: no more is seen than where vehicles were, and nobody reads the result. */
const NOBODY: Caller = { user: { ...PLAIN_ACCOUNT, id: 0, name: '', email: '' }, credential: null };

/**
 * Reads trips and stops of vehicles that set out or arrived, as a report would, so that their ends have an address
 * before a user reads them. In derived history these ends are seldom where the event was raised.
 */
export class PlaceScout {
  readonly #deps: ScoutDeps;
  /** When something happened to whom. */
  readonly #changed = new Map<
    number,
    { readonly from: number; readonly to: number; readonly noted: number }
  >();
  readonly #stop: () => void;
  readonly #ended = new AbortController();

  constructor(deps: ScoutDeps) {
    this.#deps = deps;
    this.#stop = deps.bus.subscribe('fleet.changed', (change) => this.#receive(change));
  }

  get isIdle(): boolean {
    return this.#changed.size === 0;
  }
  /** Only one process does it; the others remember for a while, in case it dies. */
  async round(): Promise<void> {
    const oldest = this.#deps.clock.now() - STORED_MS;
    for (const [deviceId, { noted }] of this.#changed) if (noted < oldest) this.#changed.delete(deviceId);
    const due = [...this.#changed].slice(0, MAX_DEVICES);
    for (const [deviceId, period] of due) {
      this.#changed.delete(deviceId);
      await this.#check(deviceId, { from: period.from - LEAD_MS, to: period.to });
    }
  }

  close(): void {
    this.#ended.abort();
    this.#stop();
  }

  #receive({ events }: FleetChange): void {
    if (!this.#deps.geocoder.enabled) return;
    for (const { type, deviceId, eventTime } of events) {
      if (!SETS_OUT_OR_ARRIVES.has(type)) continue;
      const { from, to } = this.#changed.get(deviceId) ?? { from: eventTime, to: eventTime };
      const noted = this.#deps.clock.now();
      this.#changed.set(deviceId, { from: Math.min(from, eventTime), to: Math.max(to, eventTime), noted });
    }
  }

  async #check(deviceId: number, period: { readonly from: number; readonly to: number }): Promise<void> {
    const device = this.#deps.directory.devices.get(deviceId);
    if (!device) return;
    const { signal } = this.#ended;
    for (const type of ['trips', 'stops'] as const) {
      const wanted = {
        type,
        period,
        compared: null,
        devices: [device],
        page: null,
        form: 'standard' as const,
      };
      const always = { daily: null, hours: null, driver: null, by: 'device' as const, isSummed: false };
      const job = reportJob(this.#deps, NOBODY, {
        ...wanted,
        ...always,
        eventTypes: [],
        alarms: [],
        geofenceIds: [],
        reader: preferencesOf(this.#deps.directory, NOBODY.user),
      });
      const pieces = this.#deps.reports.make({ ...job, output: 'json' }, { userId: NOBODY.user.id, signal });
      for await (const _piece of pieces);
    }
  }
}
