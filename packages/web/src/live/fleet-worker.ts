/// <reference lib="webworker" />
import { decodeOverview } from '@rastro/fleet/overview';
import { FleetEngine } from './fleet-engine.ts';
import { FleetLink } from './fleet-link.ts';
import { OfflineFleetCache } from './offline/offline-fleet-cache.ts';
import { openOfflineStore } from './offline/offline-store.ts';
import { OverviewWait } from './overview-wait.ts';
import type { FleetUpdate, StartWorker, ToWorker } from './worker-messages.ts';

declare const self: DedicatedWorkerGlobalScope;

/** Live changes are gathered for this long before they are sent; questions are answered at once. */
const GATHER_MS = 100;
/** After an update, before work that is not urgent. */
const QUIET_MS = 30;
/** A position of a device that is not known starts a re-read, at most this often. */
const UNKNOWN_PAUSE_MS = 30_000;
/** Interval at which the visible fleet is stored for a start without a network. */
const SAVE_INTERVAL_MS = 60_000;
/** The first time comes soon, when nothing urgent is left. */
const FIRST_SAVE_MS = 2_000;

let engine: FleetEngine | null = null;
let link: FleetLink | null = null;
let offlineCache: OfflineFleetCache | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let quietTimer: ReturnType<typeof setTimeout> | undefined;
/** An update is on its way and not yet taken. */
let isSending = false;
let isUrgent = false;
const overviewWait = new OverviewWait();
let unknownAt = -UNKNOWN_PAUSE_MS;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'start') start(data);
  else if (engine !== null) handle(data, engine);
};

function start({ apiUrl, socketUrl, brand, offlineUserId, startsOffline }: StartWorker): void {
  const made = new FleetEngine({ brand, clock: () => performance.now() });
  const cache = new OfflineFleetCache({
    engine: made,
    store: openOfflineStore(self.indexedDB),
    userId: offlineUserId,
  });
  engine = made;
  offlineCache = cache;
  const show = (isVisible: boolean): void => {
    if (isVisible) schedule(0);
  };
  if (startsOffline) void cache.show().then(show);
  setInterval(save, SAVE_INTERVAL_MS);
  link = new FleetLink(
    { apiUrl, socketUrl, mayRead: overviewWait.over },
    {
      onLoad: (devices, positions) => {
        made.load(devices, positions);
        cache.changed();
        schedule(0);
      },
      onFrame: (frame) => {
        if (made.take(frame)) rereadForUnknown();
        cache.changed();
        schedule(frame.events === undefined ? GATHER_MS : 0);
      },
      onConnection: (connection, lastMessageAt) => {
        made.setConnection(connection);
        void cache.follow(connection, lastMessageAt).then(show);
        if (connection.state === 'live') setTimeout(save, FIRST_SAVE_MS);
        schedule(0);
      },
    },
  );
}

function handle(message: Exclude<ToWorker, { type: 'start' }>, to: FleetEngine): void {
  switch (message.type) {
    case 'taken':
      isSending = false;
      overviewWait.taken();
      if (isUrgent) schedule(0);
      return;
    case 'wake':
      link?.wake();
      return;
    case 'refresh':
      link?.refresh();
      return;
    case 'rest':
      save();
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
    case 'overview':
      showOverview(message.bytes, to);
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

function showOverview(bytes: ArrayBuffer | null, on: FleetEngine): void {
  const overview = bytes === null ? null : decodeOverview(bytes);
  overviewWait.came(overview?.ok === true && on.showOverview(overview.value));
}

function save(): void {
  if (link !== null) void offlineCache?.save(link.lastMessageAt);
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
    overviewWait.sent(update.map?.whole === true);
    self.postMessage(update, buffersOf(update));
  }
  if (engine.isWaiting) schedule(GATHER_MS);
  quietTimer ??= setTimeout(prepare, QUIET_MS);
}

function prepare(): void {
  quietTimer = undefined;
  if (engine?.prepare() === true) quietTimer = setTimeout(prepare, 0);
}

/** Buffers that are transferred to the page instead of copied; the list of ids stays with the worker. */
function buffersOf({ map }: FleetUpdate): Transferable[] {
  if (map === undefined) return [];
  const { slots, ids, places, courses, categories, statuses, flags, colours, visible } = map;
  const columns = [slots, ids, places, courses, categories, statuses, flags, colours];
  return [...columns, ...(visible === null ? [] : [visible])].map((column) => column.buffer as ArrayBuffer);
}
