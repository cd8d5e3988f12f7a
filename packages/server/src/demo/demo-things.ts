import {
  attributeName,
  DRIVER_ATTRIBUTES,
  knotsFromKmPerHour,
  type Attributes,
  type DriverAttribute,
  type LatLng,
} from '@rastro/fleet';
import { AREAS, type AreaName } from '@rastro/simulator';
import type { Tracker } from '@rastro/tracker';

/** What the things of the demonstration are linked to: ids by name. */
export interface DemoPeople {
  readonly groups: ReadonlyMap<string, number>;
  readonly devices: ReadonlyMap<string, number>;
  /** Who sees all of it. */
  readonly users: readonly number[];
  /** What the names of the product's own attributes begin with. */
  readonly brand: string;
}
type Directory = Tracker['directory'];
/** Names of groups and devices that have it. */
interface Given {
  readonly groups?: readonly string[];
  readonly devices?: readonly string[];
}

const [DELIVERIES, CARGO, RIO, SOUTH, MINAS, NORTHEAST, SPECIAL] = [
  'Entregas São Paulo',
  'Carga rodoviária',
  'Rio de Janeiro',
  'Curitiba e Porto Alegre',
  'Minas e Centro-Oeste',
  'Nordeste',
  'Especiais',
] as const;

const YARD = 'Pátio São Paulo';
const CITY = 'Centro expandido';

const at = ({ latitude, longitude }: LatLng): string => `${latitude} ${longitude}`;
const circle = (area: AreaName, radiusM: number): string => `CIRCLE (${at(AREAS[area].centre)}, ${radiusM})`;
/** A square whose middle lies some degrees from that of an area. */
function square(area: AreaName, [north, east]: readonly [number, number], half: number): string {
  const { centre } = AREAS[area];
  const corner = (up: number, right: number): string =>
    at({ latitude: centre.latitude + north + up * half, longitude: centre.longitude + east + right * half });
  return `POLYGON ((${[corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)].join(', ')}))`;
}

const FENCES: readonly (readonly [name: string, area: string, given: Given, attributes?: Attributes])[] = [
  [YARD, circle('saoPaulo', 400), { groups: [DELIVERIES, CARGO, 'Pátio'] }, { color: '#1971c2' }],
  [CITY, circle('saoPaulo', 3500), { groups: [DELIVERIES] }, { color: '#e8590c' }],
  [
    'Cliente Zona Leste',
    square('saoPaulo', [-0.012, 0.03], 0.008),
    { groups: [DELIVERIES] },
    { color: '#2f9e44', speedLimit: knotsFromKmPerHour(60) },
  ],
  [
    'Cliente Zona Norte',
    square('saoPaulo', [0.035, -0.008], 0.008),
    { groups: [DELIVERIES] },
    { color: '#2f9e44' },
  ],
  ['Terminal Campinas', circle('campinas', 900), { groups: [CARGO] }, { color: '#5f3dc4' }],
  ['Terminal Curitiba', circle('curitiba', 900), { groups: [CARGO] }, { color: '#5f3dc4' }],
  ['Terminal Ponta Grossa', circle('pontaGrossa', 900), { groups: [CARGO] }, { color: '#5f3dc4' }],
  ['Terminal Sete Lagoas', circle('seteLagoas', 900), { groups: [CARGO] }, { color: '#5f3dc4' }],
  ['Rio Norte', circle('rio', 2000), { groups: [RIO] }, { color: '#fab005' }],
  ['Centro de Curitiba', circle('curitiba', 3000), { groups: [SOUTH] }, { color: '#0b7285' }],
  ['Centro de Porto Alegre', circle('portoAlegre', 2000), { groups: [SOUTH] }, { color: '#0b7285' }],
  ['Centro de Belo Horizonte', circle('beloHorizonte', 2500), { groups: [MINAS] }, { color: '#37b24d' }],
  ['Centro do Recife', circle('recife', 1500), { groups: [NORTHEAST] }, { color: '#f76707' }],
  ['Fazenda Santa Rita', square('farmland', [0, 0], 0.012), { groups: [SPECIAL] }, { color: '#2f9e44' }],
];

const DRIVERS: readonly (readonly [name: string, licenceValidity: string, devices: readonly string[]])[] = [
  ['Antônio Pereira', '2029-03-14', ['Fiorino 01']],
  ['Beatriz Souza', '2028-08-02', ['Fiorino 02']],
  ['Cláudio Nunes', '2026-12-10', ['Fiorino 03']],
  ['Daniela Rocha', '2030-01-25', ['Moto 01', 'Moto 02']],
  ['Edson Carvalho', '2027-05-30', ['Carreta 01']],
  ['Fátima Gonçalves', '2026-12-22', ['Bitrem 01']],
  ['Geraldo Antunes', '2028-11-11', ['Baú 01', 'Baú 02']],
  ['Helena Barros', '2031-07-07', ['Ônibus 01']],
];
/** Metres, milliseconds of the engine; each from its first day. */
const SERVICES: readonly (readonly [name: string, type: string, period: number, given: Given])[] = [
  ['Troca de óleo', 'totalDistance', 10_000_000, { groups: [DELIVERIES, RIO, SOUTH, MINAS, NORTHEAST] }],
  ['Rodízio de pneus', 'totalDistance', 1_500_000, { groups: [DELIVERIES] }],
  ['Revisão do motor', 'hours', 150 * 3_600_000, { groups: [CARGO, DELIVERIES] }],
  ['Inspeção do freio', 'totalDistance', 5_000_000, { groups: [CARGO] }],
];
const RULES: readonly (readonly [
  type: EventName,
  description: string,
  channels: string,
  attributes?: Attributes,
])[] = [
  ['alarm', 'Pânico, frenagem e corte de energia', 'web,mail', { alarms: 'sos,hardBraking,powerCut' }],
  ['deviceOverspeed', 'Excesso de velocidade', 'web'],
  ['geofenceEnter', 'Chegada à cerca', 'web'],
  ['geofenceExit', 'Saída da cerca', 'web'],
  ['maintenance', 'Manutenção vencida', 'web,mail'],
  ['deviceOffline', 'Veículo sem sinal', 'web'],
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
/** The first two are mailed when a week is over; the others are only kept. */
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

/** Geofences, drivers, plans, rules … of the demonstration, linked to its fleet and people. */
export async function addThings(directory: Directory, people: DemoPeople): Promise<void> {
  const { linked, server } = directory;
  // Messages and sheets tell the time that the vehicles live by, too.
  await directory.updateServer({ ...server, attributes: { ...server.attributes, timezone: ZONE } });
  const give = giver(directory, people);
  const nameOf = (key: DriverAttribute): string => attributeName(people.brand, DRIVER_ATTRIBUTES[key]);
  for (const [name, area, given, attributes = {}] of FENCES)
    await give(
      'geofence',
      await linked.geofence.create({ name, area, description: null, calendarId: 0, attributes }),
      given,
    );
  for (const [index, [name, licenceValidity, devices]] of DRIVERS.entries()) {
    const attributes = {
      [nameOf('licence')]: `0412${String(index * 137_911 + 3_000_000)}`,
      [nameOf('category')]: 'E',
      [nameOf('validity')]: licenceValidity,
    };
    await give('driver', await linked.driver.create({ name, uniqueId: `MOT-${index + 101}`, attributes }), {
      devices,
    });
  }
  for (const [name, type, period, given] of SERVICES)
    await give(
      'maintenance',
      await linked.maintenance.create({ name, type, start: 0, period, attributes: {} }),
      given,
    );
  for (const [type, description] of COMMANDS) {
    const command = { type, description, textChannel: false, attributes: {} };
    await give('command', await linked.command.create(command), { groups: [DELIVERIES, CARGO] });
  }
  const speed = { description: 'Velocidade em km/h', attribute: 'speedKmh', expression: 'speed * 1.852' };
  const computed = await linked.attribute.create({ ...speed, type: 'number', priority: 0 });
  await give('attribute', computed, { groups: [NORTHEAST] });
  for (const number of [1, 2, 3]) {
    const order = { uniqueId: `PED-${1040 + number}`, description: `Entrega ${number}`, attributes: {} };
    await give('order', await linked.order.create({ ...order, fromAddress: YARD, toAddress: 'Zona Leste' }), {
      devices: [`Fiorino 0${number}`],
    });
  }
  await addTimes(directory, people);
  await addRuleThatActs(directory, people);
  for (const [name, kmh] of LIMITS) {
    const group = directory.groups.get(people.groups.get(name) ?? 0);
    const speedLimit = knotsFromKmPerHour(kmh);
    if (group) await directory.groups.update({ ...group, attributes: { ...group.attributes, speedLimit } });
  }
}

/** Calendars, and what goes by them: rules that tell people, and reports that are mailed. */
async function addTimes(directory: Directory, people: DemoPeople): Promise<void> {
  const { linked } = directory;
  const give = giver(directory, people);
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

/** Who leaves the inner city is asked where it is: what became of that stands in the log of notifications. */
async function addRuleThatActs(directory: Directory, { users, ...people }: DemoPeople): Promise<void> {
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
  await giver(directory, { ...people, users: users.slice(0, 1) })('notification', rule, {});
}

function giver({ links }: Directory, { groups, devices, users }: DemoPeople) {
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
