/** The floors of ARCHITECTURE.md: imports go down only, never sideways; type imports count too. */
const FLOORS = [
  ['base'],
  ['fleet'],
  ['protocols', 'storage', 'bus', 'tracking-client', 'outgoing'],
  ['tracker', 'extension', 'web', 'simulator'],
  ['server'],
];

const inside = (names) => `^packages/(${names.join('|')})/`;

const floorRules = FLOORS.flatMap((names, floor) =>
  names.map((name) => ({
    name: `${name}-stands-on-lower-floors`,
    severity: 'error',
    comment: 'Move the shared part down a floor, or compose the two in packages/server or web/app.',
    from: { path: inside([name]), pathNot: name === 'server' ? '^$' : '\\.bench\\.ts$' },
    to: { path: '^packages/', pathNot: inside([name, ...FLOORS.slice(0, floor).flat()]) },
  })),
);

/** Areas of the extension and of the web do not import each other. */
const areaRules = ['packages/web/src/areas', 'packages/extension/src'].map((folder) => ({
  name: `areas-of-${folder.split('/')[1]}-do-not-import-each-other`,
  severity: 'error',
  comment: 'Move the shared noun down to fleet; compose screens in web/app.',
  from: { path: `^${folder}/([^/]+)/` },
  to: { path: `^${folder}/([^/]+)/`, pathNot: `^${folder}/$1/` },
}));

/**
 * The rooms of the web and what each may import besides itself; `app`, above them, may import all. The ground
 * has an order, too: words know nothing, parts of the screen know words, the map draws what is live.
 */
const WEB = 'packages/web/src';
const GROUND = ['i18n', 'ui', 'live', 'map'];
const ROOMS = {
  i18n: [],
  ui: ['i18n'],
  live: [],
  map: ['i18n', 'live'],
  kernel: GROUND,
  areas: [...GROUND, 'kernel'],
  testing: [...GROUND, 'kernel'],
};

const roomRules = [
  ...Object.entries(ROOMS).map(([room, below]) => ({
    name: `web-${room}-stands-on-lower-rooms`,
    severity: 'error',
    comment:
      'Move what is shared down to kernel or fleet; what shows two areas, and its test, stands in app.',
    from: { path: `^${WEB}/${room}/` },
    // What tests stand on has a rule of its own.
    to: { path: `^${WEB}/`, pathNot: `^${WEB}/(${[room, ...below, 'testing'].join('|')})/` },
  })),
  {
    name: 'web-testing-is-for-tests',
    severity: 'error',
    from: { path: `^${WEB}/`, pathNot: `^${WEB}/testing/|\\.test\\.tsx?$` },
    to: { path: `^${WEB}/testing/` },
  },
];

/** The rooms of the tracking server, bottom to top: none imports one that stands above it. */
const TRACKER = 'packages/tracker/src';
const TRACKER_ROOMS = [
  // What everybody speaks: topics of the bus, refusals, who and what exists, who may what, a call and its answer.
  'messages',
  'refusals',
  'directory',
  'brands',
  'access',
  'http',
  'shown',
  'views',
  'drafts',
  // What becomes of a record.
  'calendars',
  'computed',
  'geofences',
  'pipeline',
  'ingest',
  'books',
  // What people and their programs are told.
  'audit',
  'geocoding',
  'commands',
  'notifications',
  'alarms',
  'maintenance',
  'live',
  'forwarding',
  // History.
  'positions',
  'exports',
  'tracks',
  'reports',
  // Areas that own nothing but their routes.
  'attributes',
  'devices',
  'diagnosis',
  'docs',
  'groups',
  'images',
  'linked',
  'permissions',
  'server',
  'sessions',
  'shares',
  'traffic',
  'users',
  'account',
  // Assembly.
  'api',
  'roles',
];
const trackerRoomRules = [
  ...TRACKER_ROOMS.map((room, at) => ({
    name: `tracker-${room}-stands-on-lower-rooms`,
    severity: 'error',
    comment: 'Move what is shared to a room below both, hand it in as a port, or let a message carry it.',
    from: { path: `^${TRACKER}/${room}/`, pathNot: '\\.test\\.ts$' },
    to: { path: `^${TRACKER}/`, pathNot: `^${TRACKER}/(${TRACKER_ROOMS.slice(0, at + 1).join('|')})/` },
  })),
  {
    name: 'tracker-rooms-have-a-place',
    severity: 'error',
    comment: 'Give the new room its place in TRACKER_ROOMS.',
    from: { path: `^${TRACKER}/(?!(${TRACKER_ROOMS.join('|')})/)[^/]+/` },
    to: {},
  },
];

export default {
  forbidden: [
    ...floorRules,
    ...areaRules,
    ...roomRules,
    ...trackerRoomRules,
    {
      name: 'packages-have-doors',
      severity: 'error',
      comment: 'Import the package by its name; what is not exported is its own business.',
      from: { path: '^packages/([^/]+)/' },
      to: {
        path: '^packages/([^/]+)/',
        pathNot: [
          '^packages/$1/',
          '/src/index\\.ts$',
          '/src/addresses/index\\.ts$',
          '/src/schemas/index\\.ts$',
          '/src/api/index\\.ts$',
          '/src/billing/index\\.ts$',
          '/src/books/index\\.ts$',
          '/src/calendars/index\\.ts$',
          '/src/setups/index\\.ts$',
          '/src/sheets/index\\.ts$',
          '/src/expressions/index\\.ts$',
          '/src/papers/index\\.ts$',
          '/src/threads/index\\.ts$',
          '/src/tracks/index\\.ts$',
          '/src/testing/index\\.ts$',
        ],
      },
    },
    {
      name: 'testing-doors-are-for-tests',
      severity: 'error',
      comment: 'What stands behind a testing door does not run in production.',
      from: { path: '^packages/', pathNot: '\\.test\\.tsx?$|/test/|/testing/|-test-device\\.ts$' },
      to: { path: '^packages/(protocols|outgoing)/src/testing/' },
    },
    {
      name: 'database-threads-stay-light',
      severity: 'error',
      comment:
        'A server has several of these threads: take values from @rastro/fleet/threads, never schemas.',
      from: { path: '^packages/storage/src/', pathNot: '\\.test\\.ts$|/testing/|/contract/' },
      to: {
        path: '^packages/fleet/src/',
        pathNot: '^packages/fleet/src/threads/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-storage-knows-its-databases',
      severity: 'error',
      comment: 'Ask the ports of storage; openStorage knows which adapter there is.',
      from: { path: '^packages/(?!storage/)', pathNot: '\\.test\\.ts$' },
      to: { path: '^(node:)?sqlite$' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: { path: '^packages/' },
      to: { couldNotResolve: true, pathNot: '\\?(url|worker|raw)|^virtual:|\\.css$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|node_modules)/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default', 'node'] },
  },
};
