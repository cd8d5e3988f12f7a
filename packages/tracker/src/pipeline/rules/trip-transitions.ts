import { INITIAL_TRIP_STATE } from '@rastro/fleet';
import { compareKeys, TripWatch, type TripSettings, type BoundaryRecord } from '@rastro/fleet/trips';
import type { StoredPosition } from '@rastro/storage';
import { boundaryRecordOf } from '../../pending-records/trip-record-of.ts';
import type { DeviceMemory, LiveDevice } from '../live-device.ts';
import type { OpenTrips } from '../open-trips.ts';
import { NOTHING, type PendingEvent, type RuleContext, type RuleResult } from './rule.ts';

/** Derived history includes late records long before so many others have come. */
const MAX_SINCE = 512;

/** Trips as derived history finds them, as soon as that is sure; with Traccar's newer rule `trip` reports them. */
export function tripTransitions(
  p: StoredPosition,
  { device, memory, options: { tripSettings: settings } }: RuleContext,
): RuleResult {
  if (settings.logic === 'traccar') return leaveToTraccar(device, memory.turns, settings);
  const open = openTripsOf(device, settings) ?? beginTrips(settings, p.fixTime);
  const record = boundaryRecordOf(p);
  const events = open.watch
    .add(record)
    .map(({ kind, at }): PendingEvent => {
      const type = kind === 'began' ? 'deviceMoving' : 'deviceStopped';
      return { type, eventTime: at.time, positionId: at.id, attributes: {} };
    })
    .filter(({ type, eventTime }) => memory.told[type] !== String(eventTime));
  device.openTrips = withRecord(open, record, events);
  if (!memory.trip.moving || events.length === 0) return { events };
  // Other rules were valid until now, and have reported the trip in which these began.
  const [first, ...others] = events;
  const wasNotified = first?.type === 'deviceMoving' && first.eventTime === open.firstTime;
  return { events: wasNotified ? others : events, memory: { trip: INITIAL_TRIP_STATE } };
}

/** A record came late: what the watch knows may not hold. */
export function doubtTrips(device: LiveDevice, settings: TripSettings): void {
  const open = openTripsOf(device, settings);
  if (open) device.openTrips = { ...open, since: open.since ?? [] };
}

/** Continues from the state of derived history, late records included. It has reported what they change. */
export function adoptTrips(device: LiveDevice, text: string, settings: TripSettings): void {
  if (settings.logic === 'traccar') return;
  const open = openTripsOf(device, settings);
  const watch = TripWatch.from(text, settings);
  if (!watch?.key) return;
  const isBehind = open?.watch.key != null && compareKeys(watch.key, open.watch.key) < 0;
  if (isBehind && open.since === null) return;
  for (const record of open?.since ?? []) watch.add(record);
  // With a late record it may not be sure any more; what was raised is not raised again once it is.
  const start = open?.watch.tripStart;
  const raised = { ...open?.raised, ...(start ? { deviceMoving: String(start.time) } : {}) };
  device.openTrips = {
    watch,
    settings: settings,
    text: null,
    firstTime: null,
    raised: {},
    since: open?.since ?? null,
  };
  const { memory } = device.pending;
  device.pending = { ...device.pending, memory: { ...memory, told: { ...memory.told, ...raised } } };
  saveTrips(device);
}

/** Writes what the watch knows into the memory of its device, which must be one that nobody else has seen yet. */
export function saveTrips({ openTrips: open, pending }: LiveDevice): void {
  if (!open) return;
  const text = open.watch.state();
  const memory: { -readonly [Key in keyof DeviceMemory]: DeviceMemory[Key] } = pending.memory;
  open.text = text;
  memory.turns = text;
}

/** Null = it has none yet. */
function openTripsOf(device: LiveDevice, settings: TripSettings): OpenTrips | null {
  const { openTrips: open } = device;
  const text = device.pending.memory.turns;
  if (open?.text === text && open.settings === settings) return open;
  const watch = text === null ? null : TripWatch.from(text, settings);
  return watch && { watch, settings: settings, text, firstTime: null, raised: {}, since: null };
}
const beginTrips = (settings: TripSettings, firstTime: number): OpenTrips => ({
  watch: TripWatch.start(settings),
  settings: settings,
  text: null,
  firstTime,
  raised: {},
  since: null,
});

/** The rule after a record and what it has raised. Most records raise nothing and follow no late one. */
function withRecord(open: OpenTrips, record: BoundaryRecord, events: readonly PendingEvent[]): OpenTrips {
  if (open.since === null && events.length === 0) return open;
  const raised = Object.fromEntries(events.map(({ type, eventTime }) => [type, String(eventTime)]));
  return { ...open, raised: { ...open.raised, ...raised }, since: withOneMore(open.since, record) };
}

const withOneMore = (since: OpenTrips['since'], record: BoundaryRecord): OpenTrips['since'] =>
  since === null || since.length >= MAX_SINCE ? null : [...since, record];

/** Notices about the current trip are sent; Traccar's rule reports its end. */
function leaveToTraccar(device: LiveDevice, text: string | null, settings: TripSettings): RuleResult {
  if (text === null) return NOTHING;
  device.openTrips = null;
  const moving = TripWatch.from(text, settings)?.isOnTrip === true;
  return { events: [], memory: { turns: null, trip: { ...INITIAL_TRIP_STATE, moving } } };
}
