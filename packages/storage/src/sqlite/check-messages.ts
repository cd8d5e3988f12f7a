import type { Damage } from '../damage.ts';

export interface CheckSetup {
  readonly path: string;
  /** Idle time after each step, as a multiple of the time that it took. */
  readonly pauses: number;
}
export interface CheckAnswer {
  readonly damages: readonly Damage[];
  readonly rows: number;
}
