import { host } from '@rastro/base/host';
import { NO_TOTALS, type ReportItems, type ReportType, type TotalsItem } from '@rastro/fleet';
import type { Answer, ApiFailure, ReportPeriod, TrackingClient } from '@rastro/tracking-client';

/** Reports of many vehicles over a quarter take their time. */
const TIMEOUT_MS = 60_000;

/** The tracking server has answered a question of a wall with an error. */
export class WallFailure extends Error {
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure) {
    super(`Cannot read what a wall shows: answered ${failure.code} (${failure.status})`);
    this.failure = failure;
  }
}

type Asked<T> = () => Promise<T>;
/** Asked by several, it is asked once. */
function once<T>(ask: Asked<T>): Asked<T> {
  let asked: Promise<T> | null = null;
  return () => (asked ??= ask());
}

/** Data that a wall shows at one moment, read in the name of its owner; what several boxes need is asked once. */
export class WallReader {
  readonly #client: TrackingClient;
  readonly #totals = new Map<string, Promise<TotalsItem>>();
  #lastReport: Promise<unknown> = Promise.resolve();

  constructor(client: TrackingClient) {
    this.#client = client;
  }

  readonly server = this.#read((client, signal) => client.server.read(signal));
  readonly devices = this.#read((client, signal) => client.devices.list({}, signal));
  readonly groups = this.#read((client, signal) => client.groups.list({}, signal));
  readonly positions = this.#read((client, signal) => client.positions.latest(signal));
  readonly alarms = this.#read((client, signal) => client.alarms.list(signal));
  readonly due = this.#read((client, signal) => client.services.due({}, signal));
  readonly maintenances = this.#read((client, signal) => client.maintenance.list({}, signal));
  readonly fences = this.#read((client, signal) => client.geofences.list({}, signal));
  readonly drivers = this.#read((client, signal) => client.drivers.list({}, signal));

  /** One after the other: an account has few at once, and its owner may be reading, too. */
  report<K extends ReportType>(type: K, query: ReportPeriod): Promise<readonly ReportItems[K][]> {
    const ask = async (): Promise<readonly ReportItems[K][]> =>
      valueOf(await this.#client.reports.list(type, query, host.timeout(TIMEOUT_MS)));
    const answer = this.#lastReport.then(ask, ask);
    this.#lastReport = answer.catch(() => undefined);
    return answer;
  }
  /** The sum of all vehicles of a question. */
  totals(query: ReportPeriod): Promise<TotalsItem> {
    const key = JSON.stringify(query);
    const asked =
      this.#totals.get(key) ??
      this.report('totals', { ...query, sum: true }).then(([sum = NO_TOTALS]) => sum);
    this.#totals.set(key, asked);
    return asked;
  }

  /** @throws WallFailure when what it returns is called. */
  #read<T>(ask: (client: TrackingClient, signal: AbortSignal) => Promise<Answer<T>>): Asked<T> {
    return once(async () => valueOf(await ask(this.#client, host.timeout(TIMEOUT_MS))));
  }
}

function valueOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new WallFailure(answer.error);
  return answer.value;
}
