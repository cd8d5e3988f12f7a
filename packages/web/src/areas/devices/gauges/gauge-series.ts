import type { Position } from '@rastro/fleet';

/** Attributes with a gauge: of each line, the first one that is reported. */
const GAUGES = [['speed'], ['power', 'battery', 'batteryLevel'], ['fuelLevel', 'fuel']] as const;
export type GaugeKey = (typeof GAUGES)[number][number];

export interface SeriesPoint {
  readonly at: number;
  readonly value: number;
}

export function gaugeValue({ speed, attributes }: Position, key: GaugeKey): number | null {
  const value = key === 'speed' ? speed : attributes[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The gauges of a vehicle, in their order; none of one that never reported. */
export const gaugesOf = (position: Position | null): readonly GaugeKey[] =>
  position === null
    ? []
    : GAUGES.flatMap((keys) => keys.find((key) => gaugeValue(position, key) !== null) ?? []);

export const seriesOf = (history: readonly Position[], key: GaugeKey): readonly SeriesPoint[] =>
  history.flatMap((position) => {
    const value = gaugeValue(position, key);
    return value === null ? [] : [{ at: Date.parse(position.fixTime), value }];
  });
