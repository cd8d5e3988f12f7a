import type { EventType } from '../entities/event.ts';
import type { DiagnosisVerdict } from '../entities/diagnosis.ts';
import type { OrderRisk } from '../orders/late-order.ts';
import type { OrderState } from '../orders/order.ts';
import type { InactiveReason } from '../reports/inactive-reasons.ts';
import type { FigureUnit, NoteName, OverviewFigureName } from '../reports/overview-figures.ts';

/** Names of figures; each is a text of the overview. */
export type FigureName =
  | OverviewFigureName
  | `ranking.${'median' | 'ranked' | 'unranked'}`
  | `licences.${'ended' | 'ends'}`
  | `orders.${OrderState | OrderRisk}`
  | `punctuality.${'rate' | 'onTime' | 'late' | 'done' | 'failed'}`
  | `state.${'moving' | 'stopped' | 'offline' | 'unknown'}`;

export interface Quantity {
  /** Null = not known. */
  readonly value: number | null;
  readonly unit: FigureUnit;
}
/** A text of the overview with its quantities. */
export interface FigureNote {
  readonly name: NoteName;
  readonly values: Readonly<Record<string, Quantity>>;
}
/** A number of an overview: the same on screens, on walls and in files. */
export interface WidgetFigure extends Quantity {
  /** Its name, or a word of the user, such as the name of a place. */
  readonly name: FigureName | { readonly word: string };
  /** Of the compared period; null or absent = not compared. */
  readonly before?: number | null;
  /** A rise is not good news; absent = neither direction is better. */
  readonly lessIsBetter?: true;
  readonly isLarge?: true;
  readonly tone?: 'bad' | 'warning';
  readonly note?: FigureNote;
}

/** A part of a line below the figures. */
export type RowDetail =
  | { readonly text: string }
  | { readonly quantity: Quantity }
  /** A civil day, `YYYY-MM-DD`. */
  | { readonly day: string }
  /** Milliseconds since 1970, as day and time, as a day, or as the time since then. */
  | { readonly at: number; readonly as: 'moment' | 'day' | 'since' }
  /** Type of an event, and its alarm. */
  | { readonly event: EventType; readonly alarm: string | null }
  /** Reason why a vehicle is silent: a verdict of the diagnosis, or a reason of the report of inactive vehicles. */
  | { readonly verdict: DiagnosisVerdict | null; readonly reason: InactiveReason };
export interface WidgetRow {
  readonly key: string;
  readonly name: string;
  readonly details: readonly RowDetail[];
}
/** Contents of a widget. */
export interface WidgetContent {
  readonly figures: readonly WidgetFigure[];
  readonly rows: readonly WidgetRow[];
}
