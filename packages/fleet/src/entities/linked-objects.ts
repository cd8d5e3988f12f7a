import type { Attributes } from './attributes.ts';

/** @source docs/reference/tracking-api.md §2.13 */
export interface Driver {
  readonly id: number;
  readonly attributes: Attributes;
  readonly name: string;
  /** Value that devices report as `driverUniqueId`. */
  readonly uniqueId: string;
}

export interface Calendar {
  readonly id: number;
  readonly attributes: Attributes;
  readonly name: string;
  /** iCalendar file, base64. */
  readonly data: string;
}

export interface Maintenance {
  readonly id: number;
  readonly attributes: Attributes;
  readonly name: string;
  /** Position attribute, or serverTime, deviceTime, fixTime. */
  readonly type: string;
  /** In the unit of the attribute: meters, milliseconds, milliseconds since 1970. */
  readonly start: number;
  /** 0 = off. */
  readonly period: number;
}

export interface Order {
  readonly id: number;
  readonly attributes: Attributes;
  readonly uniqueId: string;
  readonly description: string | null;
  readonly fromAddress: string | null;
  readonly toAddress: string | null;
}

/** @source docs/reference/tracking-api.md §2.14 */
export interface ComputedAttribute {
  readonly id: number;
  readonly description: string;
  /** Target: an attribute key or a field such as `speed`. */
  readonly attribute: string;
  readonly expression: string;
  /** `number`, `boolean`, anything else is text. */
  readonly type: string;
  /** Higher first; negative = before time and distance are worked out. */
  readonly priority: number;
}

/** Result of an expression for one of the newest positions of a device; our own. */
export interface ExpressionTry {
  readonly positionId: number;
  readonly fixTime: string;
  /** null = nothing, or an error. */
  readonly value: string | number | boolean | null;
  readonly error: string | null;
}

/** A report sent on a calendar. @source docs/reference/tracking-api.md §2.19 */
export interface ScheduledReport {
  readonly id: number;
  readonly attributes: Attributes;
  readonly type: string;
  readonly description: string;
  readonly calendarId: number;
}
