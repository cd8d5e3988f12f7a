/** Layers of ARCHITECTURE.md: imports go down only, never sideways; type imports count too. */
const LAYERS = [
  ['base'],
  ['fleet'],
  ['protocols', 'storage', 'bus', 'tracking-client', 'outgoing'],
  ['tracker', 'extension', 'web', 'simulator'],
  ['server'],
];

const inside = (names) => `^packages/(${names.join('|')})/`;

const layerRules = LAYERS.flatMap((names, layer) =>
  names.map((name) => ({
    name: `${name}-imports-lower-layers-only`,
    severity: 'error',
    comment: 'Move the shared part down a layer, or compose the two in packages/server or web/app.',
    from: { path: inside([name]), pathNot: name === 'server' ? '^$' : '\\.bench\\.ts$' },
    to: { path: '^packages/', pathNot: inside([name, ...LAYERS.slice(0, layer).flat()]) },
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
 * Modules of the web and what each may import besides itself; `app`, above them, may import all. The lowest ones have an
 * order, too: texts import nothing, components import texts, the map draws live data.
 */
const WEB = 'packages/web/src';
const GROUND = ['i18n', 'ui', 'live', 'map'];
const WEB_MODULES = {
  i18n: [],
  ui: ['i18n'],
  live: [],
  map: ['i18n', 'live'],
  kernel: GROUND,
  areas: [...GROUND, 'kernel'],
  testing: [...GROUND, 'kernel'],
};

const webModuleRules = [
  ...Object.entries(WEB_MODULES).map(([module, below]) => ({
    name: `web-${module}-imports-lower-modules-only`,
    severity: 'error',
    comment:
      'Move what is shared down to kernel or fleet; what shows two areas, and its test, stands in app.',
    from: { path: `^${WEB}/${module}/` },
    // Test helpers have a rule of their own.
    to: { path: `^${WEB}/`, pathNot: `^${WEB}/(${[module, ...below, 'testing'].join('|')})/` },
  })),
  {
    name: 'web-testing-is-for-tests',
    severity: 'error',
    from: { path: `^${WEB}/`, pathNot: `^${WEB}/testing/|\\.test\\.tsx?$` },
    to: { path: `^${WEB}/testing/` },
  },
];

/** Modules of the tracking server, bottom to top: none imports one above it. */
const TRACKER = 'packages/tracker/src';
const TRACKER_MODULES = [
  // Shared by all: topics of the bus, errors, the directory, permissions, a request and its response.
  'messages',
  'errors',
  'directory',
  'media',
  'brands',
  'access',
  'http',
  'committed',
  'serializers',
  'pending-records',
  // Processing of a record.
  'calendars',
  'computed',
  'geofences',
  'pipeline',
  'ingest',
  'trips',
  // Notifications to users and other programs.
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
const trackerModuleRules = [
  ...TRACKER_MODULES.map((module, at) => ({
    name: `tracker-${module}-imports-lower-modules-only`,
    severity: 'error',
    comment: 'Move what is shared to a module below both, hand it in as a port, or let a message carry it.',
    from: { path: `^${TRACKER}/${module}/`, pathNot: '\\.test\\.ts$' },
    to: { path: `^${TRACKER}/`, pathNot: `^${TRACKER}/(${TRACKER_MODULES.slice(0, at + 1).join('|')})/` },
  })),
  {
    name: 'tracker-modules-are-listed',
    severity: 'error',
    comment: 'Give the new module its place in TRACKER_MODULES.',
    from: { path: `^${TRACKER}/(?!(${TRACKER_MODULES.join('|')})/)[^/]+/` },
    to: {},
  },
];

/** Modules of fleet, bottom to top. `threads` only lists what database threads may load. */
const FLEET = 'packages/fleet/src';
const FLEET_MODULES = [
  'units',
  'languages',
  'rights',
  'geometry',
  'billing',
  // Entities, and rules about one of them.
  'entities',
  'customers',
  'preferences',
  'permissions',
  'brands',
  'rules',
  'expressions',
  'trips',
  'scores',
  'calendars',
  'maintenance',
  'tracks',
  'overview',
  'health',
  'layouts',
  'routing',
  'arrival-times',
  'stop-visits',
  'corridor',
  'orders',
  'road-routes',
  'working-hours',
  'coaching',
  'inspections',
  'filters',
  'costs',
  'sorts',
  'sheets',
  'audit',
  // What others read and write.
  'reports',
  'links',
  'checks',
  'schemas',
  // Sums of what is read, and rates of them.
  'totals',
  'figures',
  'api',
  'threads',
];
const fleetModuleRules = [
  ...FLEET_MODULES.map((module, at) => ({
    name: `fleet-${module}-imports-lower-modules-only`,
    severity: 'error',
    comment: 'Move what is shared to a module below both.',
    from: { path: `^${FLEET}/${module}/`, pathNot: '\\.test\\.ts$|/index\\.ts$' },
    to: { path: `^${FLEET}/`, pathNot: `^${FLEET}/(${FLEET_MODULES.slice(0, at + 1).join('|')})/` },
  })),
  {
    name: 'fleet-modules-are-listed',
    severity: 'error',
    comment: 'Give the new module its place in FLEET_MODULES.',
    from: { path: `^${FLEET}/(?!(${FLEET_MODULES.join('|')})/)[^/]+/` },
    to: {},
  },
];

export default {
  forbidden: [
    ...fleetModuleRules,
    ...layerRules,
    ...areaRules,
    ...webModuleRules,
    ...trackerModuleRules,
    {
      name: 'packages-have-entry-points',
      severity: 'error',
      comment: 'Import the package by its name; what is not exported is its own business.',
      from: { path: '^packages/([^/]+)/' },
      to: {
        path: '^packages/([^/]+)/',
        pathNot: [
          '^packages/$1/',
          '/src/index\\.ts$',
          '/src/addresses/index\\.ts$',
          '^packages/bus/src/nats/index\\.ts$',
          '/src/jobs/index\\.ts$',
          '^packages/base/src/(host|threads)\\.ts$',
          '/src/schemas/index\\.ts$',
          '/src/scores/index\\.ts$',
          '/src/api/index\\.ts$',
          '/src/billing/index\\.ts$',
          '/src/trips/index\\.ts$',
          '/src/calendars/index\\.ts$',
          '/src/engine/index\\.ts$',
          '/src/setups/index\\.ts$',
          '/src/sheets/index\\.ts$',
          '/src/paper-pictures/index\\.ts$',
          '/src/expressions/index\\.ts$',
          '/src/papers/index\\.ts$',
          '/src/threads/index\\.ts$',
          '/src/overview/index\\.ts$',
          '/src/layouts/index\\.ts$',
          '/src/orders/index\\.ts$',
          '/src/costs/index\\.ts$',
          '/src/inspections/index\\.ts$',
          '/src/routing/index\\.ts$',
          '/src/road-routes/index\\.ts$',
          '/src/stop-visits/index\\.ts$',
          '/src/corridor/index\\.ts$',
          '/src/arrival-times/index\\.ts$',
          '/src/working-hours/index\\.ts$',
          '/src/figures/index\\.ts$',
          '/src/coaching/index\\.ts$',
          '/src/tracks/index\\.ts$',
          '/src/testing/index\\.ts$',
        ],
      },
    },
    {
      name: 'testing-entry-points-are-for-tests',
      severity: 'error',
      comment: 'Code behind a testing entry point does not run in production.',
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
