import { litresAt, type AttributeValue, type Attributes, type FuelTable } from '@rastro/fleet';
import { numberOf } from './pending-record.ts';

/** Conversion from the value of a sensor to the level in a tank. */
export interface FuelGauge {
  readonly table: FuelTable;
  /** Attribute of the raw value. */
  readonly sensor: string;
}
/** Where the raw value goes when litres take its place. */
export const RAW_FUEL = 'fuelRaw';
const LITRES = 'fuel';

/** Liters, also of records from before there was a table; null = the sensor reported nothing. */
export function litresOf(attributes: Attributes, { table, sensor }: FuelGauge): number | null {
  const raw = sensor === LITRES ? (attributes[RAW_FUEL] ?? attributes[LITRES]) : attributes[sensor];
  const rawValue = numberOf(raw);
  return rawValue === null ? null : Math.round(litresAt(table, rawValue) * 100) / 100;
}

/** Fuel attributes of a record by its table: liters, and the raw value where they replace it. Null = none. */
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
