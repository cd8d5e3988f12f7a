import type { ReportItems } from '@rastro/fleet';
import type { Answer, ReportPeriod } from '@rastro/tracking-client';

/** Reports that the extension reads. */
export type ReadReport = 'harsh' | 'scores' | 'trips' | 'events' | 'summary';
/** With the identifier of a driver an administrator gets all vehicles. */
export type ReportWish = Pick<ReportPeriod, 'from' | 'to' | 'deviceIds' | 'driver' | 'by' | 'eventTypes'>;

/** Reports in the name of an account, with its rights and its vehicles, from whichever server counts the events. */
export interface FleetReports {
  /** @returns null = the tracking server behind counts by itself: nothing can be taken back there. */
  read<K extends ReadReport>(
    userId: number,
    type: K,
    wish: ReportWish,
    signal: AbortSignal,
  ): Promise<Answer<readonly ReportItems[K][]> | null>;
}
