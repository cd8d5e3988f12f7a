import type { DEVICE_STATES, DeviceCategory, LatLng } from '@rastro/fleet';
import { AREAS, type AreaName, type HomeArea } from '../motion/areas.ts';
import { HIGHWAYS } from '../motion/highways.ts';
import type { Habit } from '../motion/habits.ts';
import type { Channel } from '../vehicle/channel.ts';

/** When a vehicle of the demonstration talks to the server. */
export type Presence =
  | 'always'
  /** Loses the network for minutes and delivers afterwards. */
  | 'patchy'
  /** Sends one last report from hours ago and disappears. */
  | 'lost'
  /** Has never reported. */
  | 'never';

/** Distress alarm that a vehicle sends soon after it set out, and once more. */
export type Distress = 'sos' | 'powerCut';

/** Options of only some vehicles: an unusual report pattern, an unusual presence, a dead ignition wire. */
interface Unusual {
  readonly channel?: Channel;
  readonly presence?: Presence;
  readonly ignition?: 'always off';
  readonly distress?: Distress;
  /** Absent = installed in a vehicle. */
  readonly state?: DeviceState;
}

export type DeviceState = (typeof DEVICE_STATES)[number];

/** So many vehicles of one kind; body and second color in one text. */
export type DemoRow = readonly [
  count: number,
  name: string,
  category: DeviceCategory,
  model: string,
  area: AreaName,
  habit: Habit,
  colors: `#${string} #${string}`,
  unusual?: Unusual,
];

export const BUSY: Habit = { kind: 'city', breakS: [40, 240] };
export const CALM: Habit = { kind: 'city', breakS: [180, 900] };
const LINE: Habit = { kind: 'city', breakS: [20, 60] };
export const DEPOT: Habit = { kind: 'parked', at: { x: 0, y: 0 } };
const slow = (maxKmh: number): Habit => ({ kind: 'city', breakS: [60, 300], maxKmh });
const road = (to: HomeArea, limitKmh: number, waypoints?: readonly LatLng[], haltEveryM = 30_000): Habit => ({
  kind: 'road',
  to,
  limitKmh,
  haltEveryM,
  breakS: [300, 900],
  ...(waypoints ? { waypoints } : {}),
});
const wander = (speedKmh: number): Habit => ({ kind: 'wander', speedKmh, breakS: [60, 300] });
const parked = (x: number, y: number): Habit => ({ kind: 'parked', at: { x, y } });
const { bandeirantes, camposGerais, seteLagoas, paranaRailway } = HIGHWAYS;
const LOST = { presence: 'lost' } as const;

/** The demonstration: groups and the kinds of vehicles in them. */
export const DEMO_GROUPS: readonly (readonly [group: string, rows: readonly DemoRow[]])[] = [
  [
    'Entregas São Paulo',
    [
      [6, 'Fiorino', 'van', 'Fiat Fiorino', 'saoPaulo', BUSY, '#e8590c #ffffff'],
      [4, 'Moto', 'motorcycle', 'Honda CG 160', 'saoPaulo', BUSY, '#e03131 #212529'],
      [1, 'Scooter', 'scooter', 'Yamaha NMAX', 'saoPaulo', BUSY, '#1098ad #ffffff', { presence: 'patchy' }],
      [
        1,
        'Bicicleta',
        'bicycle',
        'Caloi Elétrica',
        'saoPaulo',
        slow(17),
        '#2f9e44 #ffffff',
        { channel: 'osmand-json' },
      ],
      [3, 'Carro', 'car', 'Chevrolet Onix', 'saoPaulo', CALM, '#1971c2 #e9ecef'],
    ],
  ],
  [
    'Carga rodoviária',
    [
      [
        2,
        'Carreta',
        'truck',
        'Scania R 450',
        'saoPaulo',
        road(AREAS.campinas, 88, bandeirantes),
        '#5f3dc4 #ffd43b',
      ],
      [
        2,
        'Bitrem',
        'truck1',
        'Volvo FH 540',
        'curitiba',
        road(AREAS.pontaGrossa, 84, camposGerais),
        '#0b7285 #ffffff',
      ],
      [
        2,
        'Baú',
        'truck2',
        'Mercedes-Benz Accelo',
        'beloHorizonte',
        road(AREAS.seteLagoas, 80, seteLagoas),
        '#c92a2a #ffffff',
      ],
      [
        1,
        'Cegonha',
        'truck',
        'DAF XF',
        'campinas',
        road(AREAS.saoPaulo, 80, bandeirantes.toReversed()),
        '#343a40 #fab005',
        { ...LOST, state: 'failure' },
      ],
    ],
  ],
  [
    'Transporte de passageiros',
    [
      [3, 'Táxi', 'car', 'Toyota Corolla', 'saoPaulo', BUSY, '#fab005 #1864ab'],
      [2, 'Ônibus', 'bus', 'Marcopolo Torino', 'saoPaulo', LINE, '#2b8a3e #ffffff'],
      [2, 'Picape', 'pickup', 'Fiat Toro', 'saoPaulo', CALM, '#495057 #adb5bd'],
    ],
  ],
  [
    'Porto Alegre',
    [
      [3, 'Serviço', 'car', 'Volkswagen Polo', 'portoAlegre', CALM, '#ffffff #1971c2'],
      [1, 'Biarticulado', 'bus', 'Volvo B12M', 'portoAlegre', LINE, '#e03131 #ffffff', { distress: 'sos' }],
      [1, 'Trólebus', 'trolleybus', 'Caio Millennium', 'portoAlegre', LINE, '#1c7ed6 #ffffff'],
      [
        1,
        'Bonde',
        'tram',
        'Alstom Citadis',
        'portoAlegre',
        LINE,
        '#868e96 #e03131',
        { channel: 'teltonika' },
      ],
      [2, 'Van escolar', 'van', 'Renault Master', 'portoAlegre', CALM, '#fcc419 #212529'],
      [1, 'Furgão', 'van', 'Peugeot Boxer', 'portoAlegre', BUSY, '#748ffc #ffffff', { presence: 'patchy' }],
    ],
  ],
  [
    'Equipe de campo',
    [
      [2, 'Coleta', 'truck2', 'Volkswagen Constellation', 'saoPaulo', BUSY, '#37b24d #fab005'],
      [2, 'Consultor', 'car', 'Hyundai HB20', 'saoPaulo', CALM, '#ae3ec9 #ffffff'],
      [
        1,
        'Jipe',
        'offroad',
        'Troller T4',
        'portoAlegre',
        CALM,
        '#5c940d #212529',
        { distress: 'powerCut', state: 'service' },
      ],
      [
        1,
        'Rebocado',
        'car',
        'Fiat Uno',
        'saoPaulo',
        BUSY,
        '#ced4da #e03131',
        { channel: 'gt06', ignition: 'always off' },
      ],
    ],
  ],
  [
    'Vistorias Sul',
    [
      [2, 'Entrega', 'motorcycle', 'Honda Biz', 'portoAlegre', BUSY, '#f76707 #ffffff'],
      [2, 'Vistoria', 'car', 'Renault Kwid', 'portoAlegre', CALM, '#15aabf #ffffff'],
      [
        1,
        'Perdido',
        'motorcycle',
        'Yamaha Factor',
        'portoAlegre',
        parked(900, -400),
        '#868e96 #212529',
        { ...LOST, state: 'withdrawn' },
      ],
    ],
  ],
  [
    'Especiais',
    [
      [
        1,
        'Lancha',
        'boat',
        'Focker 240',
        'guaibaWater',
        wander(28),
        '#ffffff #1864ab',
        { channel: 'osmand' },
      ],
      [
        1,
        'Navio',
        'ship',
        'Rebocador AH 21',
        'atlanticWater',
        wander(18),
        '#c92a2a #ffffff',
        { channel: 'teltonika' },
      ],
      [
        1,
        'Avião',
        'plane',
        'Embraer Phenom 300',
        'campinas',
        road(AREAS.goiania, 620, undefined, 0),
        '#ffffff #e03131',
        { channel: 'osmand-json' },
      ],
      [
        1,
        'Helicóptero',
        'helicopter',
        'Robinson R44',
        'saoPaulo',
        wander(160),
        '#f03e3e #ffffff',
        { channel: 'teltonika' },
      ],
      [
        1,
        'Trem',
        'train',
        'GE C44',
        'pontaGrossa',
        road(AREAS.curitiba, 62, paranaRailway, 18_000),
        '#495057 #fcc419',
        { channel: 'teltonika' },
      ],
      [2, 'Trator', 'tractor', 'John Deere 6M', 'farmland', wander(14), '#2f9e44 #fcc419'],
      [1, 'Boi Bandido', 'animal', 'Nelore', 'farmland', wander(3), '#f8f9fa #862e9c', { channel: 'osmand' }],
      [
        1,
        'Carteiro',
        'person',
        'Aplicativo',
        'saoPaulo',
        slow(5),
        '#1c7ed6 #fcc419',
        { channel: 'osmand-json' },
      ],
      [1, 'Guindaste', 'crane', 'Liebherr LTM', 'portoAlegre', parked(-700, 500), '#fab005 #212529'],
      [1, 'Contêiner', 'default', 'Isca de carga', 'campinas', parked(300, 1200), '#adb5bd #495057', LOST],
    ],
  ],
  [
    'Pátio',
    [
      [
        1,
        'Rastreador novo',
        'arrow',
        'Sem veículo',
        'saoPaulo',
        DEPOT,
        '#ced4da #ced4da',
        { presence: 'never', state: 'stock' },
      ],
      [5, 'Reserva', 'van', 'Fiat Ducato', 'saoPaulo', DEPOT, '#ffffff #e8590c', { state: 'company' }],
      [
        2,
        'Oficina',
        'pickup',
        'Volkswagen Saveiro',
        'portoAlegre',
        parked(250, -250),
        '#ffffff #495057',
        { state: 'service' },
      ],
    ],
  ],
];
