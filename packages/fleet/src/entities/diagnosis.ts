/** Reasons why a device is offline, most certain first: the first that holds is the verdict. */
export const DIAGNOSIS_VERDICTS = [
  'disabled',
  'expired',
  'online',
  'unreadable',
  'neverConnected',
  'serverStarted',
  'portClosed',
  'connectedSilent',
  'protocolSilent',
  'powerCut',
  'tampered',
  'jammed',
  'lowBattery',
  'weakSignal',
  'asleep',
  'connectionLost',
  'connectionClosed',
  'unexplained',
] as const;
export type DiagnosisVerdict = (typeof DIAGNOSIS_VERDICTS)[number];

/** Ways in which the last connection of a device ended. */
export const LINK_ENDS = ['deviceClosed', 'timeout', 'networkError', 'unreadable'] as const;
export type LinkEnd = (typeof LINK_ENDS)[number];

/** Findings about a device that support or contradict a verdict. */
export const FINDING_KINDS = [
  'lastMessage',
  'connected',
  'disconnected',
  'expired',
  'refused',
  'undecoded',
  'dropped',
  'implausible',
  'otherProtocol',
  'otherAddress',
  'protocol',
  'portClosed',
  'peers',
  'serverStarted',
  'alarm',
  'power',
  'battery',
  'batteryLevel',
  'signal',
  'ignition',
  'noFix',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface DiagnosisFinding {
  readonly kind: FindingKind;
  /** ISO 8601; null = it has no time of its own. */
  readonly at: string | null;
  /** A reason, a name or a measure, by kind: volts, percent, the device's own scale of signal. */
  readonly value: string | number | boolean | null;
  /** Number of times, or of things; null = not counted. */
  readonly count: number | null;
}

/** The answer to "why is it offline?": computed by our server; others do not have it. */
export interface Diagnosis {
  readonly deviceId: number;
  readonly verdict: DiagnosisVerdict;
  /** ISO 8601; last message of the device; null = never. */
  readonly silentSince: string | null;
  readonly facts: readonly DiagnosisFinding[];
}
