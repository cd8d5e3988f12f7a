import { DIAGNOSIS_VERDICTS, type Attributes, type DeviceStatus, type DiagnosisVerdict } from '@rastro/fleet';
import type { LinkNotes, RecordNotes } from '../messages/topics.ts';

/** An alarm that a device sent before it fell silent. */
export interface ReceivedAlarm {
  readonly name: string;
  readonly at: number;
}
/** Other devices of the same protocol that reported within a day. */
export interface Peers {
  readonly recent: number;
  /** Those of them that reported within the gap that makes a device `unknown`. */
  readonly active: number;
}
/** All that the server knows of a silent device when a user asks for the reason. Times in ms since 1970. */
export interface DiagnosisSubject {
  readonly now: number;
  /** When this server began to listen. */
  readonly startedAt: number;
  /** Gap after which a device is `unknown`. */
  readonly statusTimeoutMs: number;
  readonly status: DeviceStatus;
  readonly disabled: boolean;
  readonly expirationTime: number | null;
  /** null = never reported. */
  readonly lastUpdate: number | null;
  readonly isConnected: boolean;
  readonly notes: LinkNotes & RecordNotes;
  /** The newest position; null = none. */
  readonly last: {
    readonly protocol: string;
    readonly valid: boolean;
    readonly fixTime: number;
    readonly attributes: Attributes;
  } | null;
  /** Oldest first. */
  readonly alarms: readonly ReceivedAlarm[];
  readonly peers: Peers;
  /** Does this server listen for the protocol of the device? */
  readonly isListening: boolean;
}

/** Devices report every few minutes at the latest: before that, a server that has just started knows nothing. */
const WARM_UP_MS = 300_000;
/** Fewer silent neighbours are a coincidence. */
const MIN_PEERS = 3;
const LOW_BATTERY_PERCENT = 10;
/** A lithium cell below this is about to switch off; the range leaves vehicle batteries out. */
const LOW_CELL = { above: 2, below: 3.5 };
/** A vehicle's supply that is as good as gone: no vehicle has a battery of less than 6 V. */
const NO_POWER_VOLTS = 5;
/** Signal in dBm, where the modem says it so. */
const WEAK_DBM = -107;
/** Scales from 0 to 5 or 0 to 31 agree on what 0 and 1 mean. */
const WEAK_STEPS = 1;

type Test = (subject: DiagnosisSubject) => boolean;

/**
 * Reason why a device is silent: the first verdict of the list that holds. Certain ones come first, then possible
 * faults of the server's own side, then what the device reported before it fell silent.
 */
export function decideVerdict(subject: DiagnosisSubject): DiagnosisVerdict {
  return DIAGNOSIS_VERDICTS.find((verdict) => TESTS[verdict](subject)) ?? 'unexplained';
}

const TESTS: Readonly<Record<DiagnosisVerdict, Test>> = {
  disabled: ({ disabled }) => disabled,
  expired: ({ expirationTime, now }) => expirationTime !== null && expirationTime <= now,
  online: (subject) => subject.status === 'online' && !isTimedOut(subject),
  unreadable: ({ notes: { undecoded }, lastUpdate }) =>
    undecoded !== null && undecoded.at > (lastUpdate ?? 0),
  neverConnected: ({ lastUpdate }) => lastUpdate === null,
  serverStarted: ({ now, startedAt, lastUpdate }) =>
    now - startedAt < WARM_UP_MS && (lastUpdate ?? 0) < startedAt,
  portClosed: ({ isListening }) => !isListening,
  connectedSilent: (subject) => subject.isConnected && isTimedOut(subject),
  protocolSilent: (subject) =>
    isTimedOut(subject) && subject.peers.recent >= MIN_PEERS && subject.peers.active === 0,
  powerCut: (subject) =>
    isRinging(subject, ['powerCut', 'powerOff'], ['powerRestored', 'powerOn']) || hasNoPower(subject),
  tampered: (subject) => isRinging(subject, ['tampering', 'removing'], []),
  jammed: (subject) => isRinging(subject, ['jamming'], []),
  lowBattery: (subject) => isRinging(subject, ['lowBattery', 'lowPower'], []) || hasLowBattery(subject),
  weakSignal: ({ last }) => {
    const signal = numberIn(last?.attributes, 'rssi');
    return signal !== null && (signal < 0 ? signal <= WEAK_DBM : signal <= WEAK_STEPS);
  },
  asleep: ({ last }) => last?.attributes['ignition'] === false && last.attributes['motion'] !== true,
  connectionLost: ({ notes: { ended } }) => ended?.reason === 'timeout' || ended?.reason === 'networkError',
  connectionClosed: ({ notes: { ended } }) => ended !== null,
  unexplained: () => true,
};

const isTimedOut: Test = ({ now, lastUpdate, statusTimeoutMs }) =>
  lastUpdate === null || now - lastUpdate >= statusTimeoutMs;

/** An alarm that nothing later took back. */
function isRinging({ alarms }: DiagnosisSubject, names: readonly string[], ends: readonly string[]): boolean {
  const last = alarms.findLast(({ name }) => names.includes(name) || ends.includes(name));
  return last !== undefined && names.includes(last.name);
}

function hasNoPower({ last }: DiagnosisSubject): boolean {
  const volts = numberIn(last?.attributes, 'power');
  if (volts === null || volts >= NO_POWER_VOLTS) return false;
  // Trackers without a wire to the vehicle say 0 V all their life: only one that was charged once is cut off.
  return volts > 0 || last?.attributes['charge'] === false || last?.attributes['ignition'] === true;
}

function hasLowBattery({ last }: DiagnosisSubject): boolean {
  const percent = numberIn(last?.attributes, 'batteryLevel');
  if (percent !== null) return percent <= LOW_BATTERY_PERCENT;
  const volts = numberIn(last?.attributes, 'battery');
  return volts !== null && volts > LOW_CELL.above && volts < LOW_CELL.below;
}

function numberIn(attributes: Attributes | undefined, name: string): number | null {
  const value = attributes?.[name];
  return typeof value === 'number' ? value : null;
}
