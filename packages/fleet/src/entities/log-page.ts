import type { Attributes } from './attributes.ts';

/** An action of a user. */
export interface LogLine {
  readonly id: number;
  readonly actionTime: string;
  readonly address: string;
  /** 0 = unknown. */
  readonly userId: number;
  readonly actionType: string;
  readonly objectType: string;
  readonly objectId: number;
  /** Of an edit `changes`: by field what was before and what is after. */
  readonly attributes: Attributes;
}
export interface LogPage {
  readonly lines: readonly LogLine[];
  /** Cursor of the next page; null = this was the last one. */
  readonly next: string | null;
}
