import type { Clock, Log } from '@rastro/base';
import type { Device, FleetEvent, Position } from '@rastro/fleet';
import type { MarkStorage } from '@rastro/storage';
import type { FleetFrame, FleetSource, Period } from './fleet-source.ts';
import { FrameQueue } from './frame-queue.ts';

/** Something new about the fleet. The same thing may come twice, after a break: take it by its id. */
export type FeedItem =
  | { readonly kind: 'device'; readonly device: Device }
  | { readonly kind: 'gone'; readonly deviceId: number }
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'event'; readonly event: FleetEvent };

export interface FeedOptions {
  /** Names the cursor; never change it. */
  readonly name: string;
  readonly source: FleetSource;
  readonly marks: MarkStorage;
  /** One at a time, those of a device in order. When it throws, the feed goes back to its cursor. */
  readonly take: (item: FeedItem) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  /** Between the end of a connection and the next one. */
  readonly pauseMs: number;
  /** A connection that says nothing for so long is dead; tracking servers say something every minute. */
  readonly quietMs: number;
}
export interface FleetFeed {
  /** Ends; what is under way is taken, what waits comes again after the next start. */
  close(): Promise<void>;
}

/** Rows that wait, about 20 MB; with more, the feed starts again from its cursor. */
const MOST_ROWS = 20_000;
/** How late something may arrive and still be found after a break; later ones come live only. */
const OVERLAP_MS = 900_000;
/** A longer break is not made up for: it would take longer than it is worth. */
const LONGEST_BREAK_MS = 7 * 86_400_000;
/** The cursor is behind by this at most: a little comes twice after a crash. */
const CURSOR_MS = 1000;

/** Follows a fleet over breaks of the connection and restarts of the process: at least once, in order, bounded. */
export function followFleet(options: FeedOptions): FleetFeed {
  const stop = new AbortController();
  const known = new Set<number>();
  const following = (async () => {
    const { clock, log, pauseMs, name } = options;
    while (!stop.signal.aborted) {
      try {
        await followOnce(options, known, stop.signal);
      } catch (error) {
        if (!stop.signal.aborted) log.warn({ err: error, feed: name }, 'the feed was interrupted');
      }
      await clock.sleep(pauseMs, stop.signal).catch(() => {}); // Stopping: the loop sees it.
    }
  })();
  return {
    close: async () => {
      stop.abort();
      await following;
    },
  };
}

/** One connection, from its beginning to its end. */
async function followOnce(options: FeedOptions, known: Set<number>, signal: AbortSignal): Promise<void> {
  const { source, clock, marks, name, take } = options;
  const line = new AbortController();
  const limit = AbortSignal.any([signal, line.signal]);
  const queue = new FrameQueue(MOST_ROWS);
  const openedAt = clock.now();
  // Listening first: what happens while the past is read must not fall between the two.
  let heardAt = openedAt;
  const { ended } = await source.listen((frame) => {
    heardAt = clock.now();
    if (!queue.add({ frame, at: heardAt })) line.abort();
  }, limit);
  void endWhenQuiet(options, { line, signal: limit, heardAt: () => heardAt });
  void ended.then(() => queue.end());
  // A peer that is gone does not say good-bye: nobody waits for that.
  limit.addEventListener('abort', () => queue.end(), { once: true });
  try {
    await takeMissed(options, { known, now: openedAt }, limit);
    let cursor = openedAt;
    await marks.setMark(markOf(name), cursor);
    for await (const { frame, at } of queue) {
      limit.throwIfAborted();
      for (const item of itemsOf(frame)) {
        remember(item, known);
        await take(item);
      }
      if (at - cursor < CURSOR_MS) continue;
      cursor = at;
      await marks.setMark(markOf(name), cursor);
    }
  } finally {
    line.abort();
  }
}

interface Line {
  readonly line: AbortController;
  readonly signal: AbortSignal;
  readonly heardAt: () => number;
}
async function endWhenQuiet({ clock, quietMs }: FeedOptions, { line, signal, heardAt }: Line): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(quietMs, signal).catch(() => {}); // Over: the loop sees it.
    if (clock.now() - heardAt() >= quietMs) line.abort();
  }
}

const markOf = (name: string): string => `feed.${name}`;

/** How the fleet is now, and what happened since the cursor. */
async function takeMissed(
  { source, marks, take, name }: FeedOptions,
  { known, now }: { readonly known: Set<number>; readonly now: number },
  signal: AbortSignal,
): Promise<void> {
  const devices = await source.devices(signal);
  const present = new Set(devices.map(({ id }) => id));
  for (const deviceId of [...known].filter((id) => !present.has(id))) {
    known.delete(deviceId);
    await take({ kind: 'gone', deviceId });
  }
  const cursor = await marks.mark(markOf(name));
  const from = Math.max((cursor ?? now) - OVERLAP_MS, now - LONGEST_BREAK_MS);
  for (const device of devices) {
    known.add(device.id);
    await take({ kind: 'device', device });
    const wasHeard = device.lastUpdate !== null && Date.parse(device.lastUpdate) >= from;
    if (cursor === null || !wasHeard) continue;
    const period = { from: new Date(from), to: new Date(now) };
    for (const item of await happened(source, { deviceId: device.id, period }, signal)) await take(item);
  }
}

/** By the time at which it happened; a position before the events that it raised. */
async function happened(
  source: FleetSource,
  { deviceId, period }: { readonly deviceId: number; readonly period: Period },
  signal: AbortSignal,
): Promise<readonly FeedItem[]> {
  const positions = await source.positions(deviceId, period, signal);
  const events = await source.events(deviceId, period, signal);
  const dated = [
    ...positions.map((position) => ({
      at: Date.parse(position.fixTime),
      item: { kind: 'position', position } as const,
    })),
    ...events.map((event) => ({ at: Date.parse(event.eventTime), item: { kind: 'event', event } as const })),
  ];
  return dated.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}

const itemsOf = ({
  devices = [],
  positions = [],
  events = [],
  gone = [],
}: FleetFrame): readonly FeedItem[] => [
  ...devices.map((device): FeedItem => ({ kind: 'device', device })),
  ...positions.map((position): FeedItem => ({ kind: 'position', position })),
  ...events.map((event): FeedItem => ({ kind: 'event', event })),
  ...gone.map((deviceId): FeedItem => ({ kind: 'gone', deviceId })),
];

function remember(item: FeedItem, known: Set<number>): void {
  if (item.kind === 'device') known.add(item.device.id);
  if (item.kind === 'gone') known.delete(item.deviceId);
}
