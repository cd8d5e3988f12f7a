import { knots } from '@rastro/fleet';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { localTime } from '../../i18n/zoned-time.ts';
import { startOfDay } from '@rastro/fleet/calendars';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { vehicleColour } from '../../kernel/map/entry-points.ts';
import { useRowPx } from '../../ui/use-row-px.ts';
import { rowAt, type HistoryRow } from './chronology.ts';
import styles from './history-list.module.css';
import type { Player } from './player.ts';
import { useCursor, usePlayerState } from './use-player.ts';
import { useRowText } from './use-row-text.ts';
import { VehicleName } from './vehicle-name.tsx';

const DAY_PX = 30;
const STRETCH_PX = 62;
const REASONED_PX = 80;
const EVENT_PX = 40;
const CURSOR_MS = 250;

type Line = { readonly day: string } | HistoryRow;

export interface ChronologyListProps {
  readonly rows: readonly HistoryRow[];
  /** More than one: each row says whose it is. */
  readonly deviceIds: readonly number[];
  readonly player: Player;
  readonly focusKey: string | null;
  readonly onOpen: (row: HistoryRow) => void;
  /** Only this day, as `YYYY-MM-DD`. */
  readonly onDay: (day: string) => void;
}

/** Trips, stops, silences and events, day by day. Only the rows in sight exist; the one under way follows the clock. */
export function ChronologyList({ rows, deviceIds, player, focusKey, onOpen, onDay }: ChronologyListProps) {
  const { t } = useTranslation('history');
  const zone = useZone();
  const box = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => withDays(rows, zone), [rows, zone]);
  const minPx = useRowPx(0);
  const cursor = useCursor(player, CURSOR_MS);
  const current = rows[rowAt(rows, cursor)]?.key ?? null;
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => Math.max(heightOf(lines[index]), minPx),
    overscan: 8,
    initialRect: { width: 400, height: 480 },
  });
  const follow = useEffectEvent(() => {
    const index = lines.findIndex((line) => 'key' in line && line.key === current);
    if (index !== -1) list.scrollToIndex(index, { align: 'auto' });
  });
  // During playback, the current row is kept in view.
  const isPlaying = usePlayerState(player, (state) => state.isPlaying);
  useEffect(() => {
    if (isPlaying) follow();
  }, [isPlaying, current]);
  // Another choice of rows has other heights at the same places.
  useEffect(() => list.measure(), [list, lines, minPx]);
  return (
    <div ref={box} className={styles.rows}>
      <ol className={styles.ground} style={{ height: list.getTotalSize() }} aria-label={t('history:list')}>
        {list.getVirtualItems().map(({ index, start, size }) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            <li
              key={'day' in line ? line.day : line.key}
              className={styles.line}
              style={{ transform: `translateY(${start}px)`, height: size }}
              aria-posinset={index + 1}
              aria-setsize={lines.length}
            >
              {'day' in line ? (
                <DayButton day={line.day} onOpen={() => onDay(line.day)} />
              ) : (
                <RowButton
                  row={line}
                  deviceIds={deviceIds}
                  isCurrent={line.key === current}
                  isFocused={line.key === focusKey}
                  onOpen={() => onOpen(line)}
                />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function DayButton({ day, onOpen }: { readonly day: string; readonly onOpen: () => void }) {
  const { t } = useTranslation('history');
  const format = useFormat();
  return (
    <button type="button" className={styles.day} title={t('history:onlyDay')} onClick={onOpen}>
      {format.day(day)}
    </button>
  );
}

interface RowButtonProps {
  readonly row: HistoryRow;
  readonly deviceIds: readonly number[];
  readonly isCurrent: boolean;
  readonly isFocused: boolean;
  readonly onOpen: () => void;
}

function RowButton({ row, deviceIds, isCurrent, isFocused, onOpen }: RowButtonProps) {
  const format = useFormat();
  const { title, detail, why } = useRowText()(row);
  const time = (at: number): string => format.time(at * 1000);
  const index = deviceIds.indexOf(row.deviceId);
  const span = row.kind === 'event' ? time(row.from) : `${time(row.from)} – ${time(row.to)}`;
  const figures =
    row.kind === 'trip' ? [format.distance(row.item.distance), format.speed(knots(row.item.maxSpeed))] : [];
  return (
    <button
      type="button"
      className={styles.row}
      data-kind={row.kind}
      data-current={isCurrent}
      aria-current={isFocused ? 'true' : undefined}
      onClick={onOpen}
    >
      <span className={styles.mark} aria-hidden />
      <span className={styles.text}>
        <span className={styles.head}>
          <span className={styles.time}>{span}</span> <span className={styles.title}>{title}</span>{' '}
          {deviceIds.length > 1 && (
            <span className={styles.vehicle} style={{ borderColor: vehicleColour(index) }}>
              <VehicleName deviceId={row.deviceId} />
            </span>
          )}
        </span>{' '}
        {detail !== '' && <span className={styles.detail}>{detail}</span>}{' '}
        {why !== '' && <span className={styles.detail}>{why}</span>}
      </span>{' '}
      {figures.length > 0 && (
        <span className={styles.figures}>
          <strong>{figures[0]}</strong> <span>{figures[1]}</span>
        </span>
      )}
    </button>
  );
}

function heightOf(line: Line | undefined): number {
  if (line === undefined || 'day' in line) return DAY_PX;
  if (line.kind === 'event') return EVENT_PX;
  const isReasoned = line.kind !== 'gap' && Boolean(line.item.startReason ?? line.item.endReason);
  return isReasoned ? REASONED_PX : STRETCH_PX;
}

function withDays(rows: readonly HistoryRow[], zone: string): readonly Line[] {
  const lines: Line[] = [];
  // A calendar is asked once a day: thousands of rows of a year would keep the page from anything else.
  let dayEnds = -Infinity;
  for (const row of rows) {
    const at = row.from * 1000;
    if (at >= dayEnds) {
      lines.push({ day: localTime(at, zone).slice(0, 10) });
      dayEnds = startOfDay(at, zone, 1);
    }
    lines.push(row);
  }
  return lines;
}
