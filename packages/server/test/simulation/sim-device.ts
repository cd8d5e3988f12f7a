import {
  converse,
  protocolOf,
  type Channel,
  type Conversation,
  type Report,
  type Random,
} from '@rastro/simulator';
import { HttpConversation } from './http-conversation.ts';
import type { Life, Scheduler, Task } from './scheduler.ts';
import type { VirtualDatagrams } from './virtual-datagrams.ts';
import type { ClientEnd, ClientEvents, VirtualNetwork } from './virtual-network.ts';

/** A protocol and the way that it takes. */
export type SimChannel = Channel;
/** As the server names it. */
export type SimProtocol = ReturnType<typeof protocolOf>;
type Message = ReturnType<Conversation['pack']>;

/** Habits of a device, drawn from the seed. */
export interface Habits {
  readonly channel: SimChannel;
  readonly protocol: SimProtocol;
  readonly uniqueId: string;
  readonly periodMs: number;
  /** Probability that a record is held back and sent some minutes later. */
  readonly lateness: number;
  /** Records that wait are sent newest first. */
  readonly isNewestFirst: boolean;
  /** Probability that a message is sent twice. */
  readonly doubles: number;
  /** Probability, each time it connects, that the old connection is left open. */
  readonly twins: number;
}
export interface DeviceWorld {
  readonly scheduler: Scheduler;
  readonly network: VirtualNetwork;
  readonly datagrams: VirtualDatagrams;
  readonly random: Random;
  readonly life: Life;
  /** Port for its protocol; null = the server is not there. */
  readonly port: (protocol: SimProtocol) => number | null;
  /** Time of satellites, ms since 1970. */
  readonly trueTime: () => number;
  /** A command has arrived. */
  readonly onCommand: () => void;
}

const ACK_MS = 20_000;
const RETRY_MS = 3000;
const HEARTBEAT_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A device with a memory: makes records, keeps each until it is acknowledged, connects again and again. */
export class SimDevice {
  readonly habits: Habits;
  /** Every record that it made, by time. */
  readonly made = new Map<number, Report>();
  /** Times of records that the server has acknowledged. */
  readonly acknowledged = new Set<number>();
  /** Times of records whose state it said again, in a sign of life or the answer to a command. */
  readonly restated = new Set<number>();
  /** Texts of commands, as often as they arrived. */
  readonly commands: string[] = [];
  connections = 0;
  /** Records in its largest message. */
  mostReports = 1;
  /** It has sent records that are older than those before. */
  hasRemembered = false;
  readonly #world: DeviceWorld;
  readonly #outbox: Report[] = [];
  readonly #motion: Motion;
  #line: Line | null = null;
  #isWaiting = false;
  #isMaking = true;
  #isSilent = false;

  constructor(habits: Habits, world: DeviceWorld) {
    this.habits = habits;
    this.#world = world;
    this.#motion = new Motion(world.random);
  }

  start(): void {
    const { scheduler, life, random } = this.#world;
    const make = (): void => {
      if (!this.#isMaking) return;
      this.#make();
      scheduler.after(this.habits.periodMs * random.between(0.8, 1.2), life, make);
    };
    scheduler.after(random.between(0, this.habits.periodMs), life, make);
    scheduler.after(random.between(0, 5000), life, () => this.#connect());
  }
  /** Delivers these records and makes none. */
  replay(reports: readonly Report[]): void {
    this.#outbox.push(...reports);
    this.#connect();
  }
  /** Finds records in its memory, of a vehicle that stood there an hour ago. */
  remember(count: number): void {
    const newest = Math.floor(this.#world.trueTime() / 1000) * 1000 - HOUR_MS;
    for (let at = count; at > 0; at--) {
      const time = newest - at * 1000;
      if (this.made.has(time)) continue;
      const report = { ...this.#motion.last, time, speedKmh: 0, moving: false, alarm: null };
      this.made.set(time, report);
      this.#outbox.push(report);
    }
    this.hasRemembered = true;
    this.#line?.work();
  }
  /** Makes no more records; what waits is still delivered, and a sign of life each minute. */
  stopMaking(): void {
    this.#isMaking = false;
    const { scheduler, life } = this.#world;
    const live = (): void => {
      if (this.#isSilent) return;
      this.#line?.heartbeat();
      scheduler.after(HEARTBEAT_MS, life, live);
    };
    live();
  }
  /** Says nothing more. */
  fallSilent(): void {
    this.#isSilent = true;
  }
  get isConnected(): boolean {
    return this.#line !== null;
  }
  get waiting(): number {
    return this.#outbox.length;
  }
  /** The first connection ends, and another one begins. */
  reconnect(): void {
    this.#line?.close();
  }

  #make(): void {
    const { random, scheduler, life, trueTime } = this.#world;
    const time = Math.floor(trueTime() / 1000) * 1000;
    if (this.made.has(time)) return;
    const report = this.#motion.at(time);
    this.made.set(time, report);
    if (random.chance(this.habits.lateness))
      scheduler.after(random.between(30_000, 600_000), life, () => this.#queue(report));
    else this.#queue(report);
  }
  #queue(report: Report): void {
    this.#outbox.push(report);
    this.#line?.work();
  }

  #connect(): void {
    const { random } = this.#world;
    this.#isWaiting = false;
    const port = this.#world.port(this.habits.protocol);
    const line: Line = new Line(this, {
      world: this.#world,
      outbox: this.#outbox,
      now: () => this.#motion.last,
    });
    const address = `10.0.${this.connections % 200}.${1 + (Number(this.habits.uniqueId.slice(-4)) % 250)}`;
    const events: ClientEvents = {
      onBytes: (bytes) => line.receive(bytes),
      onClosed: () => this.#closed(line),
    };
    const end = port === null ? null : this.#opened(port, address, events);
    if (!end) {
      this.#later();
      return;
    }
    this.connections++;
    this.#line = line;
    line.open(end);
    if (random.chance(this.habits.twins)) this.#leaveOpen(line);
  }
  #opened(port: number, address: string, events: ClientEvents): ClientEnd | null {
    const { network, datagrams } = this.#world;
    if (this.habits.channel !== 'teltonika-udp') return network.connect(port, address, events);
    return datagrams.open(port, { address, port: 1024 + (this.connections % 60_000) }, events);
  }
  /** A second connection takes over while the first one is still open. */
  #leaveOpen(line: Line): void {
    const { scheduler, life, random } = this.#world;
    scheduler.after(random.between(10_000, 120_000), life, () => {
      if (this.#line !== line) return;
      line.isLeft = true;
      this.#connect();
      scheduler.after(random.between(1000, 60_000), life, () => line.close());
    });
  }
  #closed(line: Line): void {
    line.end();
    if (this.#line !== line) return;
    this.#line = null;
    this.#later();
  }
  #later(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const { scheduler, life, random } = this.#world;
    scheduler.after(RETRY_MS * random.between(0.3, 2), life, () => this.#connect());
  }
}

function conversationOf({ channel, uniqueId }: Habits): Conversation {
  if (channel === 'osmand') return new HttpConversation(uniqueId, 'query');
  return channel === 'osmand-json' ? new HttpConversation(uniqueId, 'json') : converse(channel, uniqueId);
}

interface LineDeps {
  readonly world: DeviceWorld;
  readonly outbox: Report[];
  /** State of the vehicle now. */
  readonly now: () => Report;
}

/** One connection of a device. One message is under way at a time. */
class Line {
  readonly #device: SimDevice;
  readonly #deps: LineDeps;
  readonly #conversation: Conversation;
  #end: ClientEnd | null = null;
  #pending: { readonly message: Message; readonly reports: readonly Report[]; answers: number } | null = null;
  #isAccepted = false;
  #patience: Task | null = null;
  /** Another connection has taken over: nothing new is sent here. */
  isLeft = false;

  constructor(device: SimDevice, deps: LineDeps) {
    this.#device = device;
    this.#deps = deps;
    this.#conversation = conversationOf(device.habits);
  }

  open(end: ClientEnd): void {
    this.#end = end;
    const login = this.#conversation.login();
    if (login) {
      end.send(login);
      this.#wait();
    } else {
      this.#isAccepted = true;
      this.work();
    }
  }
  close(): void {
    this.#end?.close();
  }
  end(): void {
    this.#end = null;
    if (this.#patience) this.#patience.work = null;
  }

  heartbeat(): void {
    if (this.#isAccepted && !this.#pending && !this.isLeft)
      this.#end?.send(this.#conversation.heartbeat(this.#state()).bytes);
  }

  work(): void {
    const { outbox, world } = this.#deps;
    const { habits } = this.#device;
    if (!this.#end || !this.#isAccepted || this.#pending || this.isLeft || outbox.length === 0) return;
    const next = habits.isNewestFirst ? outbox.slice(-20).toReversed() : outbox.slice(0, 20);
    const message = this.#conversation.pack(next);
    const reports = next.slice(0, message.reports);
    this.#device.mostReports = Math.max(this.#device.mostReports, message.reports);
    const isDoubled = world.random.chance(habits.doubles);
    this.#end.send(message.bytes);
    if (isDoubled) this.#end.send(message.bytes);
    if (message.token === null) {
      this.#forget(reports);
      this.work();
      return;
    }
    this.#pending = { message, reports, answers: isDoubled ? 2 : 1 };
    this.#wait();
  }

  receive(bytes: Uint8Array): void {
    for (const message of this.#conversation.receive(bytes)) {
      if (message.kind === 'refused') this.close();
      else if (message.kind === 'accepted') {
        this.#isAccepted = true;
        if (this.#patience) this.#patience.work = null;
      } else if (message.kind === 'command') {
        this.#device.commands.push(message.text);
        this.#deps.world.onCommand();
        const answer = message.answer('OK', this.#state());
        if (answer.length > 0) this.#end?.send(answer);
      } else this.#acknowledged(message.token);
    }
    this.work();
  }

  #state(): Report {
    const state = this.#deps.now();
    this.#device.restated.add(state.time);
    return state;
  }
  #acknowledged(token: number): void {
    const pending = this.#pending;
    if (pending?.message.token !== token) return;
    for (const { time } of pending.reports) this.#device.acknowledged.add(time);
    this.#forget(pending.reports);
    pending.answers--;
    if (pending.answers > 0) return;
    this.#pending = null;
    if (this.#patience) this.#patience.work = null;
  }

  #forget(reports: readonly Report[]): void {
    const { outbox } = this.#deps;
    for (const report of reports) {
      const at = outbox.indexOf(report);
      if (at >= 0) outbox.splice(at, 1);
    }
  }

  /** Nothing came in time: the connection is given up. */
  #wait(): void {
    const { scheduler, life } = this.#deps.world;
    if (this.#patience) this.#patience.work = null;
    this.#patience = scheduler.after(ACK_MS, life, () => this.close());
  }
}

/** A vehicle that drives for some minutes and stands for some. */
class Motion {
  readonly #random: Random;
  #latitude: number;
  #longitude: number;
  #course: number;
  #odometerM = 100_000;
  #isDriving: boolean;
  #until = 0;
  last: Report;

  constructor(random: Random) {
    this.#random = random;
    this.#latitude = -23.55 + random.between(-0.05, 0.05);
    this.#longitude = -46.63 + random.between(-0.05, 0.05);
    this.#course = random.between(0, 360);
    this.#isDriving = random.chance(0.5);
    this.last = this.#report(0, 0);
  }

  at(time: number): Report {
    const random = this.#random;
    if (time >= this.#until) {
      this.#isDriving = !this.#isDriving;
      this.#until = time + random.between(3, 20) * 60_000;
    }
    const seconds = Math.min(120, Math.max(0, (time - this.last.time) / 1000));
    const speedKmh = this.#isDriving ? random.between(15, 95) : 0;
    const meters = (speedKmh / 3.6) * seconds;
    this.#course = (this.#course + random.between(-30, 30) + 360) % 360;
    const radians = (this.#course * Math.PI) / 180;
    this.#latitude += (Math.cos(radians) * meters) / 111_320;
    this.#longitude += (Math.sin(radians) * meters) / 102_000;
    if (Math.abs(this.#latitude + 23.55) > 0.1 || Math.abs(this.#longitude + 46.63) > 0.1)
      this.#course = (this.#course + 180) % 360;
    this.#odometerM += meters;
    this.last = this.#report(time, speedKmh);
    return this.last;
  }

  #report(time: number, speedKmh: number): Report {
    const random = this.#random;
    return {
      time,
      latitude: this.#latitude,
      longitude: this.#longitude,
      valid: true,
      altitude: 700,
      speedKmh,
      course: this.#course,
      satellites: 11,
      ignition: this.#isDriving,
      moving: speedKmh > 0,
      odometerM: this.#odometerM,
      power: 12.6,
      batteryLevel: 90,
      gsm: 4,
      blocked: false,
      alarm: time > 0 && random.chance(0.01) ? 'sos' : null,
    };
  }
}
