import { DEVICE_ATTRIBUTES, FIELD_LIMITS, type Device, type Right } from '@rastro/fleet';

export type FieldKind =
  | 'text'
  | 'longText'
  | 'plate'
  | 'phone'
  | 'email'
  | 'date'
  | 'moment'
  | 'money'
  | 'decimal'
  | 'speed'
  | 'choice'
  | 'category'
  | 'color'
  | 'group'
  | 'calendar'
  | 'flag';
type Core =
  | 'name'
  | 'uniqueId'
  | 'phone'
  | 'category'
  | 'disabled'
  | 'expirationTime'
  | 'groupId'
  | 'calendarId';
/** Place where a value is stored. */
type Place =
  | { readonly core: Core }
  | { readonly attribute: string }
  /** Below the prefix of the deployment. */
  | { readonly branded: string };

interface FieldShape {
  readonly section: string;
  readonly kind: FieldKind;
  readonly at: Place;
  readonly required?: true;
  readonly maxLength?: number;
  /** Right that the user needs besides editing; the server checks it again. */
  readonly requiredRight?: Right | 'administrator';
}

const core = (name: Core): Place => ({ core: name });
const attribute = (name: keyof typeof DEVICE_ATTRIBUTES): Place => ({ attribute: DEVICE_ATTRIBUTES[name] });
const text = (section: string, at: Place, more: Partial<FieldShape> = {}) =>
  ({ section, kind: 'text', at, maxLength: 128, ...more }) as const satisfies FieldShape;
const install = (name: keyof typeof DEVICE_ATTRIBUTES, more: Partial<FieldShape> = {}) =>
  text('install', attribute(name), { requiredRight: 'devices.editOwnBilling', ...more });
const date = (section: string, name: keyof typeof DEVICE_ATTRIBUTES) =>
  ({ section, kind: 'date', at: attribute(name) }) as const satisfies FieldShape;
const decimal = (name: keyof typeof DEVICE_ATTRIBUTES) =>
  ({ section: 'fuel', kind: 'decimal', at: attribute(name) }) as const satisfies FieldShape;

/**
 * Every field of a device that its form, the import and the bulk edit write, in their order.
 * @source docs/reference/requirements.md SPEC §3
 */
const SHAPES = {
  name: text('identity', core('name'), { required: true, maxLength: FIELD_LIMITS.device.name }),
  uniqueId: text('identity', core('uniqueId'), { required: true, maxLength: FIELD_LIMITS.device.uniqueId }),
  state: { section: 'identity', kind: 'choice', at: attribute('state') },
  disabled: { section: 'identity', kind: 'flag', at: core('disabled'), requiredRight: 'administrator' },
  expirationTime: {
    section: 'identity',
    kind: 'moment',
    at: core('expirationTime'),
    requiredRight: 'administrator',
  },

  plate: text('vehicle', attribute('plate'), { kind: 'plate', maxLength: 16 }),
  vehicleBrand: text('vehicle', attribute('vehicleBrand')),
  vehicleModel: text('vehicle', attribute('vehicleModel')),
  manufactureDate: date('vehicle', 'manufactureDate'),
  renavam: text('vehicle', attribute('renavam'), { maxLength: 20 }),
  vin: text('vehicle', attribute('vin'), { maxLength: 24 }),
  chassis: text('vehicle', attribute('chassis'), { maxLength: 40 }),
  engineNumber: text('vehicle', attribute('engineNumber'), { maxLength: 40 }),

  category: { section: 'look', kind: 'category', at: core('category') },
  color: { section: 'look', kind: 'color', at: { branded: 'color' } },
  colorExtra: { section: 'look', kind: 'color', at: { branded: 'color_extra' } },

  gpsBrand: text('tracker', attribute('gpsBrand'), { maxLength: 60 }),
  gpsModel: text('tracker', attribute('gpsModel'), { maxLength: 60 }),
  technology: text('tracker', attribute('technology'), { maxLength: 40 }),
  decoderZone: text('tracker', attribute('decoderZone'), { maxLength: 60 }),
  phone: text('tracker', core('phone'), { kind: 'phone', maxLength: FIELD_LIMITS.device.phone }),
  iccid: text('tracker', attribute('iccid'), { maxLength: 30 }),
  operator: text('tracker', attribute('operator'), { maxLength: 60 }),
  apn: text('tracker', attribute('apn'), { maxLength: 100 }),
  simActivation: date('tracker', 'simActivation'),
  simValidity: date('tracker', 'simValidity'),
  broker: text('tracker', attribute('broker')),
  monthlyValue: {
    section: 'tracker',
    kind: 'money',
    at: attribute('monthlyValue'),
    requiredRight: 'devices.editOwnBilling',
  },

  installCompany: install('installCompany'),
  installInstaller: install('installInstaller'),
  installPhone: install('installPhone', { kind: 'phone', maxLength: 40 }),
  installEmail: install('installEmail', { kind: 'email' }),
  installDate: install('installDate', { kind: 'date' }),
  installAddress: install('installAddress', { maxLength: 250 }),
  installObservation: install('installObservation', { kind: 'longText', maxLength: 500 }),

  fuelTank: decimal('fuelTank'),
  fuelTable: text('fuel', attribute('fuelTable'), { kind: 'longText', maxLength: 2000 }),
  fuelSensor: text('fuel', attribute('fuelSensor'), { maxLength: 60 }),
  fuelPrice: decimal('fuelPrice'),
  currency: { section: 'fuel', kind: 'choice', at: attribute('currency') },
  litresPer100Km: decimal('litresPer100Km'),
  speedLimit: { section: 'fuel', kind: 'speed', at: attribute('speedLimit') },

  groupId: { section: 'links', kind: 'group', at: core('groupId') },
  calendarId: { section: 'links', kind: 'calendar', at: core('calendarId') },

  observations: text('notes', attribute('observations'), { kind: 'longText', maxLength: 1000 }),
} as const satisfies Readonly<Record<string, FieldShape>>;

export type FieldName = keyof typeof SHAPES;
export interface DeviceField extends FieldShape {
  readonly name: FieldName;
}

export const FIELD_NAMES = Object.keys(SHAPES) as readonly FieldName[];
export const fieldOf = (name: FieldName): DeviceField => ({ name, ...(SHAPES[name] as FieldShape) });

export const SECTIONS = [
  'identity',
  'vehicle',
  'look',
  'tracker',
  'install',
  'fuel',
  'links',
  'notes',
] as const;
export type Section = (typeof SECTIONS)[number];
export const fieldsOf = (section: Section): readonly DeviceField[] =>
  FIELD_NAMES.map(fieldOf).filter((field) => field.section === section);

/** Currencies of fuel prices. @source ISO 4217, countries of the product's languages first */
export const CURRENCIES = [
  'BRL',
  'USD',
  'EUR',
  'ARS',
  'BOB',
  'CLP',
  'COP',
  'MXN',
  'PEN',
  'PYG',
  'UYU',
] as const;

/**
 * A device before it is saved: an id of 0 means create.
 * @source docs/reference/requirements.md SPEC §5 "Saves choose update…"
 */
export function newDevice(): Device {
  return {
    id: 0,
    attributes: {},
    groupId: 0,
    calendarId: 0,
    name: '',
    uniqueId: '',
    status: 'unknown',
    lastUpdate: null,
    positionId: 0,
    phone: null,
    model: null,
    contact: null,
    category: null,
    disabled: false,
    expirationTime: null,
  };
}
