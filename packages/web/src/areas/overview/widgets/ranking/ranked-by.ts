import type { WidgetSettings } from '@rastro/fleet/layouts';

export const RANKED_BY = ['driver', 'vehicle'] as const;
export type RankedBy = (typeof RANKED_BY)[number];

/** Those whom a ranking compares. */
export const rankedBy = ({ by }: WidgetSettings): RankedBy => (by === 'vehicle' ? by : 'driver');
