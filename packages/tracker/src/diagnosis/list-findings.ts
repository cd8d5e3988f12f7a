import type { DiagnosisFinding, FindingKind } from '@rastro/fleet';
import type { DiagnosisSubject } from './decide-verdict.ts';

/** Findings that help a user to trust a verdict, or to doubt it. Unknown ones are left out. */
export function listFindings(subject: DiagnosisSubject): readonly DiagnosisFinding[] {
  const { notes, last, lastUpdate, isConnected, peers, now } = subject;
  const { expirationTime } = subject;
  const findings: (DiagnosisFinding | null)[] = [
    lastUpdate === null ? null : finding('lastMessage', { at: lastUpdate }),
    isConnected ? finding('connected', { at: notes.connectedAt }) : null,
    !isConnected && notes.ended !== null
      ? finding('disconnected', { at: notes.ended.at, value: notes.ended.reason })
      : null,
    expirationTime !== null && expirationTime <= now ? finding('expired', { at: expirationTime }) : null,
    repeated('refused', notes.rejected),
    repeated('undecoded', notes.undecoded),
    repeated('dropped', notes.dropped),
    repeated('implausible', notes.implausible),
    repeated('otherProtocol', notes.foreign),
    repeated('otherAddress', notes.takenOver),
    last === null ? null : finding('protocol', { value: last.protocol }),
    subject.isListening || last === null ? null : finding('portClosed', { value: last.protocol }),
    last === null || peers.recent === 0
      ? null
      : finding('peers', { value: peers.active, count: peers.recent }),
    lastUpdate !== null && lastUpdate < subject.startedAt
      ? finding('serverStarted', { at: subject.startedAt })
      : null,
    ...subject.alarms.map(({ name, at }) => finding('alarm', { at, value: name })),
    ...MEASURES.map(([kind, name]) => {
      const value = last?.attributes[name];
      return typeof value === 'number' || typeof value === 'boolean'
        ? finding(kind, { at: last?.fixTime ?? null, value })
        : null;
    }),
    last !== null && !last.valid ? finding('noFix', { at: last.fixTime }) : null,
  ];
  return findings.filter((each) => each !== null);
}

const MEASURES = [
  ['power', 'power'],
  ['battery', 'battery'],
  ['batteryLevel', 'batteryLevel'],
  ['signal', 'rssi'],
  ['ignition', 'ignition'],
] as const satisfies readonly (readonly [FindingKind, string])[];

interface Part {
  readonly at?: number | null;
  readonly value?: DiagnosisFinding['value'];
  readonly count?: number;
}

function finding(kind: FindingKind, { at = null, value = null, count }: Part): DiagnosisFinding {
  return { kind, at: at === null ? null : new Date(at).toISOString(), value, count: count ?? null };
}

function repeated(
  kind: FindingKind,
  note: { readonly at: number; readonly reason: string; readonly count: number } | null,
): DiagnosisFinding | null {
  return note === null ? null : finding(kind, { at: note.at, value: note.reason, count: note.count });
}
