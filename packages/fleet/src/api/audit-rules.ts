import type { AuditAction } from '../entities/audit-actions.ts';
import type { Attributes } from '../entities/attributes.ts';

/** Action of a call, as the audit log names it. @source docs/reference/tracking-api.md §2.18 */
export interface AuditEntry {
  readonly actionType: AuditAction;
  readonly objectType: string;
  readonly objectId: number;
  readonly attributes?: Attributes;
}
/** A call that has done its work, before it is confirmed; as it was asked, not as it was read. */
export interface DoneCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Status that will be answered. */
  readonly status: number;
  readonly answer: unknown;
}
const MADE = 201;
export type AuditRule = (call: DoneCall) => readonly AuditEntry[];

const idIn = (value: unknown): number => {
  const id = Number(fieldsOf(value)['id'] ?? 0);
  return Number.isSafeInteger(id) ? id : 0;
};
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string => `[${[value ?? []].flat().map(textOf).join(', ')}]`;

/** Always the same line. */
export const did =
  (actionType: AuditAction, objectType: string, objectId = 0): AuditRule =>
  () => [{ actionType, objectType, objectId }];
/** A token of one's own, or for the account that is named. */
export const madeToken: AuditRule = ({ body }) => {
  const userId = Number(fieldsOf(body)['userId'] ?? 0);
  const forUser = Number.isSafeInteger(userId) && userId > 0 ? { attributes: { userId } } : {};
  return [{ actionType: 'create', objectType: 'token', objectId: 0, ...forUser }];
};
/** About what the address names. */
export const didInPath =
  (actionType: AuditAction, objectType: string): AuditRule =>
  ({ params }) => [{ actionType, objectType, objectId: idIn(params) }];
/** Made, as it is answered. */
export const made =
  (objectType: string): AuditRule =>
  ({ answer }) => [{ actionType: 'create', objectType, objectId: idIn(answer) }];
/** Made, and linked to its maker. */
export const created =
  (objectType: string): AuditRule =>
  ({ answer }) => [
    { actionType: 'create', objectType, objectId: idIn(answer) },
    ...(objectType === 'user' ? [] : [{ actionType: 'link' as const, objectType, objectId: idIn(answer) }]),
  ];
/** By hand; those of a month have no caller. */
export const issuedInvoice: AuditRule = ({ answer }) => [
  {
    actionType: 'create',
    objectType: 'invoice',
    objectId: idIn(answer),
    attributes: {
      customerId: Number(fieldsOf(answer)['customerId'] ?? 0),
      value: Number(fieldsOf(answer)['value'] ?? 0),
    },
  },
];
export const edited =
  (objectType: string): AuditRule =>
  ({ body }) => [{ actionType: 'edit', objectType, objectId: idIn(body) }];
export const removed = (objectType: string): AuditRule => didInPath('remove', objectType);

/** The new owner. */
export const moved =
  (objectType: 'device' | 'user'): AuditRule =>
  ({ params, body }) => [
    {
      actionType: 'move',
      objectType,
      objectId: idIn(params),
      attributes: { userId: Number(fieldsOf(body)['userId'] ?? 0) },
    },
  ];

/** The pairs of a permissions call. */
export const linked =
  (actionType: 'link' | 'unlink'): AuditRule =>
  ({ body }) =>
    (Array.isArray(body) ? body : [body]).map((pair: unknown) => {
      const [owner, property] = Object.entries(fieldsOf(pair));
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

/** Queued or sent; Traccar writes only the latter. A saved command is known by its answer. */
export const sentCommand: AuditRule = ({ query, body, answer }) => {
  const { type, deviceId, textChannel } = { ...fieldsOf(body), ...fieldsOf(answer) };
  const groupId = Number(query['groupId'] ?? 0);
  const savedId = idIn(body);
  return [
    {
      actionType: 'command',
      objectType: groupId > 0 ? 'group' : 'device',
      objectId: groupId > 0 ? groupId : Number(deviceId ?? 0),
      attributes: {
        type: textOf(type),
        textChannel: textChannel === true,
        ...(savedId > 0 ? { savedCommandId: savedId } : {}),
      },
    },
  ];
};

/** One line per alarm, with its note. */
export const acknowledgedAlarms: AuditRule = ({ body }) => {
  const { eventIds, note } = fieldsOf(body);
  const ids: readonly unknown[] = Array.isArray(eventIds) ? eventIds : [];
  return ids.map((id) => ({
    actionType: 'acknowledge',
    objectType: 'event',
    objectId: Number(id),
    ...(textOf(note) === '' ? {} : { attributes: { note: textOf(note) } }),
  }));
};

/** An entry in the service history of a vehicle. */
export const wroteService: AuditRule = ({ body, answer }) => [
  {
    actionType: 'create',
    objectType: 'service',
    objectId: idIn(answer),
    attributes: {
      deviceId: Number(fieldsOf(body)['deviceId'] ?? 0),
      maintenanceId: Number(fieldsOf(body)['maintenanceId'] ?? 0),
    },
  },
];

/** @param format Of a file; absent = as JSON, or as the reader accepts it. */
export const reported =
  (type: string, format?: string): AuditRule =>
  ({ query }) => [
    {
      actionType: 'report',
      objectType: 'report',
      objectId: 0,
      attributes: {
        type,
        ...(format === undefined ? {} : { format }),
        from: textOf(query['from']),
        to: textOf(query['to']),
        devices: textsOf(query['deviceId']),
        groups: textsOf(query['groupId']),
      },
    },
  ];
/** Like a report about the device of the address. */
export const trackRead: AuditRule = (call) => {
  const deviceId = String(idIn(call.params));
  return reported('track')({ ...call, query: { ...call.query, deviceId } });
};
/** Only when a parameter was given. */
export const whenAsked =
  (name: string, rule: AuditRule): AuditRule =>
  (call) =>
    call.query[name] ? rule(call) : [];

export const signedIn: AuditRule = ({ answer }) => [
  { actionType: 'login', objectType: 'user', objectId: idIn(answer) },
];
export const shared =
  (objectType: 'device' | 'group'): AuditRule =>
  ({ body }) => [
    {
      actionType: 'share',
      objectType,
      objectId: Number(fieldsOf(body)[`${objectType}Id`] ?? 0),
      attributes: { expiration: textOf(fieldsOf(body)['expiration']) },
    },
  ];
/** The same, where the body determines which of the two it is. */
export const sharedSome: AuditRule = (deed) => {
  const fields = fieldsOf(deed.body);
  const { deviceIds } = fields;
  if (!Array.isArray(deviceIds) || deviceIds.length === 0)
    return shared(Number(fields['deviceId'] ?? 0) > 0 ? 'device' : 'group')(deed);
  return deviceIds.flatMap((deviceId) => shared('device')({ ...deed, body: { ...fields, deviceId } }));
};
/** The user is not known yet, only that a mailed link was used. */
export const newPassword: AuditRule = ({ body }) =>
  fieldsOf(body)['token'] ? [{ actionType: 'edit', objectType: 'password', objectId: 0 }] : [];
export const setTotals: AuditRule = ({ body }) => [
  { actionType: 'accumulators', objectType: 'device', objectId: Number(fieldsOf(body)['deviceId'] ?? 0) },
];
export const removedHistory: AuditRule = ({ query }) => [
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
];
const ofEvent = (actionType: AuditAction, body: unknown, more: Attributes = {}): readonly AuditEntry[] => {
  const { deviceId, kind, startTime } = fieldsOf(body);
  const attributes = { event: textOf(kind), at: textOf(startTime), ...more };
  return [{ actionType, objectType: 'device', objectId: Number(deviceId ?? 0), attributes }];
};
/** A case of an event: of the vehicle, with the event and what became of it. */
export const coached: AuditRule = ({ body }) =>
  ofEvent('coach', body, { state: textOf(fieldsOf(body)['state']) });
export const contested: AuditRule = ({ body }) => ofEvent('contest', body);
export const answeredContest: AuditRule = ({ body }) =>
  ofEvent(fieldsOf(body)['state'] === 'accepted' ? 'acceptContest' : 'declineContest', body);
/** Step of an order, and the vehicle of an assignment. */
export const steppedOrder: AuditRule = ({ params, body }) => {
  const { kind, deviceId } = fieldsOf(body);
  const assigned = textOf(kind) === 'assign' ? { deviceId: Number(deviceId ?? 0) } : {};
  const attributes = { step: textOf(kind), ...assigned };
  return [{ actionType: 'edit', objectType: 'roadOrder', objectId: idIn(params), attributes }];
};
/** Contents of a file; of a dry run nothing is said. */
export const imported =
  (objectType: 'roadOrders' | 'costs'): AuditRule =>
  ({ answer }) => {
    const count = Number(fieldsOf(answer)['created'] ?? 0);
    const isDone = count > 0 && fieldsOf(answer)['isDryRun'] === false;
    return isDone ? [{ actionType: 'create', objectType, objectId: 0, attributes: { count } }] : [];
  };
/** Routes of a plan that were made or changed; of a repeated call nothing is said. */
export const savedPlan: AuditRule = ({ status, answer }) => {
  if (status !== MADE) return [];
  const result = fieldsOf(fieldsOf(fieldsOf(answer)['plan'])['result']);
  const routes: readonly unknown[] = Array.isArray(result['routes']) ? result['routes'] : [];
  return routes.map(fieldsOf).map(({ routeId, version }) => ({
    actionType: version === 1 ? 'create' : 'edit',
    objectType: 'roadRoute',
    objectId: Number(routeId ?? 0),
  }));
};
/** A receipt of a line; of one that is sent again nothing is said. */
export const addedReceipt: AuditRule = (call) =>
  call.status === MADE ? didInPath('create', 'costReceipt')(call) : [];
/** A month of the books that is closed, or open again. */
export const closedMonth: AuditRule = ({ body }) => {
  const { month, isClosed } = fieldsOf(body);
  const attributes = { month: textOf(month), state: isClosed === true ? 'closed' : 'open' };
  return [{ actionType: 'edit', objectType: 'costMonth', objectId: 0, attributes }];
};
/** An inspection that was filled in; of one that is sent again nothing is said. */
export const inspected: AuditRule = (call) => (call.status === MADE ? made('inspection')(call) : []);
/** Step of a defect. */
export const steppedDefect: AuditRule = ({ params, body }) => {
  const attributes = { step: textOf(fieldsOf(body)['kind']) };
  return [{ actionType: 'edit', objectType: 'defect', objectId: idIn(params), attributes }];
};
/** Time of a driver that is another from now on; the reason is in the correction. */
export const correctedHours: AuditRule = ({ params, body }) => {
  const { kind, begin, end } = fieldsOf(body);
  const attributes = { type: textOf(kind), from: textOf(begin), to: textOf(end) };
  return [{ actionType: 'edit', objectType: 'workingHours', objectId: idIn(params), attributes }];
};
export const signedMonth: AuditRule = ({ params, body }) => {
  const attributes = { month: textOf(fieldsOf(body)['month']) };
  return [{ actionType: 'edit', objectType: 'hoursSheet', objectId: idIn(params), attributes }];
};
/** The month of whoever is signed in. */
export const signedOwnMonth: AuditRule = (call) => signedMonth({ ...call, params: {} });
export const readSheet: AuditRule = ({ params, answer }) => {
  const attributes = { month: textOf(fieldsOf(answer)['month']) };
  return [{ actionType: 'report', objectType: 'hoursSheet', objectId: idIn(params), attributes }];
};
/** The owner of the brand, and the domain. */
export const branded =
  (actionType: AuditAction): AuditRule =>
  ({ params, query, body, answer }) => {
    const domain = textOf(params['domain'] ?? fieldsOf(body)['domain']);
    const objectId = Number(fieldsOf(answer)['owner'] ?? query['owner'] ?? 0) || 0;
    return [
      { actionType, objectType: 'brand', objectId, ...(domain === '' ? {} : { attributes: { domain } }) },
    ];
  };
/** The owner of the integration, and its key; its contents may be secret. */
export const integrated =
  (actionType: AuditAction, key: string): AuditRule =>
  ({ query, answer }) => {
    const objectId = Number(fieldsOf(answer)['owner'] ?? query['owner'] ?? 0) || 0;
    return [{ actionType, objectType: 'integration', objectId, attributes: { key } }];
  };
