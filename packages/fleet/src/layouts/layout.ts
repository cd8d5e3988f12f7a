import type { PeriodPreset } from '../calendars/calendar-period.ts';

/** Columns of an overview on a desktop; places are stored in these. */
export const COLUMNS = 12;

export const LAYOUT_LIMITS = {
  /** Overviews of a user. */
  layouts: 12,
  /** Widgets of an overview. */
  widgets: 40,
  name: 60,
  /** Rows of a widget, and the last row where one may begin. */
  rows: 24,
  lastRow: 1000,
  /** Vehicles and groups that an overview is about. */
  devices: 200,
  groups: 50,
  /** Settings of a widget, and the length of a text in one. */
  settings: 8,
  text: 120,
} as const;

/** Place and size in columns and rows. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
/** A box with an identity, which every rule about places keeps. */
export interface Placed extends Box {
  readonly id: string;
}

export type WidgetSettings = Readonly<Record<string, string | number | boolean>>;

/** One number, list or picture of an overview. A kind that this version does not know is stored all the same. */
export interface Widget extends Placed {
  readonly kind: string;
  readonly settings: WidgetSettings;
}

/** A preset moves on with the days; civil days (`YYYY-MM-DD`, both included) stay. */
export type PeriodOfLayout =
  | { readonly preset: PeriodPreset }
  | { readonly from: string; readonly to: string };

/** Contents of an overview. No groups and no vehicles = all that its reader sees. */
export interface LayoutContent {
  readonly name: string;
  readonly period: PeriodOfLayout;
  readonly groupIds: readonly number[];
  readonly deviceIds: readonly number[];
  readonly widgets: readonly Widget[];
}

/** An overview of a user. */
export interface Layout extends LayoutContent {
  readonly id: number;
  /** Goes up by one with each change. */
  readonly revision: number;
}

/** Overviews of a user in their order, and what stands above them. */
export interface Layouts {
  readonly layouts: readonly Layout[];
  /** Default that the nearest manager or the installation has set; null = that of the product. */
  readonly standard: LayoutContent | null;
  /** Default that the caller has set for customers; null = none, or the caller has no customers. */
  readonly forCustomers: LayoutContent | null;
}
