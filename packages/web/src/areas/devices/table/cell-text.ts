import { plateOf, READINGS, readingOf, type Reading } from '@rastro/fleet';
import type { TFunction } from 'i18next';
import type { Format } from '../../../i18n/format.ts';
import { attributeText } from '../../../kernel/formats/attribute-text.ts';
import { isPlace } from '../../../live/is-place.ts';
import type { FleetNames, Vehicle } from '../../../live/fleet.ts';
import { vehicleState } from '../../../live/vehicle-state.ts';
import { deviceAttributeText } from '../panel/device-attribute-text.ts';
import { driverName } from '../list/driver-name.ts';
import { attributeOf, isNamed, type ColumnId, type NamedColumn } from './columns.ts';

/** Context for the text of cells: made once for the table. */
export interface CellTextContext {
  readonly t: TFunction<readonly ['devices', 'attributes']>;
  readonly format: Format;
  readonly brand: string;
  readonly names: FleetNames;
  readonly fences: ReadonlyMap<number, string>;
}

type Teller = (vehicle: Vehicle, textContext: CellTextContext) => string | null;
const reading =
  (name: Reading): Teller =>
  ({ position }, textContext) => {
    const found = position === null ? null : readingOf(name, position.attributes);
    return found === null ? null : attributeText(found.key, found.value, textContext);
  };
const orNull = (text: string | null | undefined): string | null => (text ? text : null);

const TELLERS: Readonly<Record<Exclude<NamedColumn, Reading>, Teller>> = {
  name: ({ device }) => device.name,
  plate: ({ device }, { brand }) => plateOf(device, brand),
  state: (vehicle, { t }) => t(`devices:state.${vehicleState(vehicle)}`),
  speed: ({ position }, { format }) => (position === null ? null : format.speed(position.speed)),
  place: ({ position }, { format, t }) => {
    if (position === null) return null;
    if (!isPlace(position)) return t('devices:place.unknown');
    return orNull(position.address) ?? format.coordinates(position);
  },
  driver: ({ position }, { names }) => driverName(position, names.drivers),
  group: ({ device }, { names }) => names.groups.get(device.groupId) ?? null,
  lastUpdate: ({ device }, { format }) =>
    device.lastUpdate === null ? null : format.dateTime(Date.parse(device.lastUpdate)),
  ignition: ({ position }, textContext) => {
    const ignition = position?.attributes['ignition'];
    return ignition === undefined ? null : attributeText('ignition', ignition, textContext);
  },
  model: ({ device }) => orNull(device.model),
  phone: ({ device }) => orNull(device.phone),
  geofences: ({ position }, { fences }) =>
    orNull((position?.geofenceIds ?? []).flatMap((id) => fences.get(id) ?? []).join(', ')),
};

/** Text of a cell; null = unknown. */
export function cellText(id: ColumnId, vehicle: Vehicle, textContext: CellTextContext): string | null {
  if (isNamed(id))
    return isReading(id) ? reading(id)(vehicle, textContext) : TELLERS[id](vehicle, textContext);
  const key = attributeOf(id) ?? '';
  const value = vehicle.device.attributes[key];
  if (value === undefined || value === null || value === '') return null;
  return deviceAttributeText(key, value, textContext);
}

const isReading = (id: NamedColumn): id is Reading => Object.hasOwn(READINGS, id);
