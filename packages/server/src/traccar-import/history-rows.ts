import type { StoredEvent, StoredPosition } from '@rastro/storage';
import { eventOf, positionOf } from '../replica/traccar-history.ts';
import { UnreadableAnswerError } from '../replica/unreadable-answer.ts';
import type { HistorySpan } from './history-spans.ts';

interface RefusedRow {
  /** Id that it names. */
  readonly row: string;
  readonly why: string;
}
export interface CheckedRows<T> {
  /** In order of time. */
  readonly rows: readonly T[];
  readonly refused: readonly RefusedRow[];
}

/** A position has some hundred characters of attributes. */
const MAX_ATTRIBUTE_CHARACTERS = 65_536;

/** Positions of a span that can be stored, and why the others cannot. */
export function checkedPositions(deviceId: number, span: HistorySpan): CheckedRows<StoredPosition> {
  const ids = new Set<number>();
  const checked = checkedRows(span, (json) => {
    const position = positionOf(json, deviceId);
    requireWithin(position.fixTime, span);
    requireUsable(position);
    if (ids.has(position.id)) throw new UnreadableAnswerError('its id is taken by another');
    ids.add(position.id);
    return position;
  });
  const rows = checked.rows.toSorted(
    (a, b) => a.fixTime - b.fixTime || a.deviceTime - b.deviceTime || a.id - b.id,
  );
  return { ...checked, rows };
}

/** Events likewise. Their ids are ours: nothing names an event. */
export function checkedEvents(deviceId: number, span: HistorySpan): CheckedRows<StoredEvent> {
  const checked = checkedRows(span, (json) => {
    const event = eventOf(json, deviceId);
    if (!event)
      throw new UnreadableAnswerError(`event type ${String(Object(json)['type'])} has no counterpart`);
    requireWithin(event.eventTime, span);
    requireUsable(event);
    return event;
  });
  return { ...checked, rows: checked.rows.toSorted((a, b) => a.eventTime - b.eventTime || a.id - b.id) };
}

function checkedRows<T>({ rows }: HistorySpan, read: (json: unknown) => T): CheckedRows<T> {
  const refused: RefusedRow[] = [];
  const good = rows.flatMap((json) => {
    try {
      return [read(json)];
    } catch (error) {
      if (!(error instanceof UnreadableAnswerError)) throw error;
      refused.push({ row: String(Object(json)['id']), why: error.message });
      return [];
    }
  });
  return { rows: good, refused };
}

function requireWithin(time: number, { from, to }: HistorySpan): void {
  if (time < from || time > to) throw new UnreadableAnswerError('it is from another time');
}

function requireUsable({ id, attributes }: Pick<StoredPosition, 'id' | 'attributes'>): void {
  if (!Number.isSafeInteger(id) || id <= 0) throw new UnreadableAnswerError('it has no id that can be kept');
  if (JSON.stringify(attributes).length > MAX_ATTRIBUTE_CHARACTERS)
    throw new UnreadableAnswerError(`its attributes are longer than ${MAX_ATTRIBUTE_CHARACTERS} characters`);
}
