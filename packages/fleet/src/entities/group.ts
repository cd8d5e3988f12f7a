import type { Attributes } from './attributes.ts';

/** @source docs/reference/tracking-api.md §2.7 */
export interface Group {
  readonly id: number;
  readonly attributes: Attributes;
  readonly name: string;
  /** Parent group; 0 = none. */
  readonly groupId: number;
}
