import { boundRecord, type DeviceRecord } from '@rastro/protocols';
import { type IngestCommand, type StoredEvent, type StoredPosition } from '@rastro/storage';
import type { DeviceEntity } from '../directory/directory.ts';
import { lockCommand } from '../geofences/fence-lock.ts';
import { remainingCorrection, totalsSet, type Accumulators } from './accumulators.ts';
import { countOneMore } from './daily-count.ts';
import {
  pendingRecordOf,
  hash53,
  isNewer,
  isSameInstant,
  positionOf,
  type PendingRecord,
} from '../pending-records/pending-record.ts';
import { EVENT_RULES, LATE_RULES, UNPLACED_RULES } from './event-rules.ts';
import type { IdSequence } from './ids.ts';
import { inactivityMoment } from './inactivity.ts';
import type { DeviceMemory, DeviceSnapshot, LiveDevice, LiveDevices } from './live-device.ts';
import type { PipelineOptions } from './options.ts';
import type { Reminder } from '../messages/reminder.ts';
import { drivenTo, inOrder, placeOf, type Placing } from './placing.ts';
import { languageOf, stepLanguage, type OwnLanguage } from './own-language.ts';
import {
  NOTHING,
  type PendingEvent,
  type EventRule,
  type RuleContext,
  type RuleResult,
} from './rules/rule.ts';
import { doubtTrips, saveTrips } from './rules/trip-transitions.ts';
import type { Stage, StageContext, StageResult } from './stage.ts';
import { POSITION_STAGES, SETTLING_STAGES } from './stages.ts';
import type { ReferenceData } from './reference-data.ts';

/** Result of one message of a device, not durable yet. */
export interface Processed {
  readonly device: LiveDevice;
  /** The device with this message worked in, and no later one. */
  readonly after: DeviceSnapshot;
  readonly positions: readonly StoredPosition[];
  readonly events: readonly StoredEvent[];
  readonly commands: readonly IngestCommand[];
  /** Ids of those positions that do not come after all others of the device; absent = none. */
  readonly late?: readonly number[];
  /** Ids of those that live state passed over; absent = none. */
  readonly passedOver?: readonly number[];
}
export interface PipelineDeps {
  readonly live: LiveDevices;
  readonly ids: IdSequence;
  readonly around: ReferenceData;
  /** Called for each record that is acknowledged but not stored. */
  readonly onRejected: (deviceId: number, reason: string) => void;
  /** Called with the name of each value that was left out of a record, because it is impossible. */
  readonly onImplausible: (deviceId: number, what: string) => void;
  /** Called for each message in another language than the device's own. */
  readonly onForeign: (deviceId: number, names: { readonly own: string; readonly reported: string }) => void;
  /** Called when a stage or rule failed; the record continues without it. */
  readonly onFault: (deviceId: number, error: unknown) => void;
}
type Raised = Pick<Processed, 'events' | 'commands'>;
type Writable<T> = { -readonly [K in keyof T]: T[K] };
interface Placed {
  readonly options: PipelineOptions;
  readonly position: StoredPosition;
  readonly live: boolean;
  /** Newer than all that are stored; false = late, or of the very instant of the newest. */
  readonly isLast: boolean;
  readonly doubt: Placing['doubt'];
  readonly memory: DeviceMemory;
}

/** Shared, so nobody may add to it: see `withOneMore`. */
const NONE: never[] = [];
/** The same list, or the first of its own. */
function withOneMore<T>(list: T[], one: T): T[] {
  if (list.length === 0) return [one];
  list.push(one);
  return list;
}
/** A list of one has no spare capacity: each device stores it. */
const seenWith = (before: readonly number[], key: number): readonly number[] =>
  before.length === 0 ? [key] : [...before, key];

/** Twins remembered per instant; more than this many within one second is a resend storm, not news. */
const MAX_SEEN = 16;

/**
 * Turns records into positions and events. Synchronous, one device at a time: the order of calls is the
 * order of a device, without any lock.
 */
export class Pipeline {
  readonly #deps: PipelineDeps;

  constructor(deps: PipelineDeps) {
    this.#deps = deps;
  }

  /** @param now Arrival, milliseconds since 1970. */
  process(entity: DeviceEntity, protocol: string, records: readonly DeviceRecord[], now: number): Processed {
    const device = this.#deps.live.of(entity.id);
    // Lists of their own only where there is something: most messages hold one record that says nothing more.
    let positions: StoredPosition[] = [];
    let events = this.#receive(device, { name: protocol, at: now });
    let commands: IngestCommand[] = NONE;
    let late: number[] = NONE;
    let passedOver: number[] = NONE;
    const onImplausible = (what: string): void => this.#deps.onImplausible(entity.id, what);
    for (const received of inOrder(records, now)) {
      const record = boundRecord(received, onImplausible);
      if (!record) continue;
      const pendingRecord = pendingRecordOf(entity.id, protocol, record, now);
      const placed = this.#place(device, entity, pendingRecord, now);
      if (!placed) continue;
      positions = withOneMore(positions, placed.position);
      if (!placed.isLast) {
        late = withOneMore(late, placed.position.id);
        doubtTrips(device, placed.options.tripSettings);
      }
      if (!placed.live) passedOver = withOneMore(passedOver, placed.position.id);
      const raised = placed.live
        ? this.#advance(device, entity, placed)
        : this.#apply(LATE_RULES, device, entity, placed);
      for (const event of raised.events) events = withOneMore(events, event);
      for (const command of raised.commands) commands = withOneMore(commands, command);
    }
    if (positions.length > 0) saveTrips(device);
    return { device, after: device.pending, positions, events, commands, late, passedOver };
  }

  /** The newest position of a device, durable or about to be; null = it never sent one. */
  newest(deviceId: number): StoredPosition | null {
    return this.#deps.live.of(deviceId).pending.position;
  }

  /** A status that changes by itself: a gap (`unknown`) or a closed connection (`offline`). */
  changeStatus(deviceId: number, status: 'unknown' | 'offline', now: number): Processed {
    const device = this.#deps.live.of(deviceId);
    device.pending = { ...device.pending, status };
    const type = status === 'unknown' ? 'deviceUnknown' : 'deviceOffline';
    return this.#alone(device, [{ type, eventTime: now, positionId: 0, attributes: {} }]);
  }

  /**
   * The newest position once more, with totals set by hand. It raises nothing.
   * @returns null when there is no position. @source docs/reference/tracking-api.md §3.5
   */
  accumulate(entity: DeviceEntity, totals: Accumulators, now: number): Processed | null {
    const device = this.#deps.live.of(entity.id);
    const { position: last, memory } = device.pending;
    if (!last) return null;
    const id = this.#deps.ids.nextPosition();
    const contentKey = hash53(JSON.stringify(['accumulators', id, now, totals]));
    const attributes = { ...last.attributes, ...totals };
    const position = { ...last, id, contentKey, serverTime: now, attributes };
    const seen = [...memory.seen, contentKey];
    const set = totalsSet(totals, last.fixTime, device);
    device.pending = { ...device.pending, position, memory: { ...memory, seen, ...set } };
    return { device, after: device.pending, positions: [position], events: [], commands: [], late: [id] };
  }

  /**
   * Reports a device that has been silent for as long as its attributes say, once for each such moment.
   * @param after The look before this one.
   */
  reportInactive(entity: DeviceEntity, after: number, now: number): Processed | null {
    const device = this.#deps.live.of(entity.id);
    const { lastUpdate, memory } = device.pending;
    const { inactivityStartMs: startMs, inactivityPeriodMs: periodMs } = this.#deps.around.optionsOf(entity);
    if (lastUpdate === null || startMs === 0) return null;
    const since = Math.max(after, memory.inactiveAt);
    const inactiveAt = inactivityMoment({ lastUpdate, startMs, periodMs }, since, now);
    if (inactiveAt === null) return null;
    device.pending = { ...device.pending, memory: { ...memory, inactiveAt } };
    return this.#alone(device, [
      { type: 'deviceInactive', eventTime: now, positionId: 0, attributes: { lastUpdate } },
    ]);
  }

  /** Raises reminders, but not what was raised last for its key; their record is durable together with the events. */
  remind(deviceId: number, asked: readonly Reminder[], now: number): Processed {
    const device = this.#deps.live.of(deviceId);
    const { memory, position } = device.pending;
    const reminders = asked.filter(({ key, occurrence }) => memory.told[key] !== occurrence);
    const told = {
      ...memory.told,
      ...Object.fromEntries(reminders.map((each) => [each.key, each.occurrence])),
    };
    device.pending = { ...device.pending, memory: { ...memory, told } };
    const at = { eventTime: now, positionId: position?.id ?? 0 };
    return this.#alone(
      device,
      reminders.map(({ key: _key, occurrence: _occurrence, ...event }) => ({ ...event, ...at })),
    );
  }

  #alone(device: LiveDevice, pendingEvents: readonly PendingEvent[]): Processed {
    const events = pendingEvents.map((pendingEvent) => this.#event(device, pendingEvent));
    return { device, after: device.pending, positions: [], events, commands: [] };
  }

  /** An event that comes from elsewhere than a record, e.g. that a command was sent. */
  announce(deviceId: number, event: PendingEvent): Processed {
    const device = this.#deps.live.of(deviceId);
    return this.#alone(device, [event]);
  }

  /** Gives the device a state of its own for this message: nobody else sees it before the message is worked in. */
  #receive(device: LiveDevice, reported: OwnLanguage): StoredEvent[] {
    const { status, position, memory } = device.pending;
    const { language, isForeign } = stepLanguage(languageOf(device.pending), reported);
    device.pending = { status: 'online', lastUpdate: reported.at, position, memory: { ...memory, language } };
    if (isForeign) this.#deps.onForeign(device.deviceId, { own: language.name, reported: reported.name });
    if (status === 'online') return NONE;
    return [
      this.#event(device, { type: 'deviceOnline', eventTime: reported.at, positionId: 0, attributes: {} }),
    ];
  }

  /** Runs the stages; separates live, late and already known records. */
  #place(device: LiveDevice, entity: DeviceEntity, arrived: PendingRecord, now: number): Placed | null {
    const { position: last, memory } = device.pending;
    const { around } = this.#deps;
    const options = around.optionsOf(entity);
    const remaining = remainingCorrection(device.pendingCorrection, memory.paid);
    const context: Writable<StageContext> = {
      entity,
      last,
      memory,
      now,
      late: false,
      placing: null,
      remainingCorrection: remaining,
      movement: null,
      options,
      around,
    };
    // Its own object, with no other writer: a copy for each stage would be most of what is thrown away per record.
    const pending: Writable<PendingRecord> = arrived;
    pending.attributes = { ...arrived.attributes };
    if (!this.#run(SETTLING_STAGES, pending, context)) return null;

    const twin = last !== null && isSameInstant(last, pending);
    if (twin && memory.seen.includes(pending.contentKey)) return null;
    const { clockAheadS } = options.tripSettings;
    const live =
      last === null || isNewer(pending, last, clockAheadS) || (twin && memory.seen.length < MAX_SEEN);
    const placing = live ? placeOf(pending, last, memory.suspect, options.tripSettings) : null;
    context.late = !live;
    context.placing = placing;
    context.movement = placing && drivenTo(pending, { placing, last, memory }, options.tripSettings);
    if (!this.#run(POSITION_STAGES, pending, context)) return null;
    const doubt = placing?.doubt ?? null;
    const isClockAhead = pending.fixTime > now + clockAheadS * 1000;
    if (doubt !== null || isClockAhead) this.#deps.onImplausible(entity.id, doubt ?? 'clock ahead');
    const isLast = pending.fixTime > device.newestTime;
    device.newestTime = Math.max(device.newestTime, pending.fixTime);
    if (options.filter.dailyLimit !== null) {
      const daily = countOneMore(memory.daily, now);
      device.pending = { ...device.pending, memory: { ...memory, daily } };
    }
    const counted = device.pending.memory;
    const isPlaced = live && doubt === null;
    return {
      options,
      position: positionOf(pending, this.#deps.ids.nextPosition()),
      live,
      isLast,
      doubt,
      memory: live
        ? {
            ...counted,
            seen: isPlaced ? seenWith(twin ? memory.seen : NONE, pending.contentKey) : counted.seen,
            still: isPlaced ? (context.movement?.still ?? null) : counted.still,
            saysSpeed: counted.saysSpeed || pending.speed > 0,
            suspect: placing?.suspect ?? null,
            paid: device.pendingCorrection,
          }
        : counted,
    };
  }

  /** @returns false when the record is not stored. */
  #run(stages: readonly Stage[], pending: Writable<PendingRecord>, context: StageContext): boolean {
    for (const stage of stages) {
      const result = this.#staged(stage, pending, context);
      if (result === null) continue;
      if ('rejected' in result) {
        this.#deps.onRejected(pending.deviceId, result.rejected);
        return false;
      }
      if ('added' in result) Object.assign(pending.attributes, result.added);
      else Object.assign(pending, result);
    }
    return true;
  }

  /** Makes a position the newest one of its device and raises its events. */
  #advance(device: LiveDevice, entity: DeviceEntity, placed: Placed): Raised {
    const last = device.pending.position;
    if (placed.doubt !== null && last) return this.#keepPlace(device, entity, { ...placed, last });
    const raised = this.#apply(EVENT_RULES, device, entity, placed);
    const pending: Writable<DeviceSnapshot> = device.pending;
    pending.position = placed.position;
    pending.memory = raised.memory;
    return raised;
  }

  /** The vehicle is where it was; what the record says beside its place holds. */
  #keepPlace(
    device: LiveDevice,
    entity: DeviceEntity,
    placed: Placed & { readonly last: StoredPosition },
  ): Raised {
    const raised = this.#apply(UNPLACED_RULES, device, entity, placed);
    const attributes = { ...placed.last.attributes, ...placed.position.attributes };
    const { protocol } = placed.position;
    const position = { ...placed.last, protocol, attributes };
    device.pending = { ...device.pending, position, memory: raised.memory };
    return raised;
  }

  #apply(
    rules: readonly EventRule[],
    device: LiveDevice,
    entity: DeviceEntity,
    { options, position, memory: before }: Placed,
  ): Raised & { readonly memory: DeviceMemory } {
    const { around } = this.#deps;
    const context: Writable<RuleContext> = {
      device,
      entity,
      last: device.pending.position,
      memory: before,
      options,
      around,
    };
    let events: StoredEvent[] = NONE;
    let commands: IngestCommand[] = NONE;
    for (const rule of rules) {
      const result = this.#ruled(rule, position, context);
      if (result === NOTHING) continue;
      for (const event of result.events) events = withOneMore(events, this.#event(device, event));
      for (const lock of result.locks ?? []) commands = withOneMore(commands, lockCommand(lock, position));
      if (result.memory) context.memory = { ...context.memory, ...result.memory };
    }
    return { events, commands, memory: context.memory };
  }

  /** A bug in one stage must cost neither the record nor the connections of everybody. */
  #staged(stage: Stage, pendingRecord: PendingRecord, context: StageContext): StageResult {
    try {
      return stage(pendingRecord, context);
    } catch (error) {
      this.#deps.onFault(pendingRecord.deviceId, error);
      return null;
    }
  }
  #ruled(rule: EventRule, position: StoredPosition, context: RuleContext): RuleResult {
    try {
      return rule(position, context);
    } catch (error) {
      this.#deps.onFault(position.deviceId, error);
      return NOTHING;
    }
  }

  #event(device: LiveDevice, pendingEvent: PendingEvent): StoredEvent {
    const id = this.#deps.ids.nextEvent();
    return { geofenceId: 0, maintenanceId: 0, ...pendingEvent, id, deviceId: device.deviceId };
  }
}
