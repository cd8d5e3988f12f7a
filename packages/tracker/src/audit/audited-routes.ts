import type { Attributes } from '@rastro/fleet';

/** What a call did, as the audit log names it. @source reference/tracking-api.md §2.18 */
export interface Deed {
  readonly actionType: string;
  readonly objectType: string;
  readonly objectId: number;
  readonly attributes?: Attributes;
}
/** A call that has done its work, before it is confirmed. */
export interface DoneCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** What will be answered. */
  readonly status: number;
  readonly answer: unknown;
}
type Rule = (call: DoneCall) => readonly Deed[];

const idIn = (value: unknown): number => {
  const id = Number((value as { id?: unknown } | null)?.id ?? 0);
  return Number.isSafeInteger(id) ? id : 0;
};
const fields = (body: unknown): Readonly<Record<string, unknown>> => Object(body);

const crud = (path: string, objectType: string): readonly (readonly [string, Rule])[] => [
  [
    `POST /${path}`,
    ({ answer }) => [
      { actionType: 'create', objectType, objectId: idIn(answer) },
      ...(objectType === 'user' ? [] : [{ actionType: 'link', objectType, objectId: idIn(answer) }]),
    ],
  ],
  [`PUT /${path}/:id`, ({ body }) => [{ actionType: 'edit', objectType, objectId: idIn(body) }]],
  [`DELETE /${path}/:id`, ({ params }) => [{ actionType: 'remove', objectType, objectId: idIn(params) }]],
];

/** The pairs of a permissions call, at most so many that one call cannot flood the log. */
const pairs = (actionType: 'link' | 'unlink'): Rule => {
  return ({ body }) =>
    (Array.isArray(body) ? body : [body]).map((pair: unknown) => {
      const [owner, property] = Object.entries(fields(pair));
      return {
        actionType,
        objectType: (property?.[0] ?? '').replace(/Id$/i, ''),
        objectId: Number(property?.[1] ?? 0),
        attributes: {
          ownerType: (owner?.[0] ?? '').replace(/Id$/i, ''),
          ownerId: Number(owner?.[1] ?? 0),
        },
      };
    });
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = (value: unknown): string => `[${[value ?? []].flat().map(textOf).join(', ')}]`;
const editedDevice: Rule = ({ params }) => [
  { actionType: 'edit', objectType: 'device', objectId: idIn(params) },
];

/** Queued or sent; Traccar writes only the latter. A saved command is known by its answer. */
const sentCommand: Rule = ({ query, body, answer }) => {
  const { type, deviceId, textChannel } = { ...fields(body), ...fields(answer) };
  const groupId = Number(query['groupId'] ?? 0);
  const savedId = idIn(body);
  return [
    {
      actionType: 'command',
      objectType: groupId > 0 ? 'group' : 'device',
      objectId: groupId > 0 ? groupId : Number(deviceId ?? 0),
      attributes: {
        type: typeof type === 'string' ? type : '',
        textChannel: textChannel === true,
        ...(savedId > 0 ? { savedCommandId: savedId } : {}),
      },
    },
  ];
};

const report =
  (type: string): Rule =>
  ({ query }) => [
    {
      actionType: 'report',
      objectType: 'report',
      objectId: 0,
      attributes: {
        type,
        from: textOf(query['from']),
        to: textOf(query['to']),
        devices: texts(query['deviceId']),
        groups: texts(query['groupId']),
      },
    },
  ];
const session = (actionType: string): Rule => {
  return ({ answer }) => [{ actionType, objectType: 'user', objectId: idIn(answer) }];
};
const shared =
  (objectType: 'device' | 'group'): Rule =>
  ({ body }) => [
    {
      actionType: 'share',
      objectType,
      objectId: Number(fields(body)[`${objectType}Id`] ?? 0),
      attributes: { expiration: textOf(fields(body)['expiration']) },
    },
  ];
/** Who it was is not known yet, only that a mailed link was used. */
const newPassword: Rule = ({ body }) =>
  fields(body)['token'] ? [{ actionType: 'edit', objectType: 'password', objectId: 0 }] : [];
const REPORTS = ['route', 'trips', 'stops', 'summary', 'events', 'combined', 'geofences'];
const FORMATS = ['kml', 'kmz', 'gpx', 'csv'];

/** Every route that leaves a line in the audit log, and which. A route that is not here leaves none. */
export const AUDITED: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...crud('users', 'user'),
  ...crud('devices', 'device'),
  ...crud('groups', 'group'),
  ...crud('geofences', 'geofence'),
  ...crud('commands', 'command'),
  ...crud('notifications', 'notification'),
  ...crud('drivers', 'driver'),
  ...crud('calendars', 'calendar'),
  ...crud('maintenance', 'maintenance'),
  ...crud('attributes/computed', 'attribute'),
  ...crud('orders', 'order'),
  ...crud('reports', 'report'),
  ['POST /permissions', pairs('link')],
  ['POST /permissions/bulk', pairs('link')],
  ['DELETE /permissions', pairs('unlink')],
  ['DELETE /permissions/bulk', pairs('unlink')],

  ['POST /session', session('login')],
  ['GET /session/:id', session('login')],
  ['GET /session', ({ query, answer }) => (query['token'] ? session('login')({ answer } as DoneCall) : [])],
  ['DELETE /session', () => [{ actionType: 'logout', objectType: 'user', objectId: 0 }]],
  ['POST /session/token', () => [{ actionType: 'create', objectType: 'token', objectId: 0 }]],
  ['POST /session/token/revoke', () => [{ actionType: 'remove', objectType: 'token', objectId: 0 }]],

  [
    'POST /notifications/send/:notificator',
    () => [{ actionType: 'create', objectType: 'announcement', objectId: 0 }],
  ],
  ['PUT /notifications/webhook', () => [{ actionType: 'edit', objectType: 'webhook', objectId: 0 }]],
  ['DELETE /notifications/webhook', () => [{ actionType: 'remove', objectType: 'webhook', objectId: 0 }]],
  [
    'PUT /devices/:id/accumulators',
    ({ body }) => [
      { actionType: 'accumulators', objectType: 'device', objectId: Number(fields(body)['deviceId'] ?? 0) },
    ],
  ],
  [
    'DELETE /positions/:id',
    ({ params }) => [{ actionType: 'remove', objectType: 'position', objectId: idIn(params) }],
  ],
  [
    'DELETE /positions',
    ({ query }) => [
      {
        actionType: 'remove',
        objectType: 'position',
        objectId: 0,
        attributes: {
          deviceId: Number(query['deviceId'] ?? 0),
          from: textOf(query['from']),
          to: textOf(query['to']),
        },
      },
    ],
  ],
  ...['POST /devices/:id/image', 'DELETE /devices/:id/image'].map((route) => [route, editedDevice] as const),
  ...['POST /password/update', 'POST /session/password'].map((route) => [route, newPassword] as const),
  ['POST /share/device', shared('device')],
  ['POST /share/group', shared('group')],
  ['POST /server/restart', () => [{ actionType: 'restart', objectType: 'server', objectId: 1 }]],
  ['POST /server/reboot', () => [{ actionType: 'restart', objectType: 'server', objectId: 1 }]],
  ['POST /commands/send', (call) => sentCommand(call)],
  [
    'DELETE /commands/queue/:id',
    ({ params }) => [{ actionType: 'remove', objectType: 'queuedCommand', objectId: idIn(params) }],
  ],

  ['PUT /server', () => [{ actionType: 'edit', objectType: 'server', objectId: 1 }]],
  ...REPORTS.map((type) => [`GET /reports/${type}`, report(type)] as const),
  ...FORMATS.map((type) => [`GET /positions/${type}`, report(type)] as const),
  ['GET /positions', (call) => (call.query['from'] ? report('positions')(call) : [])],
]);
