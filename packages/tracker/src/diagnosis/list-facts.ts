import type { DiagnosisFact, FactKind } from '@rastro/fleet';
import type { DiagnosisSubject } from './decide-verdict.ts';

/** What the server knows that helps a person to believe a verdict, or to doubt it. What is not known is left out. */
export function listFacts(subject: DiagnosisSubject): readonly DiagnosisFact[] {
  const { notes, last, lastUpdate, isConnected, peers, now } = subject;
  const { expirationTime } = subject;
  const facts: (DiagnosisFact | null)[] = [
    lastUpdate === null ? null : fact('lastMessage', { at: lastUpdate }),
    isConnected ? fact('connected', { at: notes.connectedAt }) : null,
    !isConnected && notes.ended !== null
      ? fact('disconnected', { at: notes.ended.at, value: notes.ended.reason })
      : null,
    expirationTime !== null && expirationTime <= now ? fact('expired', { at: expirationTime }) : null,
    repeated('refused', notes.refused),
    repeated('undecoded', notes.undecoded),
    repeated('dropped', notes.dropped),
    repeated('implausible', notes.implausible),
    repeated('otherProtocol', notes.foreign),
    repeated('otherAddress', notes.takenOver),
    last === null ? null : fact('protocol', { value: last.protocol }),
    subject.isDoorOpen || last === null ? null : fact('portClosed', { value: last.protocol }),
    last === null || peers.recent === 0 ? null : fact('peers', { value: peers.heard, count: peers.recent }),
    lastUpdate !== null && lastUpdate < subject.startedAt
      ? fact('serverStarted', { at: subject.startedAt })
      : null,
    ...subject.alarms.map(({ name, at }) => fact('alarm', { at, value: name })),
    ...MEASURES.map(([kind, name]) => {
      const value = last?.attributes[name];
      return typeof value === 'number' || typeof value === 'boolean'
        ? fact(kind, { at: last?.fixTime ?? null, value })
        : null;
    }),
    last !== null && !last.valid ? fact('noFix', { at: last.fixTime }) : null,
  ];
  return facts.filter((each) => each !== null);
}

const MEASURES = [
  ['power', 'power'],
  ['battery', 'battery'],
  ['batteryLevel', 'batteryLevel'],
  ['signal', 'rssi'],
  ['ignition', 'ignition'],
] as const satisfies readonly (readonly [FactKind, string])[];

interface Part {
  readonly at?: number | null;
  readonly value?: DiagnosisFact['value'];
  readonly count?: number;
}

function fact(kind: FactKind, { at = null, value = null, count }: Part): DiagnosisFact {
  return { kind, at: at === null ? null : new Date(at).toISOString(), value, count: count ?? null };
}

function repeated(
  kind: FactKind,
  note: { readonly at: number; readonly reason: string; readonly count: number } | null,
): DiagnosisFact | null {
  return note === null ? null : fact(kind, { at: note.at, value: note.reason, count: note.count });
}
