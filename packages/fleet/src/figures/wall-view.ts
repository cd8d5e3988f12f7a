import type { VehicleState } from '../entities/vehicle-state.ts';
import type { Box } from '../layouts/layout.ts';
import type { ReaderPreferences } from '../preferences/reader-preferences.ts';
import type { WidgetContent } from './figure.ts';

/**
 * Reasons why a box has no figures: a kind of another version, a right that its owner does not have, a feature that the
 * tracking server lacks, a kind that is not for walls, personal data that were not asked for, or a reading that failed.
 */
export const WALL_HIDDEN = ['unknown', 'forbidden', 'absent', 'notOnWall', 'personal', 'failed'] as const;
export type WallHidden = (typeof WALL_HIDDEN)[number];

/** A widget as a wall draws it. */
export interface WallBox extends Box {
  readonly id: string;
  readonly kind: string;
  /** Null = `hidden` says why. */
  readonly content: WidgetContent | null;
  readonly hidden: WallHidden | null;
  /** Days that it is about, in milliseconds since 1970; null = now. */
  readonly period: { readonly from: number; readonly to: number } | null;
}
export interface WallPage {
  /** Empty = the default of the product, which has none. */
  readonly name: string;
  readonly widgets: readonly WallBox[];
}
/** A vehicle on the map of a wall. */
export interface WallVehicle {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly course: number;
  readonly state: VehicleState;
}
/** Everything that is to be drawn on a wall, and nothing more. */
export interface WallView {
  readonly name: string;
  /** Seconds that a page stands. */
  readonly seconds: number;
  /** ISO 8601. */
  readonly expiration: string;
  /** Language, zone and units of its owner. */
  readonly formats: ReaderPreferences;
  readonly pages: readonly WallPage[];
  /** Null = no map. */
  readonly map: readonly WallVehicle[] | null;
  /** Vehicles that are not on the map, which has its bounds; 0 = all are. */
  readonly mapLeftOut: number;
  /** Version of the server; another one = the page reloads itself. */
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly countedAt: number;
  /** Now, by the clock of the server: that of a television may be wrong by days. */
  readonly answeredAt: number;
}
/** The part that screens share; when it is answered, each learns by itself. */
export type CountedWall = Omit<WallView, 'answeredAt'>;
