import { PLAIN_USER, type Attributes } from '@rastro/fleet';
import { UnreadableAnswerError } from './unreadable-answer.ts';

type Value = string | number | boolean | null;
type Template = Readonly<Record<string, Value>>;

/**
 * Fields that the replica knows, with what stands for an absent one. Further ones, of newer versions, are left out.
 * @source docs/reference/tracking-api.md §2
 */
const TEMPLATES = {
  server: {
    registration: false,
    readonly: false,
    deviceReadonly: false,
    limitCommands: false,
    disableReports: false,
    fixedEmail: false,
    map: null,
    bingKey: null,
    mapUrl: null,
    overlayUrl: null,
    poiLayer: null,
    coordinateFormat: null,
    latitude: 0,
    longitude: 0,
    zoom: 0,
    forceSettings: false,
    announcement: null,
    name: 'server',
  },
  user: { ...withoutAttributes(PLAIN_USER), name: '', email: '', passwordHash: null, totpKey: null },
  group: { name: '', groupId: 0 },
  device: {
    name: '',
    uniqueId: '',
    groupId: 0,
    calendarId: 0,
    phone: null,
    model: null,
    contact: null,
    category: null,
    disabled: false,
    expirationTime: null,
  },
  geofence: { name: '', description: null, area: '', calendarId: 0 },
  driver: { name: '', uniqueId: '' },
  maintenance: { name: '', type: '', start: 0, period: 0 },
  calendar: { name: '', data: '' },
} as const satisfies Readonly<Record<string, Template>>;
export type CopiedKind = keyof typeof TEMPLATES;

/** Secrets never enter the replica, whatever the tracking server sends. */
const SECRETS: ReadonlySet<string> = new Set(['passwordHash', 'totpKey']);

/** An entity of the replica. @throws UnreadableAnswerError when the answer is none. */
export function entityOf(
  kind: CopiedKind,
  json: object,
): { readonly id: number; readonly attributes: Attributes } {
  const sent: Readonly<Record<string, unknown>> = { ...json };
  const { id } = sent;
  if (typeof id !== 'number' || !Number.isSafeInteger(id))
    throw new UnreadableAnswerError(`a ${kind} without an id`);
  const fields: Record<string, unknown> = {};
  for (const [name, absent] of Object.entries<Value>(TEMPLATES[kind])) {
    const value = SECRETS.has(name) ? null : (sent[name] ?? absent);
    const isRight = value === null || absent === null || typeof value === typeof absent;
    if (!isRight) throw new UnreadableAnswerError(`${name} of a ${kind} is a ${typeof value}`);
    fields[name] = value;
  }
  return { ...fields, id, attributes: attributesOf(kind, sent['attributes']) };
}

/** Plain values; nested ones of other programs mean nothing here. */
function attributesOf(kind: CopiedKind, sent: unknown): Attributes {
  if (sent === undefined || sent === null) return {};
  if (typeof sent !== 'object' || Array.isArray(sent))
    throw new UnreadableAnswerError(`attributes of a ${kind} are none`);
  const plain: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries<unknown>({ ...sent }))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      plain[name] = value;
  return plain;
}

function withoutAttributes({ attributes: _none, ...fields }: typeof PLAIN_USER) {
  return fields;
}
