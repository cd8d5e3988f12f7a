import type { Attributes, DeviceCategory } from '@rastro/fleet';
import type { HomeArea } from '../motion/areas.ts';
import type { Habit } from '../motion/habits.ts';
import { shippedAreas, type Areas } from '../roads/shipped-streets.ts';
import { protocolOf, type Channel, type DeviceProtocol } from '../vehicle/channel.ts';
import { madeUpImei, madeUpPlate } from './identity.ts';
import { CUSTOMER_GROUPS, STOCK_GROUPS } from './customer-rows.ts';
import { DEMO_GROUPS, type DemoRow, type DeviceState, type Distress, type Presence } from './demo-rows.ts';

/** A vehicle of the demonstration: what to register, and how it lives. */
export interface DemoVehicle {
  readonly name: string;
  readonly plate: string;
  readonly uniqueId: string;
  readonly category: DeviceCategory;
  /** Of the vehicle. */
  readonly model: string;
  /** Of the tracker; selects what its messages mean. */
  readonly trackerModel: string | null;
  readonly protocol: DeviceProtocol;
  readonly groupName: string;
  /** `{brand}.color` and `{brand}.color_extra`. */
  readonly attributes: Attributes;
  /** Where it lives. */
  readonly home: HomeArea;
  readonly channel: Channel;
  readonly habit: Habit;
  readonly presence: Presence;
  readonly state: DeviceState;
  /** So many days ago it was installed at most; before, there was nothing of it. */
  readonly installedDays: number;
  /** Null = it never calls for help. */
  readonly distress: Distress | null;
  readonly ignition: 'follows the trip' | 'always off';
}

const TRACKER_MODELS: Readonly<Record<Channel, string | null>> = {
  gt06: 'GT06N',
  suntech: 'ST340',
  teltonika: 'FMB920',
  'teltonika-udp': 'FMB920',
  h02: 'ST-901',
  gl200: 'GV300',
  gps103: 'TK303',
  jt808: 'VL110',
  wialon: null,
  meitrack: 'T366',
  ruptela: 'FM-Eco4',
  osmand: null,
  'osmand-json': null,
};
/** A mix as customers have it: the usual ones more often. */
const CHANNEL_ORDER: readonly Channel[] = [
  'gt06',
  'teltonika',
  'suntech',
  'osmand',
  'h02',
  'teltonika-udp',
  'gt06',
  'gl200',
  'jt808',
  'gps103',
  'teltonika',
  'osmand-json',
  'meitrack',
  'suntech',
  'ruptela',
  'wialon',
];
/** Customers of resellers came some weeks ago. */
const NEW_GROUPS: ReadonlySet<string> = new Set(CUSTOMER_GROUPS.map(([group]) => group));
const NEW_DAYS = 18;
/** Older Suntech units identify themselves by the end of their IMEI. */
const SUNTECH_DIGITS = 9;

/**
 * About 90 vehicles of every kind and some trackers on the shelf, the same ones each time.
 * @param brand Prefix of the brand's own attributes.
 * @param areas Where they live, with the streets that are known there.
 */
export function demoFleet(brand = 'rastro', areas: Areas = shippedAreas()): readonly DemoVehicle[] {
  const kinds = [...DEMO_GROUPS, ...CUSTOMER_GROUPS, ...STOCK_GROUPS].flatMap(([group, rows]) =>
    rows.map((row) => ({ group, row })),
  );
  const vehicles: DemoVehicle[] = [];
  for (const { group, row } of kinds) {
    for (let number = 1; number <= row[0]; number++) {
      vehicles.push(vehicleOf(row, { group, number, serial: vehicles.length, brand, areas }));
    }
  }
  return vehicles;
}

interface Place {
  readonly group: string;
  /** Among its kind, from 1. */
  readonly number: number;
  /** Among all. */
  readonly serial: number;
  readonly brand: string;
  readonly areas: Areas;
}

function vehicleOf(row: DemoRow, { group, number, serial, brand, areas }: Place): DemoVehicle {
  const [count, name, category, model, area, habit, colors, unusual = {}] = row;
  const channel = unusual.channel ?? CHANNEL_ORDER[serial % CHANNEL_ORDER.length] ?? 'gt06';
  const imei = madeUpImei(1001 + serial);
  const [color = '', extra = ''] = colors.split(' ');
  return {
    name: count > 1 ? `${name} ${String(number).padStart(2, '0')}` : name,
    plate: madeUpPlate(serial),
    uniqueId: channel === 'suntech' ? imei.slice(-SUNTECH_DIGITS) : imei,
    category,
    model,
    trackerModel: TRACKER_MODELS[channel],
    protocol: protocolOf(channel),
    groupName: group,
    attributes: { [`${brand}.color`]: color, [`${brand}.color_extra`]: extra },
    home: areas[area],
    channel,
    habit,
    presence: unusual.presence ?? 'always',
    state: unusual.state ?? 'installed',
    installedDays: NEW_GROUPS.has(group) ? NEW_DAYS : Infinity,
    distress: unusual.distress ?? null,
    ignition: unusual.ignition ?? 'follows the trip',
  };
}
