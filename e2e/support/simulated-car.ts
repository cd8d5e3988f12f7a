import { systemClock } from '@rastro/base';
import { AREAS, Mover, randomFrom, report, Vehicle } from '@rastro/simulator';
import type { RastroServer } from './rastro-server.ts';

/** A second of the vehicle. */
const PACE_MS = 100;

/**
 * A simulated car on a GT06 connection; it obeys, answers and reports like a real one, ten times as fast by default.
 */
export class SimulatedCar {
  readonly vehicle: Vehicle;
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #reporting: Promise<unknown>;

  /** @param paceMs Slower where a map is drawn at each report. */
  constructor({ protocols }: RastroServer, uniqueId: string, paceMs = PACE_MS) {
    this.vehicle = new Vehicle(
      { uniqueId, cadence: { movingS: 5, stoppedS: 10 }, ignition: 'follows the trip' },
      new Mover({ kind: 'city', breakS: [30, 60] }, AREAS.saoPaulo, randomFrom(3)),
    );
    let now = Date.now() - 600_000;
    const live = (): void => this.vehicle.tick((now += 1000));
    while (this.vehicle.controls().report.speedKmh < 20) live();
    this.#timer = setInterval(live, paceMs);
    const address = { host: '127.0.0.1', port: protocols['gt06'] ?? 0 };
    this.#reporting = report(this.vehicle, 'gt06', { address, clock: systemClock }, this.#stop.signal);
  }

  async park(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#reporting;
  }
}
