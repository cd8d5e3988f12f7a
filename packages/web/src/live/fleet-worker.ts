/// <reference lib="webworker" />
import { FleetEngine } from './fleet-engine.ts';
import { FleetLink } from './fleet-link.ts';
import { FleetKeeper } from './kept/fleet-keeper.ts';
import { openKeptBook } from './kept/kept-book.ts';
import type { FleetUpdate, StartWorker, ToWorker } from './worker-messages.ts';

declare const self: DedicatedWorkerGlobalScope;

/** Live changes are gathered for this long before they are sent; questions are answered at once. */
const GATHER_MS = 100;
/** After an update, before work that nobody waits for. */
const QUIET_MS = 30;
/** A position of a device that is not known starts a re-read, at most this often. */
const UNKNOWN_PAUSE_MS = 30_000;
/** How often what is shown is written down for a start without a network. */
const KEEP_MS = 60_000;
/** The first time comes soon, when nobody waits for anything. */
const FIRST_KEEP_MS = 2_000;

let engine: FleetEngine | null = null;
let link: FleetLink | null = null;
let keeper: FleetKeeper | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let quietTimer: ReturnType<typeof setTimeout> | undefined;
/** An update is on its way and not yet taken. */
let isSending = false;
let isUrgent = false;
let unknownAt = -UNKNOWN_PAUSE_MS;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'start') start(data);
  else if (engine !== null) handle(data, engine);
};

function start({ apiUrl, socketUrl, brand, keepFor, isKept }: StartWorker): void {
  const made = new FleetEngine({ brand, clock: () => performance.now() });
  const keeping = new FleetKeeper({ engine: made, book: openKeptBook(self.indexedDB), userId: keepFor });
  engine = made;
  keeper = keeping;
  const show = (isShown: boolean): void => {
    if (isShown) schedule(0);
  };
  if (isKept) void keeping.show().then(show);
  setInterval(keep, KEEP_MS);
  link = new FleetLink(
    { apiUrl, socketUrl },
    {
      onLoad: (devices, positions) => {
        made.load(devices, positions);
        keeping.changed();
        schedule(0);
      },
      onFrame: (frame) => {
        if (made.take(frame)) rereadForUnknown();
        keeping.changed();
        schedule(frame.events === undefined ? GATHER_MS : 0);
      },
      onConnection: (connection, heardAt) => {
        made.setConnection(connection);
        void keeping.follow(connection, heardAt).then(show);
        if (connection.state === 'live') setTimeout(keep, FIRST_KEEP_MS);
        schedule(0);
      },
    },
  );
}

function handle(message: Exclude<ToWorker, { type: 'start' }>, to: FleetEngine): void {
  switch (message.type) {
    case 'taken':
      isSending = false;
      if (isUrgent) schedule(0);
      return;
    case 'wake':
      link?.wake();
      return;
    case 'refresh':
      link?.refresh();
      return;
    case 'rest':
      keep();
      return;
    case 'query':
      to.setQuery(message.query);
      break;
    case 'find':
      to.find(message);
      break;
    case 'nearest':
      to.nearest(message);
      break;
    case 'read':
      to.read(message);
      break;
    case 'names':
      to.setNames(message.names);
      break;
    case 'anchored':
      to.setAnchored(message.ids);
      break;
    case 'watch':
      to.watch(message.added, message.dropped);
      break;
    case 'inside':
      to.watchInside(message.isWatched);
      break;
    case 'groups':
      to.watchGroups(message.isWatched);
      break;
    case 'map':
      to.watchMap(message.isWatched);
      break;
    case 'view':
      to.setView(message.view);
      break;
  }
  schedule(0);
}

function keep(): void {
  if (link !== null) void keeper?.keep(link.heardAt);
}

function rereadForUnknown(): void {
  const now = performance.now();
  if (now - unknownAt < UNKNOWN_PAUSE_MS) return;
  unknownAt = now;
  link?.refresh();
}

/** Urgent (0) replaces a gathering pause; a pause never delays what is already due. */
function schedule(inMs: number): void {
  if (inMs === 0) {
    if (isUrgent && timer !== undefined) return;
    isUrgent = true;
    clearTimeout(timer);
    timer = undefined;
  }
  timer ??= setTimeout(send, inMs);
}

function send(): void {
  timer = undefined;
  if (engine === null) return;
  if (isSending) {
    // The page is behind: the update waits, and grows only by what is newest of each vehicle.
    if (!isUrgent) schedule(GATHER_MS);
    return;
  }
  isUrgent = false;
  const update = engine.update();
  if (update !== null) {
    isSending = true;
    self.postMessage(update, buffersOf(update));
  }
  if (engine.isWaiting) schedule(GATHER_MS);
  quietTimer ??= setTimeout(prepare, QUIET_MS);
}

function prepare(): void {
  quietTimer = undefined;
  if (engine?.prepare() === true) quietTimer = setTimeout(prepare, 0);
}

/** What the page may take over instead of copying; the list of ids stays with the worker. */
function buffersOf({ map }: FleetUpdate): Transferable[] {
  if (map === undefined) return [];
  const { slots, ids, places, courses, categories, statuses, flags, colours, shown } = map;
  const columns = [slots, ids, places, courses, categories, statuses, flags, colours];
  return [...columns, ...(shown === null ? [] : [shown])].map((column) => column.buffer as ArrayBuffer);
}
