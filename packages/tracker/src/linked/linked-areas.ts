import {
  attributeProblem,
  DRIVER_ATTRIBUTES,
  MAINTENANCE_ATTRIBUTES,
  type Attributes,
  type LinkedKind,
  type NamedAttributes,
} from '@rastro/fleet';
import type { Caller } from '../access/caller.ts';
import type { Restrictions } from '../access/restrictions.ts';
import { readCalendar, withZone } from '@rastro/fleet/calendars';
import { expressionProblem } from '@rastro/fleet/expressions';
import type { Directory } from '../directory/directory.ts';
import type { LinkedEntities } from '../directory/linked-tables.ts';
import { appError, type AppError } from '../errors/app-error.ts';
import { serializeSavedCommand } from '../serializers/command-serializer.ts';

/** Special handling of a kind, in addition to its entry in the registry. */
export interface LinkedArea<E> {
  /** Checks who may write, in addition to `readonly`. @throws AppError */
  readonly checkWrite?: (
    restrictions: Restrictions,
    caller: Caller,
    action: 'create' | 'edit' | 'delete',
  ) => void;
  /** Problem with the content of the entity, beyond its shape; null = none. */
  readonly problemOf?: (
    entity: E,
    change: { readonly before: E | null; readonly brand: string },
  ) => string | null;
  /** Checks that the entity refers only to things of the caller. @param before Null = a new one. @throws AppError */
  readonly checkReferences?: (
    restrictions: Restrictions,
    caller: Caller,
    change: { readonly before: E | null; readonly after: E },
  ) => void;
  /** Why it may not be changed to this with the links that it has; null = it may. */
  readonly problemOfLinks?: (
    change: { readonly before: E; readonly after: E },
    directory: Pick<Directory, 'links'>,
  ) => AppError | null;
  /** Stored form of a valid entity; absent = all that was sent. @param zone Time zone of the writer. */
  readonly stored?: (entity: E, zone: string) => E;
  /** Form that clients get; absent = as stored. */
  readonly serialize?: (entity: E) => object;
}

interface Scheduled {
  readonly calendarId: number;
}
/** The calendar must be one's own. */
const calendarOf = (
  restrictions: Restrictions,
  caller: Caller,
  { before, after }: { readonly before: Scheduled | null; readonly after: Scheduled },
): void => restrictions.requireReference(caller, 'calendar', after.calendarId, before?.calendarId ?? 0);

/** An invalid value of an attribute that the product uses. A value stored before may remain. */
const unfit =
  (table: NamedAttributes) =>
  (
    { attributes }: { readonly attributes: Attributes },
    change: { readonly before: { readonly attributes: Attributes } | null; readonly brand: string },
  ): string | null =>
    attributeProblem(table, change.brand, { before: change.before?.attributes ?? {}, after: attributes });

export const LINKED_AREAS: { readonly [K in LinkedKind]?: LinkedArea<LinkedEntities[K]> } = {
  geofence: { checkReferences: calendarOf },
  command: {
    checkWrite: (restrictions, caller) => restrictions.requireOwnCommands(caller),
    serialize: serializeSavedCommand,
  },
  notification: {
    checkReferences: (restrictions, caller, change) => {
      calendarOf(restrictions, caller, change);
      const { before, after } = change;
      restrictions.requireReference(caller, 'command', after.commandId, before?.commandId ?? 0);
    },
    // A new one is linked after it was made, and one that notifies nobody may be edited.
    // @source docs/reference/requirements.md SPEC §5
    problemOfLinks: ({ before, after: { id, always } }, { links }) =>
      always ||
      !before.always ||
      links.ownersOf('notification', id, 'device').size + links.ownersOf('notification', id, 'group').size > 0
        ? null
        : appError.ruleWithoutDevice(),
  },
  driver: { problemOf: unfit(DRIVER_ATTRIBUTES) },
  maintenance: { problemOf: unfit(MAINTENANCE_ATTRIBUTES) },
  calendar: {
    problemOf: ({ data }) => {
      const read = readCalendar(data);
      return read.ok ? null : `data: ${read.error.text}`;
    },
    stored: (calendar, zone) => ({ ...calendar, data: withZone(calendar.data, zone) }),
  },
  attribute: {
    // An expression runs on the server for every position of its devices.
    checkWrite: (restrictions, caller, action) => restrictions.requireComputed(caller, action),
    problemOf: ({ expression }) => {
      const problem = expressionProblem(expression);
      return problem === null ? null : `expression: ${problem}`;
    },
  },
  report: {
    checkWrite: (restrictions, caller) => restrictions.requireHistory(caller),
    checkReferences: calendarOf,
  },
};
