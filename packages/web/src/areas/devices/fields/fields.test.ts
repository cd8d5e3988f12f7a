// @vitest-environment node
import { expect, test } from 'vitest';
import { checkDevice, doubtAbout } from './check-field.ts';
import { FIELD_NAMES, fieldOf, newDevice, type FieldName } from './device-fields.ts';
import { deviceValues, withField, withValues, type DeviceValues, type FieldContext } from './field-text.ts';

const PT: FieldContext = { brand: 'acme', language: 'pt-BR', speedUnit: 'kmh', zone: 'America/Sao_Paulo' };
const FILLED: DeviceValues = {
  name: 'Fiorino 1',
  uniqueId: '490154203237518',
  state: 'installed',
  disabled: 'true',
  expirationTime: '2027-01-31T18:30',
  plate: 'BRA2E19',
  vehicleBrand: 'Fiat',
  vehicleModel: 'Fiorino',
  manufactureDate: '2024-02-29',
  renavam: '639884962',
  vin: '1M8GDM9AXKP042788',
  chassis: '9BD123',
  engineNumber: 'M-77',
  category: 'van',
  color: '#ffffff',
  colorExtra: '#20242b',
  gpsBrand: 'Suntech',
  gpsModel: 'ST310',
  technology: '4G',
  decoderZone: 'GMT-3',
  phone: '+55 11 99999-0000',
  iccid: '89014103211118510720',
  operator: 'Vivo',
  apn: 'm2m.example',
  simActivation: '2026-01-01',
  simValidity: '2028-01-01',
  broker: 'Boa Corretora',
  monthlyValue: '1.049,90',
  installCompany: 'Auto Elétrica',
  installInstaller: 'Bia',
  installPhone: '11 5555-0000',
  installEmail: 'bia@example.com',
  installDate: '2026-11-20',
  installAddress: 'Rua A, 1',
  installObservation: 'sob o painel',
  fuelTank: '55',
  fuelTable: '0=0; 512=40,5; 1023=95',
  fuelSensor: 'adc1',
  fuelPrice: '5,879',
  currency: 'BRL',
  litresPer100Km: '8,5',
  speedLimit: '110',
  groupId: '4',
  calendarId: '9',
  observations: 'nenhuma',
};

test('[WEBDEV-2] every field is written where it belongs and reads back as typed', () => {
  expect(Object.keys(FILLED).toSorted()).toEqual([...FIELD_NAMES].toSorted());
  const device = withValues(newDevice(), FILLED, PT);
  expect(deviceValues(device, PT)).toEqual(FILLED);
  const { attributes, ...core } = device;
  expect(core).toMatchObject({
    name: 'Fiorino 1',
    uniqueId: '490154203237518',
    phone: '+55 11 99999-0000',
    category: 'van',
    model: 'ST310',
    groupId: 4,
    calendarId: 9,
    disabled: true,
    expirationTime: '2027-01-31T21:30:00.000Z',
  });
  expect(attributes).toMatchObject({
    plate: 'BRA2E19',
    'acme.color': '#ffffff',
    'acme.color_extra': '#20242b',
    'device.state': 'installed',
    'device.gpsBrand': 'Suntech',
    'device.model': 'ST310',
    'device.technology': '4G',
    monthlyValue: 104_990,
    fuelCapacity: 55,
    fuelPrice: 5.879,
    litresPer100Km: 8.5,
    'install.installer': 'Bia',
  });
  expect(attributes['speedLimit']).toBeCloseTo(59.395, 2);
});

test('[WEBDEV-2] an emptied field is gone; a plate is written its one way, where it stood', () => {
  const empty = Object.fromEntries(FIELD_NAMES.map((name) => [name, ''])) as DeviceValues;
  const cleared = withValues(withValues(newDevice(), FILLED, PT), { ...empty, name: 'N', uniqueId: '1' }, PT);
  expect(cleared).toEqual({ ...newDevice(), name: 'N', uniqueId: '1' });
  const branded = { ...newDevice(), attributes: { 'acme.plate': 'OLD-0001', plate: 'X' } };
  expect(withField(fieldOf('plate'), branded, ' abc1234 ', PT).attributes).toEqual({
    'acme.plate': 'ABC-1234',
  });
});

test('[WEBDEV-3] only what changed is written', () => {
  const device = {
    ...newDevice(),
    name: 'A',
    uniqueId: '1',
    model: 'GV300',
    contact: 'Ana',
    attributes: {
      speedLimit: 43.19654,
      fuelPrice: 5.8791234,
      own: [1, { a: null }],
      monthlyValue: '4990',
      disabled: 1,
    },
  };
  const values = deviceValues(device, PT);
  expect(values).toMatchObject({ speedLimit: '80', fuelPrice: '5,879' });
  expect(withValues(device, values, PT)).toEqual(device);
  const renamed = withValues(device, { ...values, name: 'B', color: '#123456' }, PT);
  expect(renamed).toEqual({
    ...device,
    name: 'B',
    attributes: { ...device.attributes, 'acme.color': '#123456' },
  });
});

test('[WEBDEV-4] what cannot be saved, and what only deserves a look', () => {
  const checked = (part: Partial<Record<FieldName, string>>) => checkDevice({ ...FILLED, ...part }, PT);
  expect(checked({})).toEqual({});
  expect(checked({ name: ' ', uniqueId: '' })).toEqual({ name: 'required', uniqueId: 'required' });
  expect(checked({ uniqueId: 'deleted-1-2' })).toEqual({ uniqueId: 'reserved' });
  expect(checked({ name: 'x'.repeat(129) })).toEqual({ name: 'tooLong' });
  expect(checked({ monthlyValue: 'dez', fuelTank: '-1', speedLimit: '8 0x' })).toEqual({
    monthlyValue: 'notANumber',
    fuelTank: 'negative',
    speedLimit: 'notANumber',
  });
  expect(checked({ decoderZone: 'Nowhere/Here' })).toEqual({ decoderZone: 'zone' });
  expect(checked({ decoderZone: 'America/Sao_Paulo' })).toEqual({});
  expect(checked({ fuelTable: '0=0; 512' })).toEqual({ fuelTable: 'fuelTable' });
  expect(checked({ manufactureDate: '2026-02-30', installDate: '20/11/2026', expirationTime: 'x' })).toEqual({
    manufactureDate: 'notADate',
    installDate: 'notADate',
    expirationTime: 'notADate',
  });
  const doubtful: DeviceValues = {
    ...FILLED,
    plate: 'XX 1',
    uniqueId: '490154203237519',
    iccid: '123',
    renavam: '639884963',
    vin: 'I',
    installEmail: 'bia@',
    simValidity: '2025-12-31',
  };
  expect(checkDevice(doubtful, PT)).toEqual({});
  expect(FIELD_NAMES.flatMap((name) => doubtAbout(name, doubtful) ?? []).toSorted()).toEqual(
    ['email', 'iccid', 'imei', 'plate', 'renavam', 'simDates', 'vin'].toSorted(),
  );
  expect(FIELD_NAMES.flatMap((name) => doubtAbout(name, FILLED) ?? [])).toEqual([]);
});
