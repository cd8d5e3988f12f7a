import type { Attributes } from './attributes.ts';
import type { EventType } from './event.ts';

/** A rule that tells people of events. @source reference/tracking-api.md §2.12 */
export interface NotificationRule {
  readonly id: number;
  /** `alarms` and `geofenceIds`: comma lists; `priority`. */
  readonly attributes: Attributes;
  readonly description: string | null;
  readonly type: EventType;
  /** For all devices that the user sees, without a link. */
  readonly always: boolean;
  /** Comma-separated channels, e.g. `web,mail`. */
  readonly notificators: string | null;
  /** Saved command of the channel `command`; 0 = none. */
  readonly commandId: number;
  /** 0 = at any time. */
  readonly calendarId: number;
}
