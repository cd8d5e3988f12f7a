import { isBillingAttribute, ownField, type Right, type SortField } from '@rastro/fleet';

/** Columns that the wide list offers; attributes stored under other names come after these. */
const NAMED = {
  name: { px: 210, sort: 'name' },
  plate: { px: 110, sort: 'plate' },
  state: { px: 138, sort: 'status' },
  speed: { px: 116, sort: 'speed', isFigure: true },
  place: { px: 280, sort: 'place' },
  driver: { px: 150, sort: 'driver', requiredRight: 'drivers.view' },
  group: { px: 140, sort: 'group', requiredRight: 'groups.view' },
  lastUpdate: { px: 150, sort: 'lastUpdate' },
  ignition: { px: 108, sort: 'ignition' },
  odometer: { px: 116, sort: 'odometer', isFigure: true },
  hours: { px: 138, sort: 'hours', isFigure: true },
  fuel: { px: 124, sort: 'fuel', isFigure: true },
  battery: { px: 106, sort: 'battery', isFigure: true },
  satellites: { px: 110, sort: 'satellites', isFigure: true },
  model: { px: 130, sort: 'model' },
  phone: { px: 150, sort: 'phone', requiredRight: 'devices.edit' },
  geofences: { px: 190, sort: 'geofences', requiredRight: 'geofences.view' },
} as const satisfies Readonly<Record<string, ColumnShape>>;

interface ColumnShape {
  readonly px: number;
  readonly sort: SortField;
  readonly isFigure?: boolean;
  readonly requiredRight?: Right;
}
export type NamedColumn = keyof typeof NAMED;
export type ColumnId = NamedColumn | `own:${string}`;
export interface Column {
  readonly px: number;
  readonly sort: SortField;
  readonly isFigure: boolean;
}

export const NAMED_COLUMNS = Object.keys(NAMED).filter(isNamed);
/** Columns of a user who has not chosen any. */
export const FIRST_COLUMNS: readonly ColumnId[] = [
  'name',
  'plate',
  'state',
  'speed',
  'place',
  'driver',
  'group',
  'lastUpdate',
  'ignition',
];
/** It says whose row it is: always there, always first. */
export const HEAD_COLUMN: ColumnId = 'name';

const OWN = 'own:';
const OWN_PX = 140;
/** Attributes that have a column of their own, or are not text: the colors of the icon. */
const NOT_OWN = /^(?:[\w-]+\.)?(?:plate|color|color_extra)$/;
/** About the SIM card: for who may edit devices, as its telephone number. */
const SIM = /^(?:[\w-]+\.)?(?:iccid|operator|apn|simActivation|simValidity|devicePassword)$/;

export function isNamed(id: string): id is NamedColumn {
  return Object.hasOwn(NAMED, id);
}
export const isColumnId = (id: string): id is ColumnId =>
  isNamed(id) || (id.length > OWN.length && id.startsWith(OWN));
export const ownColumn = (attribute: string): ColumnId => `${OWN}${attribute}`;
export const attributeOf = (id: ColumnId): string | null => (isNamed(id) ? null : id.slice(OWN.length));

export function columnOf(id: ColumnId): Column {
  if (!isNamed(id)) return { px: OWN_PX, sort: ownField(id.slice(OWN.length)), isFigure: false };
  const { px, sort, isFigure = false }: ColumnShape = NAMED[id];
  return { px, sort, isFigure };
}

/** Columns that this user may choose. @param attributes Names of all attributes stored about devices. */
export function offeredColumns(
  attributes: readonly string[],
  may: (right: Right) => boolean,
): readonly ColumnId[] {
  const named = NAMED_COLUMNS.filter((id) => {
    const { requiredRight }: ColumnShape = NAMED[id];
    return requiredRight === undefined || may(requiredRight);
  });
  const own = attributes.filter(
    (name) =>
      !NOT_OWN.test(name) &&
      (!SIM.test(name) || may('devices.edit')) &&
      (!isBillingAttribute(name) || may('devices.editOwnBilling')),
  );
  return [...named, ...own.map(ownColumn)];
}
