import { litresAt, type AttributeValue, type Attributes, type FuelTable } from '@rastro/fleet';
import { numberOf } from './pending-record.ts';

/** How the level in a tank is read of what its sensor says. */
export interface FuelGauge {
  readonly table: FuelTable;
  /** Attribute of the raw value. */
  readonly sensor: string;
}
/** Where the raw value goes when litres take its place. */
export const RAW_FUEL = 'fuelRaw';
const LITRES = 'fuel';

/** Litres, also of records from before there was a table; null = the sensor said nothing. */
export function litresOf(attributes: Attributes, { table, sensor }: FuelGauge): number | null {
  const raw = sensor === LITRES ? (attributes[RAW_FUEL] ?? attributes[LITRES]) : attributes[sensor];
  const rawValue = numberOf(raw);
  return rawValue === null ? null : Math.round(litresAt(table, rawValue) * 100) / 100;
}

/** What a record gets by its table: litres, and the raw value where they take its place. Null = nothing. */
export function gauged(
  attributes: Attributes,
  gauge: FuelGauge,
): Readonly<Record<string, AttributeValue>> | null {
  const litres = litresOf(attributes, gauge);
  if (litres === null) return null;
  const raw = attributes[gauge.sensor];
  return gauge.sensor === LITRES && raw !== undefined
    ? { [LITRES]: litres, [RAW_FUEL]: raw }
    : { [LITRES]: litres };
}
