import type { DocumentKind, StoredLink } from '@rastro/storage';
import type { Period } from '../replica/traccar-reader.ts';

/** A row as the tracking API writes it, not checked yet. */
export type SourceRow = Readonly<Record<string, unknown>>;
export type HistoryKind = 'positions' | 'events';

/** Rows of a period, or the reason to ask for a shorter one. */
export type HistoryAnswer =
  | {
      readonly rows: readonly unknown[];
      /** Share of what one answer may hold. */
      readonly share: number;
    }
  | {
      readonly rows: null;
      /** A period up to here would have about half of what one answer may hold; null = unknown. */
      readonly shorterTo: number | null;
    };

/** A Traccar that is moved from. Nothing here writes to it. */
export interface Source {
  /** For messages, and to know it again; without secrets. */
  readonly name: string;
  /** Password hashes are among the columns of its users. */
  readonly hasPasswords: boolean;
  /** All entities of a kind. @throws UnreadableAnswerError */
  list(kind: DocumentKind, signal: AbortSignal): Promise<readonly SourceRow[]>;
  /** All links between two kinds. @throws UnreadableAnswerError */
  links(ownerKind: string, propertyKind: string, signal: AbortSignal): Promise<readonly StoredLink[]>;
  /** Positions by fixTime, events by eventTime; both ends included. @throws UnreadableAnswerError */
  history(
    kind: HistoryKind,
    asked: Period & { readonly deviceId: number },
    signal: AbortSignal,
  ): Promise<HistoryAnswer>;
  /** Number of positions and events; null = unknown. */
  counts(signal: AbortSignal): Promise<{ readonly positions: number | null; readonly events: number | null }>;
  /** File of a device; null = there is none. */
  picture(uniqueId: string, file: string, signal: AbortSignal): Promise<Uint8Array | null>;
  /** Ids of those that the reading account sees: only their events are listed. Null = all of them. */
  visible(
    kind: 'device' | 'geofence' | 'maintenance',
    signal: AbortSignal,
  ): Promise<ReadonlySet<number> | null>;
  close(): Promise<void>;
}
