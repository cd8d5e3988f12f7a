import { knotsFromKmPerHour, type Attributes, type LatLng } from '@rastro/fleet';
import { DAY_MS, systemClock } from '@rastro/base';
import { AREAS, HIGHWAYS, type Areas, type HomeArea } from '@rastro/simulator';
import type { Tracker } from '@rastro/tracker';
import { papersOf, type DemoRoster } from './demo-drivers.ts';

/** Link targets of the demonstration: ids by name. */
export interface DemoTargets {
  readonly groups: ReadonlyMap<string, number>;
  readonly devices: ReadonlyMap<string, number>;
  /** Accounts that see the fleet of the large customer. */
  readonly users: readonly number[];
  /** Accounts that see the group of another customer, by its name. */
  readonly ownersOf: ReadonlyMap<string, readonly number[]>;
  /** Prefix of the product's own attributes. */
  readonly brand: string;
}
type Directory = Tracker['directory'];
/** Names of groups and devices that have it. */
interface Given {
  readonly groups?: readonly string[];
  readonly devices?: readonly string[];
}

const [DELIVERIES, CARGO, PASSENGERS, SOUTH, FIELD, SURVEYS, SPECIAL] = [
  'Entregas São Paulo',
  'Carga rodoviária',
  'Transporte de passageiros',
  'Porto Alegre',
  'Equipe de campo',
  'Vistorias Sul',
  'Especiais',
] as const;

const YARD = 'Pátio São Paulo';
const CITY = 'Centro expandido';

const at = ({ latitude, longitude }: LatLng): string => `${latitude} ${longitude}`;
const circle = ({ centre }: Place, radiusM: number): string => `CIRCLE (${at(centre)}, ${radiusM})`;
/** Around the far end of a road. */
const around = (road: readonly LatLng[], radiusM: number): string =>
  circle({ centre: road.at(-1) ?? AREAS.campinas.centre }, radiusM);
type Place = Pick<HomeArea, 'centre'>;
/** A square whose middle lies some degrees from that of an area. */
function square({ centre }: Place, [north, east]: readonly [number, number], half: number): string {
  const corner = (up: number, right: number): string =>
    at({ latitude: centre.latitude + north + up * half, longitude: centre.longitude + east + right * half });
  return `POLYGON ((${[corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)].join(', ')}))`;
}

/** Few vehicles per geofence: viewers get arrivals, not everything that passes by. */
const fencesOf = ({ saoPaulo, portoAlegre }: Areas): readonly Fence[] => [
  [YARD, circle(saoPaulo, 400), { groups: ['Pátio'], devices: ['Fiorino 01'] }, { color: '#1971c2' }],
  [CITY, circle(saoPaulo, 2200), { devices: ['Carro 01'] }, { color: '#e8590c' }],
  [
    'Cliente Zona Leste',
    square(saoPaulo, [-0.012, 0.012], 0.005),
    { devices: ['Fiorino 03'] },
    { color: '#2f9e44', speedLimit: knotsFromKmPerHour(60) },
  ],
  [
    'Cliente Zona Norte',
    square(saoPaulo, [0.016, -0.008], 0.005),
    { devices: ['Fiorino 04'] },
    { color: '#2f9e44' },
  ],
  ['Terminal Campinas', around(HIGHWAYS.bandeirantes, 900), { groups: [CARGO] }, { color: '#5f3dc4' }],
  ['Terminal Ponta Grossa', around(HIGHWAYS.camposGerais, 900), { groups: [CARGO] }, { color: '#5f3dc4' }],
  ['Terminal Sete Lagoas', around(HIGHWAYS.seteLagoas, 900), { groups: [CARGO] }, { color: '#5f3dc4' }],
  [
    'Centro de Porto Alegre',
    circle(portoAlegre, 1500),
    { devices: ['Serviço 01', 'Vistoria 01'] },
    { color: '#0b7285' },
  ],
  ['Fazenda Santa Rita', square(AREAS.farmland, [0, 0], 0.026), { groups: [SPECIAL] }, { color: '#2f9e44' }],
];
type Fence = readonly [name: string, area: string, given: Given, attributes?: Attributes];

/** Metres, milliseconds of the engine; each from its first day. */
const SERVICES: readonly (readonly [name: string, type: string, period: number, given: Given])[] = [
  ['Troca de óleo', 'totalDistance', 10_000_000, { groups: [DELIVERIES, PASSENGERS, SOUTH, FIELD, SURVEYS] }],
  ['Rodízio de pneus', 'totalDistance', 1_500_000, { groups: [DELIVERIES] }],
  ['Revisão do motor', 'hours', 150 * 3_600_000, { groups: [CARGO, DELIVERIES] }],
  ['Inspeção do freio', 'totalDistance', 5_000_000, { groups: [CARGO] }],
];
/** Papers and inspections by date: days from now on until they are due; below 0 = overdue. */
const DATES: readonly (readonly [name: string, days: number, given: Given])[] = [
  ['Licenciamento', 5, { devices: ['Fiorino 01', 'Fiorino 02', 'Táxi 01'] }],
  ['Seguro', 26, { devices: ['Carro 01', 'Carro 02', 'Moto 01'] }],
  ['Aferição do tacógrafo', 83, { groups: [CARGO] }],
  ['Extintor', -12, { devices: ['Ônibus 01', 'Van escolar 01'] }],
];
const YEAR_MS = 365 * DAY_MS;
const RULES: readonly (readonly [
  type: EventName,
  description: string,
  channels: string,
  attributes?: Attributes,
])[] = [
  ['alarm', 'Pânico, frenagem e corte de energia', 'web,mail', { alarms: 'sos,hardBraking,powerCut' }],
  ['deviceOverspeed', 'Excesso de velocidade', 'web'],
  ['geofenceEnter', 'Chegada à cerca', 'web'],
  ['geofenceExit', 'Saída da cerca', 'mail'],
  ['maintenance', 'Manutenção vencida', 'web,mail'],
  ['deviceOffline', 'Veículo sem sinal', 'mail'],
  ['deviceFuelDrop', 'Queda de combustível', 'web,mail'],
];
type EventName =
  | 'alarm'
  | 'deviceOverspeed'
  | 'geofenceEnter'
  | 'geofenceExit'
  | 'maintenance'
  | 'deviceOffline'
  | 'deviceFuelDrop';
const COMMANDS: readonly (readonly [type: string, description: string])[] = [
  ['positionSingle', 'Pedir posição agora'],
  ['engineStop', 'Bloquear motor'],
  ['engineResume', 'Desbloquear motor'],
];
const HOURS: readonly (readonly [name: string, from: string, to: string, rule: string])[] = [
  ['Horário comercial', '20260105T080000', '20260105T180000', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ['Fim de semana', '20260103T000000', '20260105T000000', 'FREQ=WEEKLY'],
  ['Noites', '20260105T220000', '20260106T053000', 'FREQ=DAILY'],
  ['Toda semana', '20260105T000000', '20260112T000000', 'FREQ=WEEKLY'],
];
/** The first two are mailed when a week is over; the others are only stored. */
const REPORTS: readonly (readonly [type: string, description: string, attributes: Attributes])[] = [
  ['summary', 'Resumo da semana', { period: '7d', format: 'pdf', form: 'standard' }],
  ['trips', 'Viagens da semana', { period: '7d', group: 'vehicle' }],
  ['trips', 'Viagens fora do expediente', { period: '7d', fromHour: '19:00', toHour: '06:00', markers: '1' }],
  ['idle', 'Motor ligado parado, dias úteis', { period: '30d', weekdays: '1,2,3,4,5', sort: '-duration' }],
];
const MAILED_REPORTS = 2;
const LIMITS: readonly (readonly [group: string, kmh: number])[] = [
  [CARGO, 88],
  [DELIVERIES, 80],
];

const ZONE = 'America/Sao_Paulo';

/** Geofences, drivers, plans, rules … of the demonstration, linked to its fleet and users. */
export async function addThings(
  directory: Directory,
  targets: DemoTargets,
  { areas, roster }: { readonly areas: Areas; readonly roster: DemoRoster },
): Promise<void> {
  const { linked, server } = directory;
  // Messages and sheets use the time zone of the vehicles, too.
  await directory.updateServer({ ...server, attributes: { ...server.attributes, timezone: ZONE } });
  const give = giver(directory, targets);
  for (const [name, area, given, attributes = {}] of fencesOf(areas))
    await give(
      'geofence',
      await linked.geofence.create({ name, area, description: null, calendarId: 0, attributes }),
      given,
    );
  await addDrivers(directory, targets, roster);
  for (const [name, type, period, given] of SERVICES)
    await give(
      'maintenance',
      await linked.maintenance.create({ name, type, start: 0, period, attributes: {} }),
      given,
    );
  for (const [name, days, given] of DATES) {
    const date = { name, type: 'serverTime', start: systemClock.now() + days * DAY_MS, period: YEAR_MS };
    await give('maintenance', await linked.maintenance.create({ ...date, attributes: {} }), given);
  }
  for (const [type, description] of COMMANDS) {
    const command = { type, description, textChannel: false, attributes: {} };
    await give('command', await linked.command.create(command), { groups: [DELIVERIES, CARGO] });
  }
  const speed = { description: 'Velocidade em km/h', attribute: 'speedKmh', expression: 'speed * 1.852' };
  const computed = await linked.attribute.create({ ...speed, type: 'number', priority: 0 });
  await give('attribute', computed, { groups: [SURVEYS] });
  for (const number of [1, 2, 3]) {
    const order = { uniqueId: `PED-${1040 + number}`, description: `Entrega ${number}`, attributes: {} };
    await give('order', await linked.order.create({ ...order, fromAddress: YARD, toAddress: 'Zona Leste' }), {
      devices: [`Fiorino 0${number}`],
    });
  }
  await addTimes(directory, targets);
  await addCommandRule(directory, targets);
  for (const [name, kmh] of LIMITS) {
    const group = directory.groups.get(targets.groups.get(name) ?? 0);
    const speedLimit = knotsFromKmPerHour(kmh);
    if (group) await directory.groups.update({ ...group, attributes: { ...group.attributes, speedLimit } });
  }
}

/** Drivers of the large customer for all who see its fleet, those of other customers for them alone. */
async function addDrivers(
  { linked, links }: Directory,
  { groups, devices, users, ownersOf, brand }: DemoTargets,
  roster: DemoRoster,
): Promise<void> {
  for (const driver of roster.drivers) {
    const { name, uniqueId, vehicle, groupName } = driver;
    const attributes = papersOf(driver, brand, systemClock.now());
    const { id: propertyId } = await linked.driver.create({ name, uniqueId, attributes });
    const owners = [
      ...(ownersOf.get(groupName) ?? users).map((ownerId) => ({ ownerKind: 'user', ownerId })),
      { ownerKind: 'device', ownerId: devices.get(vehicle) ?? 0 },
    ];
    const known = owners.filter(({ ownerId }) => ownerId > 0 && groups.has(groupName));
    await links.change(
      known.map((owner) => ({ ...owner, propertyKind: 'driver', propertyId })),
      [],
    );
  }
}

/** Calendars, and what follows them: rules that notify users, and reports that are mailed. */
async function addTimes(directory: Directory, targets: DemoTargets): Promise<void> {
  const { linked } = directory;
  const give = giver(directory, targets);
  let calendarId = 0;
  for (const [name, from, to, rule] of HOURS) {
    const calendar = await linked.calendar.create({
      name,
      data: calendarText({ from, to, rule }),
      attributes: {},
    });
    calendarId = calendar.id;
    await give('calendar', calendar, {});
  }
  for (const [type, description, notificators, attributes = {}] of RULES) {
    const rule = { type, description, notificators, always: true, commandId: 0, calendarId: 0, attributes };
    await give('notification', await linked.notification.create(rule), {});
  }
  for (const [index, [type, description, attributes]] of REPORTS.entries()) {
    const mailedBy = index < MAILED_REPORTS ? calendarId : 0;
    const report = await linked.report.create({ type, description, calendarId: mailedBy, attributes });
    await give('report', report, { groups: [DELIVERIES] });
  }
}

/** A vehicle that leaves the inner city is asked for its position; the notification log shows the outcome. */
async function addCommandRule(directory: Directory, { users, ...targets }: DemoTargets): Promise<void> {
  const { linked } = directory;
  const city = [...linked.geofence.inOrder()].find(({ name }) => name === CITY);
  const command = [...linked.command.inOrder()].find(({ type }) => type === 'positionSingle');
  const rule = await linked.notification.create({
    type: 'geofenceExit',
    description: 'Pedir posição na saída do centro',
    notificators: 'command',
    always: true,
    commandId: command?.id ?? 0,
    calendarId: 0,
    attributes: { geofenceIds: String(city?.id ?? 0) },
  });
  await giver(directory, { ...targets, users: users.slice(0, 1) })('notification', rule, {});
}

function giver({ links }: Directory, { groups, devices, users }: DemoTargets) {
  return async (
    propertyKind: string,
    { id: propertyId }: { readonly id: number },
    to: Given,
  ): Promise<void> => {
    const owners = [
      ...users.map((ownerId) => ({ ownerKind: 'user', ownerId })),
      ...(to.groups ?? []).map((name) => ({ ownerKind: 'group', ownerId: groups.get(name) ?? 0 })),
      ...(to.devices ?? []).map((name) => ({ ownerKind: 'device', ownerId: devices.get(name) ?? 0 })),
    ];
    const known = owners.filter(({ ownerId }) => ownerId > 0);
    await links.change(
      known.map((owner) => ({ ...owner, propertyKind, propertyId })),
      [],
    );
  };
}

function calendarText({
  from,
  to,
  rule,
}: {
  readonly from: string;
  readonly to: string;
  readonly rule: string;
}): string {
  const zone = 'TZID=America/Sao_Paulo';
  const event = [
    'BEGIN:VEVENT',
    `UID:${from}-${rule}`,
    `DTSTART;${zone}:${from}`,
    `DTEND;${zone}:${to}`,
    `RRULE:${rule}`,
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Rastro//Demo//PT',
    ...event,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  return Buffer.from(lines.join('\r\n')).toString('base64');
}
