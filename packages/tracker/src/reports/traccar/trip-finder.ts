import {
  INITIAL_TRIP_STATE,
  knots,
  pruneWindow,
  stepTrip,
  type Knots,
  type TripParameters,
  type TripSample,
  type TripState,
} from '@rastro/fleet';
import type { TrackPosition } from '@rastro/storage';
import { isNowhere } from '../../pending-records/pending-record.ts';
import { FuelGauge, Odometer, type TrackMeasure } from './track-measure.ts';

/** A stretch of driving or a stop. */
export interface Stretch {
  readonly kind: 'trip' | 'stop';
  readonly start: TrackMeasure;
  readonly end: TrackMeasure;
  readonly maxSpeed: Knots;
  readonly spentFuel: number;
}
interface Sample extends TripSample {
  readonly measure: TrackMeasure;
  /** Fastest of the stretch under way, up to here. */
  readonly maxSpeed: number;
}

/**
 * Cuts a device's track into trips and stops, by the rules of the live pipeline replayed from a fresh state.
 * What is under way at the first position starts there; what is unfinished ends at the last one.
 * @source docs/reference/tracking-api.md §6.8, §6.10 (the exact, "slow" method, for any period)
 */
export class TripFinder {
  readonly #parameters: TripParameters;
  readonly #odometer = new Odometer();
  readonly #fuel: FuelGauge;
  readonly #window: Sample[] = [];
  #state: TripState = INITIAL_TRIP_STATE;
  #open: { readonly kind: Stretch['kind']; readonly start: TrackMeasure } | null = null;
  #last: Sample | null = null;

  /** @param fuelCapacity Litres; 0 = unknown. */
  constructor(parameters: TripParameters, fuelCapacity: number) {
    this.#parameters = parameters;
    this.#fuel = new FuelGauge(fuelCapacity);
  }

  /** Positions in order of fixTime. @returns the stretches that this one completes. */
  add(position: TrackPosition): readonly Stretch[] {
    if (isNowhere(position)) return [];
    const trackMeasure = this.#measure(position);
    const sample = this.#sample(trackMeasure);
    if (!this.#last) this.#begin(position, trackMeasure);
    const step = stepTrip(this.#state, this.#window, sample, this.#parameters);
    this.#state = step.state;
    this.#last = sample;
    this.#window.push(sample);
    const finished = step.events.flatMap(({ type, positionId }) => {
      const at = this.#window.find((s) => s.positionId === positionId) ?? sample;
      return this.#switch(type === 'deviceMoving' ? 'trip' : 'stop', at);
    });
    // Only now: a stretch may begin at the oldest of them.
    pruneWindow(this.#window, this.#parameters.minDurationMs);
    return finished;
  }

  /** Stretches that are unfinished at the end of the period. */
  end(): readonly Stretch[] {
    const open = this.#open;
    this.#open = null;
    return open && this.#last ? [stretchOf(open, this.#last)] : [];
  }

  #measure(position: TrackPosition): TrackMeasure {
    this.#fuel.add(position);
    return { position, metres: this.#odometer.advance(position), fuel: this.#fuel.spent };
  }

  #sample(trackMeasure: TrackMeasure): Sample {
    const { id, fixTime, latitude, longitude, speed } = trackMeasure.position;
    const distance = trackMeasure.metres - (this.#last?.measure.metres ?? 0);
    const maxSpeed = Math.max(this.#last?.maxSpeed ?? 0, speed);
    return { positionId: id, time: fixTime, latitude, longitude, distance, measure: trackMeasure, maxSpeed };
  }

  #begin(position: TrackPosition, trackMeasure: TrackMeasure): void {
    const moving = position.attributes['motion'] === true;
    this.#state = { ...INITIAL_TRIP_STATE, moving };
    this.#open = { kind: moving ? 'trip' : 'stop', start: trackMeasure };
  }

  /** One stretch ends at a sample, the next begins there, maybe a few positions ago. */
  #switch(kind: Stretch['kind'], at: Sample): Stretch[] {
    const open = this.#open;
    if (open?.kind === kind) return [];
    this.#open = { kind, start: at.measure };
    let maxSpeed = 0;
    for (const [i, sample] of this.#window.entries()) {
      if (sample.time < at.time) continue;
      maxSpeed = Math.max(maxSpeed, sample.measure.position.speed);
      this.#window[i] = { ...sample, maxSpeed };
    }
    this.#last = this.#window.at(-1) ?? at;
    return open ? [stretchOf(open, at)] : [];
  }
}

function stretchOf({ kind, start }: { kind: Stretch['kind']; start: TrackMeasure }, end: Sample): Stretch {
  const spentFuel = end.measure.fuel - start.fuel;
  return { kind, start, end: end.measure, maxSpeed: knots(end.maxSpeed), spentFuel };
}
