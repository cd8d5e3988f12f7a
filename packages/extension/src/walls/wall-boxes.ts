import { DAY_MS, HOUR_MS } from '@rastro/base';
import { isAnchor, isHiddenDevice } from '@rastro/fleet';
import { choiceOf, isWallKind, isWidgetKind, WALL_LIMITS } from '@rastro/fleet/layouts';
import type { LayoutContent, Widget, WallKind } from '@rastro/fleet/layouts';
import { rankingOf } from '@rastro/fleet/scores';
import { comparedSpan, spanOf, type Place, type Span } from '@rastro/fleet/calendars';
import {
  alarmContent,
  hasNoFuel,
  licenceContent,
  membersOf,
  presenceContent,
  rankedBy,
  rankingContent,
  serviceContent,
  SILENT_REASONS,
  silentContent,
  silentHours,
  countStates,
  stateContent,
  TOTALS_FIGURES,
  type WallBox,
  type WallHidden,
  type WidgetContent,
} from '@rastro/fleet/figures';
import { WallFailure, type WallReader } from './wall-reader.ts';

/** A visit that began before is shown without its begin, as in the overview. */
const VISITS_BACK_MS = 2 * DAY_MS;

/** Circumstances in which the boxes of a wall are counted. */
export interface WallScope {
  readonly reader: WallReader;
  readonly now: number;
  readonly place: Place;
  readonly brand: string;
  readonly personal: boolean;
}
/** The same, for one overview. */
interface PageScope extends WallScope {
  readonly layout: Pick<LayoutContent, 'deviceIds' | 'groupIds'>;
  readonly span: Span;
  readonly compared: Span;
  /** The vehicles that it is about; null = all that the owner sees. */
  readonly members: () => Promise<ReadonlySet<number> | null>;
}
interface Counted {
  readonly content: WidgetContent;
  readonly period: Span | null;
}
type Count = (scope: PageScope, widget: Widget) => Promise<Counted>;

/** Boxes of an overview with their contents, counted as the overview counts them. */
export async function wallBoxes(layout: LayoutContent, scope: WallScope): Promise<readonly WallBox[]> {
  const { reader, now, place } = scope;
  const choice = choiceOf(layout.period, place.zone);
  const span = spanOf(choice, now, place);
  const members = async (): Promise<ReadonlySet<number> | null> => {
    const isAll = layout.deviceIds.length + layout.groupIds.length === 0;
    if (isAll) return null;
    const groups = layout.groupIds.length === 0 ? [] : await reader.groups();
    return membersOf(layout, await reader.devices(), groups);
  };
  const page = { ...scope, layout, span, compared: comparedSpan(choice, span, place), members };
  return Promise.all(layout.widgets.map((widget) => wallBox(widget, page)));
}

async function wallBox(widget: Widget, scope: PageScope): Promise<WallBox> {
  const { id, kind, x, y, w, h } = widget;
  const box = { id, kind, x, y, w, h };
  const hide = (hidden: WallHidden): WallBox => ({ ...box, content: null, hidden, period: null });
  if (!isWallKind(kind)) return hide(isWidgetKind(kind) ? 'notOnWall' : 'unknown');
  if (isPersonal(kind, widget) && !scope.personal) return hide('personal');
  try {
    const { content, period } = await COUNTS[kind](scope, widget);
    // Sums of money are nobody's business there either.
    const figures = content.figures.filter(({ unit }) => unit !== 'money');
    const rows = content.rows.slice(0, WALL_LIMITS.lines);
    // Which rows these are is nobody's business on a wall: they are numbered.
    const numbered = rows.map((row, at) => ({ ...row, key: String(at) }));
    return { ...box, content: { figures, rows: numbered }, hidden: null, period };
  } catch (error) {
    if (!(error instanceof WallFailure)) throw error;
    return hide(reasonOf(error));
  }
}

/** About people: drawn only where the owner said so. */
const isPersonal = (kind: WallKind, { settings }: Widget): boolean =>
  kind === 'licences' || (kind === 'ranking' && rankedBy(settings) === 'driver');

/** A right may be missing, or be restricted for an account; a server may lack something. */
function reasonOf({ failure: { status, code } }: WallFailure): WallHidden {
  if (status === 403 || code === 'OPERATION_RESTRICTED') return 'forbidden';
  return status === 501 ? 'absent' : 'failed';
}

const datesOf = ({ from, to }: Span) => ({ from: new Date(from), to: new Date(to) });
const present = (content: WidgetContent): Counted => ({ content, period: null });

const countTotals =
  (kind: keyof typeof TOTALS_FIGURES): Count =>
  async ({ reader, layout: { deviceIds, groupIds }, span, compared, place: { zone } }) => {
    const of = (days: Span) => reader.totals({ ...datesOf(days), deviceIds, groupIds, zone });
    const [totals, before] = [await of(span), await of(compared)];
    const isEmpty = kind === 'fuel' && hasNoFuel(totals);
    const lengthMs = span.to - span.from + 1;
    // The whole fleet has one score, which says nothing about any driver.
    const [score = null] =
      kind === 'safety'
        ? await reader.report('scores', { ...datesOf(span), deviceIds, groupIds, zone, sum: true })
        : [];
    const figures = isEmpty ? [] : TOTALS_FIGURES[kind]({ totals, before, lengthMs, score });
    return { content: { figures, rows: [] }, period: span };
  };

/** Counting of each kind. */
const COUNTS: Readonly<Record<WallKind, Count>> = {
  alarms: async ({ reader, members }) => {
    const [alarms, chosen] = [await reader.alarms(), await members()];
    const names = new Map((await reader.devices()).map(({ id, name }) => [id, name]));
    const ours = alarms.filter(({ deviceId }) => chosen?.has(deviceId) ?? true);
    return present(alarmContent(ours, (id) => names.get(id) ?? ''));
  },
  silent: async ({ reader, layout: { deviceIds, groupIds }, now }, { settings }) => {
    const period = { from: now - silentHours(settings) * HOUR_MS, to: now };
    const question = { ...datesOf(period), deviceIds, groupIds, eventTypes: SILENT_REASONS };
    return { content: silentContent(await reader.report('inactive', question)), period };
  },
  services: async ({ reader, members, now }) => {
    const [due, chosen] = [await reader.due(), await members()];
    const names = new Map((await reader.maintenances()).map(({ id, name }) => [id, name]));
    const ours = due.filter(({ deviceId }) => chosen?.has(deviceId) ?? true);
    return present(serviceContent(ours, (id) => names.get(id) ?? '', now));
  },
  driven: countTotals('driven'),
  safety: countTotals('safety'),
  use: countTotals('use'),
  fuel: countTotals('fuel'),
  states: async ({ reader, members }) => {
    const chosen = await members();
    const vehicles = await vehiclesOf(reader);
    return present(
      stateContent(countStates(vehicles.filter(({ device }) => chosen?.has(device.id) ?? true))),
    );
  },
  presence: countPresence,
  licences: async ({ reader, brand, now, place: { zone } }) =>
    present(licenceContent(await reader.drivers(), { brand, now, zone })),
  ranking: async ({ reader, layout: { deviceIds, groupIds }, span, place: { zone } }, { settings }) => {
    const lines = rankedBy(settings) === 'driver' ? ({ by: 'driver' } as const) : {};
    const scores = await reader.report('scores', { ...datesOf(span), deviceIds, groupIds, zone, ...lines });
    return { content: rankingContent(rankingOf(scores)), period: span };
  },
};

/** Vehicles that are not hidden, each with its newest position. */
export async function vehiclesOf(reader: WallReader) {
  const [devices, positions] = [await reader.devices(), await reader.positions()];
  const newest = new Map(positions.map((position) => [position.deviceId, position]));
  return devices
    .filter((device) => !isHiddenDevice(device))
    .map((device) => ({ device, position: newest.get(device.id) ?? null }));
}

async function countPresence({ reader, layout, members, now }: PageScope): Promise<Counted> {
  const fences = (await reader.fences()).filter((fence) => !isAnchor(fence));
  const chosen = await members();
  const inside = new Map<number, number>();
  for (const { device, position } of await vehiclesOf(reader))
    if (chosen?.has(device.id) ?? true)
      for (const id of position?.geofenceIds ?? []) inside.set(id, (inside.get(id) ?? 0) + 1);
  const sites = fences.map(({ id, name }) => ({ id, name, count: inside.get(id) ?? 0 }));
  const from = now - VISITS_BACK_MS;
  const question = { ...datesOf({ from, to: now }), deviceIds: layout.deviceIds, groupIds: layout.groupIds };
  const visits = await reader.report('geofences', question).catch((error: unknown) => {
    // Without the right to reports, or where there are none, the places stand alone.
    if (error instanceof WallFailure && reasonOf(error) !== 'failed') return [];
    throw error;
  });
  const under = visits.filter(({ isUnderWay }) => isUnderWay);
  return present(presenceContent(sites, under, from));
}
