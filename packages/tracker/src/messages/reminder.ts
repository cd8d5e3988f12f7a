import type { Attributes, EventType } from '@rastro/fleet';

/** Notice before something happens, once for each `occurrence` of a key. */
export interface Reminder {
  readonly key: string;
  readonly occurrence: string;
  readonly type: EventType;
  readonly attributes: Attributes;
  readonly maintenanceId?: number;
}
