/**
 * Names of all product data in the attributes of a device, in one place: form, import, bulk edit, gateway and pipeline
 * read them here. Names that the tracking API knows are its own (`speedLimit`, `fuelCapacity`, `deviceImage`), those of
 * docs/reference/requirements.md SPEC §3 are spelled as there.
 */
export const DEVICE_ATTRIBUTES = {
  plate: 'plate',
  vehicleBrand: 'vehicleBrand',
  vehicleModel: 'vehicleModel',
  manufactureDate: 'manufactureDate',
  engineNumber: 'engineNumber',
  vin: 'vin',
  chassis: 'chassis',
  renavam: 'renavam',
  observations: 'observations',
  iccid: 'iccid',
  operator: 'operator',
  apn: 'apn',
  broker: 'broker',
  /** Civil dates, `YYYY-MM-DD`. */
  simActivation: 'simActivation',
  simValidity: 'simValidity',
  /** Integer cents. */
  monthlyValue: 'monthlyValue',
  state: 'device.state',
  gpsBrand: 'device.gpsBrand',
  gpsModel: 'device.model',
  technology: 'device.technology',
  /** Zone of the tracker's clock, where its language writes local time. @source docs/reference/tracking-api.md §2.20 */
  decoderZone: 'decoder.timezone',
  /** Liters; reports turn a fuel level into fuel spent by it. */
  fuelTank: 'fuelCapacity',
  /** Pairs of tank sensor reading and liters (`parseFuelTable`), and the attribute of the reading; absent = `fuel`. */
  fuelTable: 'fuel.table',
  fuelSensor: 'fuel.sensor',
  /** Of a liter, in `currency`. */
  fuelPrice: 'fuelPrice',
  /** ISO 4217. */
  currency: 'currency',
  litresPer100Km: 'litresPer100Km',
  /** Knots; the pipeline raises overspeed by it. */
  speedLimit: 'speedLimit',
  installCompany: 'install.company',
  installInstaller: 'install.installer',
  installPhone: 'install.phone',
  installEmail: 'install.email',
  installDate: 'install.date',
  installAddress: 'install.address',
  installObservation: 'install.observation',
  /** Name of the picture's file. @source docs/reference/tracking-api.md §3.5 */
  image: 'deviceImage',
  /** Identifier of a device before a safe deletion hid it. */
  deletedUniqueId: 'deletedUniqueId',
} as const;

/** @source docs/reference/requirements.md SPEC §3 "device.state values" */
export const DEVICE_STATES = ['installed', 'service', 'stock', 'failure', 'company', 'withdrawn'] as const;

const INSTALL_PREFIX = 'install.';

/**
 * Billing and installation data: changes need `devices.editOwnBilling` (docs/reference/requirements.md PRODUCT §4, bit
 * 15).
 */
export function isBillingAttribute(name: string): boolean {
  return name === DEVICE_ATTRIBUTES.monthlyValue || name.startsWith(INSTALL_PREFIX);
}
