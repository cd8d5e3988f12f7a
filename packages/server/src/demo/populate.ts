import { DEVICE_ATTRIBUTES } from '@rastro/fleet';
import { tankOf, type DemoVehicle, type Tank } from '@rastro/simulator';
import { hashPassword, PLAIN_ACCOUNT, type Tracker } from '@rastro/tracker';
import { demoAccounts, type DemoAccount } from './demo-accounts.ts';
import { installedBy } from './demo-billing.ts';
import { DEMO_RESELLERS } from './demo-resellers.ts';
import type { DemoTargets } from './demo-entities.ts';

/** Groups, vehicles and accounts of the demonstration, and who sees and manages what. */
export async function populate(
  directory: Tracker['directory'],
  fleet: readonly DemoVehicle[],
  { password, brand }: { readonly password: string; readonly brand: string },
): Promise<DemoTargets> {
  const groups = new Map<string, number>();
  for (const name of new Set(fleet.map(({ groupName }) => groupName)))
    groups.set(name, (await directory.groups.create({ name, groupId: 0, attributes: {} })).id);
  const devices = new Map<string, number>();
  for (const vehicle of fleet) {
    const groupId = groups.get(vehicle.groupName) ?? 0;
    const { id } = await directory.devices.create({ ...deviceOf(vehicle, brand), groupId });
    devices.set(vehicle.name, id);
  }
  const accounts = demoAccounts(brand);
  const ids = new Map<string, number>();
  const passwordHash = await hashPassword(password);
  for (const { email, name, fields, attributes, manager, ...account } of accounts) {
    const user = { ...PLAIN_ACCOUNT, ...fields, email, name, attributes, passwordHash };
    const { id } = await directory.users.create(user);
    ids.set(email, id);
    const owner = { ownerKind: 'user', ownerId: id };
    const seen = seenBy(account, { groups, devices });
    const managerId = manager === null ? undefined : ids.get(manager);
    const managed = { propertyKind: 'managedUser', propertyId: id };
    const above = managerId === undefined ? [] : [{ ownerKind: 'user', ownerId: managerId, ...managed }];
    await directory.links.change([...seen.map((property) => ({ ...owner, ...property })), ...above], []);
  }
  const idsOf = (fits: (account: DemoAccount) => boolean): readonly number[] =>
    accounts.filter(fits).flatMap(({ email }) => ids.get(email) ?? []);
  const ownersOf = new Map(
    [...otherGroups()].map((name) => [
      name,
      idsOf(({ groups: seen }) => Array.isArray(seen) && seen.includes(name)),
    ]),
  );
  return { groups, devices, users: idsOf(({ groups: seen }) => seen === 'fleet'), ownersOf, brand };
}

/** Groups of customers beside the large one, and shelves of resellers. */
function otherGroups(): ReadonlySet<string> {
  const named = demoAccounts('').flatMap(({ groups }) => (Array.isArray(groups) ? groups : []));
  return new Set([...named, ...DEMO_RESELLERS.map(({ stock }) => stock), CENTRAL_STOCK]);
}
/** The shelf of the installation: its trackers belong to nobody yet. */
const CENTRAL_STOCK = 'Estoque central';

function seenBy(
  { groups: seen }: Pick<DemoAccount, 'groups'>,
  { groups, devices }: Pick<DemoTargets, 'groups' | 'devices'>,
): readonly { readonly propertyKind: string; readonly propertyId: number }[] {
  if (seen === 'one') {
    const [first = 0] = devices.values();
    return [{ propertyKind: 'device', propertyId: first }];
  }
  const others = otherGroups();
  const names = seen === 'fleet' ? [...groups.keys()].filter((name) => !others.has(name)) : seen;
  return names.map((name) => ({ propertyKind: 'group', propertyId: groups.get(name) ?? 0 }));
}

function deviceOf(vehicle: DemoVehicle, brand: string) {
  const tank = tankOf(vehicle);
  return {
    name: vehicle.name,
    uniqueId: vehicle.uniqueId,
    category: vehicle.category,
    model: vehicle.trackerModel,
    attributes: {
      ...vehicle.attributes,
      ...(tank ? fuelOf(tank) : {}),
      [DEVICE_ATTRIBUTES.plate]: vehicle.plate,
      [DEVICE_ATTRIBUTES.vehicleModel]: vehicle.model,
      [DEVICE_ATTRIBUTES.gpsModel]: vehicle.trackerModel,
      [DEVICE_ATTRIBUTES.technology]: '4G',
      [DEVICE_ATTRIBUTES.state]: vehicle.state,
      ...installedBy(vehicle.groupName),
      [DEVICE_ATTRIBUTES.gpsBrand]: BRANDS[vehicle.protocol],
      [`${brand}.demo`]: true,
    },
    calendarId: 0,
    phone: null,
    contact: null,
    disabled: false,
    expirationTime: null,
  };
}

/** Fuel settings for reports, and the change of level that counts as an event. Liters, reais. */
const fuelOf = ({ litres }: Tank) => ({
  [DEVICE_ATTRIBUTES.fuelTank]: litres,
  [DEVICE_ATTRIBUTES.fuelPrice]: 6.09,
  [DEVICE_ATTRIBUTES.currency]: 'BRL',
  fuelDropThreshold: litres * 0.05,
  fuelIncreaseThreshold: litres * 0.3,
});

const BRANDS: Readonly<Record<DemoVehicle['protocol'], string>> = {
  gt06: 'Concox',
  suntech: 'Suntech',
  teltonika: 'Teltonika',
  h02: 'SinoTrack',
  gl200: 'Queclink',
  gps103: 'Coban',
  jt808: 'Jimi',
  wialon: 'Gurtam',
  meitrack: 'Meitrack',
  ruptela: 'Ruptela',
  osmand: 'Traccar Client',
};
