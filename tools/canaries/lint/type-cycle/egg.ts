import type { Hen } from './hen.ts';
export interface Egg {
  readonly by: Hen;
}
