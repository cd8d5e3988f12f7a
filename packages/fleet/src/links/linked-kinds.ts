import type { Right } from '../rights/areas.ts';

/** Kinds of owners; the first member of a link. */
export const OWNER_KINDS = ['user', 'group', 'device'] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

/** Access needed for a kind: a right, or only a session. */
type RequiredAccess = Right | 'session';
/** Names of answers, too. */
type LinkedLabel =
  | 'Geofence'
  | 'Notification'
  | 'Driver'
  | 'Calendar'
  | 'Command'
  | 'Maintenance'
  | 'Attribute'
  | 'Order'
  | 'Report';
interface Definition {
  /** Below `/api`. */
  readonly path: string;
  /** In errors and as the title of an answer; in upper case it begins the code of the error. */
  readonly label: LinkedLabel;
  /** Name of one, as users know it. */
  readonly name: string;
  /** Heading of the reference page. */
  readonly area: string;
  /** Kinds of owners that may have one. */
  readonly owners: readonly OwnerKind[];
  readonly rights: Readonly<Record<'view' | 'create' | 'edit' | 'delete', RequiredAccess>>;
  /** Rights to see, and to change, its links to devices and groups; null = managers of users only. */
  readonly links: { readonly view: Right | null; readonly edit: Right | null };
  /** Fields that a keyword search covers. */
  readonly keywordFields: readonly string[];
  /** Lists can be narrowed to what is linked to a device or group ("E" in docs/reference/tracking-api.md §1.7). */
  readonly byDevice: boolean;
  /** Field that no two of them share; null = none. */
  readonly key: string | null;
}

type CrudArea =
  | 'geofences'
  | 'commands'
  | 'notifications'
  | 'drivers'
  | 'calendars'
  | 'maintenance'
  | 'computed';
const rightsOf = <A extends CrudArea>(area: A) =>
  ({
    view: `${area}.view`,
    create: `${area}.create`,
    edit: `${area}.edit`,
    delete: `${area}.delete`,
  }) as const;
const linksBy = <A extends CrudArea>(area: A) => ({ view: `${area}.view`, edit: `${area}.edit` }) as const;
const EVERYBODY = OWNER_KINDS;

/**
 * Objects that users create and link to users, groups and devices: one entry per kind. Its routes, rights, audit,
 * tables and links follow from it; its fields are in `schemas/linked-bodies.ts`.
 * @source docs/reference/tracking-api.md §2.17, §3.1
 */
export const LINKED_KINDS = {
  geofence: {
    path: 'geofences',
    label: 'Geofence',
    name: 'geofence',
    area: 'geofences',
    owners: EVERYBODY,
    rights: rightsOf('geofences'),
    links: linksBy('geofences'),
    keywordFields: ['name'],
    byDevice: true,
    key: null,
  },
  notification: {
    path: 'notifications',
    label: 'Notification',
    name: 'notification rule',
    area: 'notifications',
    owners: EVERYBODY,
    rights: rightsOf('notifications'),
    links: linksBy('notifications'),
    keywordFields: ['description'],
    byDevice: true,
    key: null,
  },
  driver: {
    path: 'drivers',
    label: 'Driver',
    name: 'driver',
    area: 'drivers',
    owners: EVERYBODY,
    rights: rightsOf('drivers'),
    links: linksBy('drivers'),
    keywordFields: ['name', 'uniqueId'],
    byDevice: true,
    key: 'uniqueId',
  },
  calendar: {
    path: 'calendars',
    label: 'Calendar',
    name: 'calendar',
    area: 'calendars',
    owners: ['user'],
    rights: rightsOf('calendars'),
    links: { view: null, edit: null },
    keywordFields: ['name'],
    byDevice: false,
    key: null,
  },
  command: {
    path: 'commands',
    label: 'Command',
    name: 'saved command',
    area: 'commands',
    owners: EVERYBODY,
    rights: rightsOf('commands'),
    links: linksBy('commands'),
    keywordFields: ['description'],
    byDevice: true,
    key: null,
  },
  maintenance: {
    path: 'maintenance',
    label: 'Maintenance',
    name: 'maintenance',
    area: 'maintenance',
    owners: EVERYBODY,
    rights: rightsOf('maintenance'),
    links: linksBy('maintenance'),
    keywordFields: ['name'],
    byDevice: true,
    key: null,
  },
  attribute: {
    path: 'attributes/computed',
    label: 'Attribute',
    name: 'computed attribute',
    area: 'computed attributes',
    owners: EVERYBODY,
    rights: rightsOf('computed'),
    links: linksBy('computed'),
    keywordFields: ['description'],
    byDevice: true,
    key: null,
  },
  order: {
    path: 'orders',
    label: 'Order',
    name: 'order',
    area: 'orders',
    owners: EVERYBODY,
    rights: { view: 'session', create: 'devices.edit', edit: 'devices.edit', delete: 'devices.edit' },
    links: { view: null, edit: 'devices.edit' },
    keywordFields: ['description'],
    byDevice: false,
    key: null,
  },
  report: {
    path: 'reports',
    label: 'Report',
    name: 'scheduled report',
    area: 'reports',
    owners: EVERYBODY,
    rights: {
      view: 'reports.view',
      create: 'reports.export',
      edit: 'reports.export',
      delete: 'reports.export',
    },
    links: { view: 'reports.view', edit: 'reports.export' },
    keywordFields: ['description'],
    byDevice: false,
    key: null,
  },
} as const satisfies Readonly<Record<string, Definition>>;

export type LinkedKind = keyof typeof LINKED_KINDS;
export type LinkedKindOf<K extends LinkedKind> = (typeof LINKED_KINDS)[K];
export type LinkedDefinition = Definition;

/** In their order. */
export const LINKED_KIND_NAMES: readonly LinkedKind[] = Object.keys(LINKED_KINDS).filter(isLinkedKind);

export function isLinkedKind(kind: string): kind is LinkedKind {
  return Object.hasOwn(LINKED_KINDS, kind);
}
/** An entry whose kind is not known to the compiler. */
export const linkedKind = (kind: LinkedKind): LinkedDefinition => LINKED_KINDS[kind];

/** Further properties of an owner: users and devices themselves, under the names that links use. */
const OTHER_PROPERTIES = {
  user: ['device', 'group', 'managedUser'],
  group: [],
  device: ['linkedDevice'],
} as const satisfies Record<OwnerKind, readonly string[]>;

export type PropertyKind = LinkedKind | (typeof OTHER_PROPERTIES)[OwnerKind][number];

/** Names under which users and devices are a property in some links. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  user: ['managedUser'],
  device: ['linkedDevice'],
};

export function isOwnerKind(kind: string): kind is OwnerKind {
  return OWNER_KINDS.some((owner) => owner === kind);
}
/** Returns the properties that an owner may have. @source docs/reference/tracking-api.md §2.17 */
export function propertiesOf(owner: OwnerKind): readonly PropertyKind[] {
  const linked = LINKED_KIND_NAMES.filter((kind) => linkedKind(kind).owners.includes(owner));
  return [...OTHER_PROPERTIES[owner], ...linked];
}
/** Rights needed to link something to a device or a group; missing kinds give rights to users. */
export function rightsOfLinks(): readonly { readonly property: PropertyKind; readonly right: Right }[] {
  const linked = LINKED_KIND_NAMES.flatMap((property) => {
    const right = linkedKind(property).links.edit;
    return right === null ? [] : [{ property, right }];
  });
  return [...linked, { property: 'linkedDevice', right: 'devices.edit' }];
}
