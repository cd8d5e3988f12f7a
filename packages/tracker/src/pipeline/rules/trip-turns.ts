import { INITIAL_TRIP_STATE } from '@rastro/fleet';
import { compareKeys, TurnWatch, type BookSettings, type TurnRecord } from '@rastro/fleet/books';
import type { StoredPosition } from '@rastro/storage';
import { turnRecordOf } from '../../drafts/book-record-of.ts';
import type { DeviceMemory, LiveDevice } from '../live-device.ts';
import type { OpenTurns } from '../open-turns.ts';
import { NOTHING, type EventDraft, type RuleContext, type RuleResult } from './rule.ts';

/** The books are up to late records long before so many others have come. */
const MOST_SINCE = 512;

/** Trips as the books find them, as soon as that is sure; by Traccar's newer rule `trip` tells them. */
export function turns(p: StoredPosition, { device, memory, options: { books } }: RuleContext): RuleResult {
  if (books.logic === 'traccar') return leaveToTraccar(device, memory.turns, books);
  const open = openTurns(device, books) ?? beginTurns(books, p.fixTime);
  const record = turnRecordOf(p);
  device.turns = open.since === null ? open : { ...open, since: withOneMore(open.since, record) };
  const events = open.watch.add(record).map(({ kind, at }): EventDraft => {
    const type = kind === 'began' ? 'deviceMoving' : 'deviceStopped';
    return { type, eventTime: at.time, positionId: at.id, attributes: {} };
  });
  if (!memory.trip.moving || events.length === 0) return { events };
  // Other rules held until now, and have told the trip in which these began.
  const [first, ...others] = events;
  const wasTold = first?.type === 'deviceMoving' && first.eventTime === open.firstTime;
  return { events: wasTold ? others : events, memory: { trip: INITIAL_TRIP_STATE } };
}

/** A record came late: what the watch knows may not hold. */
export function doubtTurns(device: LiveDevice, settings: BookSettings): void {
  const open = openTurns(device, settings);
  if (open) device.turns = { ...open, since: open.since ?? [] };
}

/** Goes on from what the books know, late records among it. They have told what that changes. */
export function adoptTurns(device: LiveDevice, text: string, settings: BookSettings): void {
  if (settings.logic === 'traccar') return;
  const open = openTurns(device, settings);
  const watch = TurnWatch.from(text, settings);
  if (!watch?.key) return;
  const isBehind = open?.watch.key != null && compareKeys(watch.key, open.watch.key) < 0;
  if (isBehind && open.since === null) return;
  for (const record of open?.since ?? []) watch.add(record);
  device.turns = { watch, settings, text: null, firstTime: null, since: open?.since ?? null };
  device.ahead = { ...device.ahead, memory: { ...device.ahead.memory } };
  keepTurns(device);
}

/** Writes what the watch knows into the memory of its device, which must be one that nobody else has seen yet. */
export function keepTurns({ turns: open, ahead }: LiveDevice): void {
  if (!open) return;
  const text = open.watch.state();
  const memory: { -readonly [Key in keyof DeviceMemory]: DeviceMemory[Key] } = ahead.memory;
  open.text = text;
  memory.turns = text;
}

/** Null = it has none yet. */
function openTurns(device: LiveDevice, settings: BookSettings): OpenTurns | null {
  const { turns: open } = device;
  const text = device.ahead.memory.turns;
  if (open?.text === text && open.settings === settings) return open;
  const watch = text === null ? null : TurnWatch.from(text, settings);
  return watch && { watch, settings, text, firstTime: null, since: null };
}
const beginTurns = (settings: BookSettings, firstTime: number): OpenTurns => ({
  watch: TurnWatch.start(settings),
  settings,
  text: null,
  firstTime,
  since: null,
});

const withOneMore = (since: OpenTurns['since'], record: TurnRecord): OpenTurns['since'] =>
  since === null || since.length >= MOST_SINCE ? null : [...since, record];

/** What is under way was told; Traccar's rule tells its end. */
function leaveToTraccar(device: LiveDevice, text: string | null, settings: BookSettings): RuleResult {
  if (text === null) return NOTHING;
  device.turns = null;
  const moving = TurnWatch.from(text, settings)?.isOnTrip === true;
  return { events: [], memory: { turns: null, trip: { ...INITIAL_TRIP_STATE, moving } } };
}
