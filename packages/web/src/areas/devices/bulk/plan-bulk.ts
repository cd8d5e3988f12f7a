import type { Device } from '@rastro/fleet';
import { fieldOf, FIELD_NAMES, type FieldName } from '../fields/device-fields.ts';
import { fieldText, withField, type FieldContext } from '../fields/field-text.ts';

/** The fields to change and what they are to be; a field that is not here stays. */
export type BulkChange = Partial<Readonly<Record<FieldName, string>>>;

/** Fields that belong to one vehicle alone. */
const OWN: ReadonlySet<FieldName> = new Set([
  'name',
  'uniqueId',
  'plate',
  'renavam',
  'vin',
  'chassis',
  'engineNumber',
  'phone',
  'iccid',
]);
export const BULK_FIELDS: readonly FieldName[] = FIELD_NAMES.filter((name) => !OWN.has(name));

/** The devices that the change makes others, as they are to be. */
export function changesOf(
  devices: readonly Device[],
  change: BulkChange,
  context: FieldContext,
): readonly Device[] {
  return devices.flatMap((device) => {
    const changed = changedDevice(device, change, context);
    return changed === device ? [] : [changed];
  });
}

function changedDevice(device: Device, change: BulkChange, context: FieldContext): Device {
  return BULK_FIELDS.reduce((result, name) => {
    const text = change[name]?.trim();
    const field = fieldOf(name);
    // What reads the same is the same: a limit of 80 km/h must not round the knots.
    if (text === undefined || fieldText(field, result, context) === text) return result;
    return withField(field, result, text, context);
  }, device);
}

/** Current values of a field, the most frequent first. */
export function valuesNow(
  devices: readonly Device[],
  name: FieldName,
  context: FieldContext,
): readonly (readonly [text: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const device of devices) {
    const text = fieldText(fieldOf(name), device, context);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1]);
}
