import type { DemoVehicle } from '../demo/demo-fleet.ts';
import type { Random } from '../motion/random.ts';

/** A tank, as its sensor reports it. */
export interface Tank {
  readonly litres: number;
  readonly litresPerKm: number;
}

const TANKS: Readonly<Partial<Record<DemoVehicle['category'], Tank>>> = {
  truck: { litres: 600, litresPerKm: 0.4 },
  truck1: { litres: 700, litresPerKm: 0.46 },
  truck2: { litres: 200, litresPerKm: 0.22 },
  bus: { litres: 300, litresPerKm: 0.38 },
  tractor: { litres: 250, litresPerKm: 1.4 },
  van: { litres: 80, litresPerKm: 0.12 },
};
export const tankOf = ({ category }: Pick<DemoVehicle, 'category'>): Tank | null => TANKS[category] ?? null;

/** Refrigerated bodies, degrees Celsius. */
export const coldBodyOf = ({ category }: Pick<DemoVehicle, 'category'>): number | null =>
  category === 'truck2' ? 4 : null;

const LOW = 0.22;

/** The level of a tank over the days: driving lowers it, filling raises it. */
export class FuelLevel {
  readonly #tank: Tank;
  readonly #random: Random;
  #litres: number;

  constructor(tank: Tank, random: Random) {
    this.#tank = tank;
    this.#random = random;
    this.#litres = tank.litres * random.between(0.55, 0.95);
  }

  get isLow(): boolean {
    return this.#litres < this.#tank.litres * LOW;
  }
  drive(km: number): void {
    this.#litres = Math.max(0.03 * this.#tank.litres, this.#litres - km * this.#tank.litresPerKm);
  }
  fill(): void {
    this.#litres = this.#tank.litres * this.#random.between(0.9, 0.97);
  }
  steal(litres: number): void {
    this.#litres = Math.max(0, this.#litres - litres);
  }
  /** Reading of the sensor: fuel sloshes while the vehicle moves. */
  read(isMoving: boolean): number {
    const swash = this.#tank.litres * (isMoving ? 0.004 : 0.0008);
    return Math.round((this.#litres + this.#random.between(-swash, swash)) * 10) / 10;
  }
}
