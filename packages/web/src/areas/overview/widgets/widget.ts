import type { WidgetKind } from '@rastro/fleet/layouts';
import type { ComponentType } from 'react';

/** A widget of the overview, and what shows it. Its texts are `overview:<kind>`; fleet says who may see it. */
export interface Widget {
  readonly kind: WidgetKind;
  readonly Widget: ComponentType;
}
