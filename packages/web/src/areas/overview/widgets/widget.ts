import type { Right, ServerFeature } from '@rastro/fleet';
import type { ComponentType } from 'react';

/** A widget of the overview: who may see it, and what shows it. Its texts are `overview:<kind>`. */
export interface Widget {
  readonly kind: string;
  /** Of the list or report that its numbers come from. */
  readonly right: Right;
  /** Absent = every tracking server has it. */
  readonly feature?: ServerFeature;
  readonly Widget: ComponentType;
}
