import type { EventItem } from '@rastro/fleet';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EventRow } from './event-row.tsx';
import styles from './events-panel.module.css';
import type { Seen } from './use-seen.ts';

export const ROW_PX = 76;

export interface EventRowsProps {
  readonly events: readonly EventItem[];
  readonly names: ReadonlyMap<number, string>;
  readonly acknowledged: Seen;
  /** The row that the map shows. */
  readonly positionId: number;
  readonly onShow: (event: EventItem) => void;
}

/** Only the rows in sight exist. What comes on top does not push away what is being read. */
export function EventRows({ events, names, acknowledged, positionId, onShow }: EventRowsProps) {
  const { t } = useTranslation('events');
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: events.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => events[index]?.id ?? index,
    estimateSize: () => ROW_PX,
    overscan: 6,
    initialRect: { width: 400, height: 480 },
  });
  const firstId = useRef<number | null>(null);
  useLayoutEffect(() => {
    const before = firstId.current;
    firstId.current = events[0]?.id ?? null;
    const scroll = box.current;
    if (scroll === null || before === null || scroll.scrollTop < ROW_PX) return;
    const added = events.findIndex(({ id }) => id === before);
    if (added > 0) scroll.scrollTop += added * ROW_PX;
  }, [events]);
  return (
    <div ref={box} className={styles.rows}>
      <ol className={styles.ground} style={{ height: rows.getTotalSize() }} aria-label={t('events:list')}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const event = events[index];
          if (event === undefined) return null;
          return (
            <li
              key={key}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
              aria-posinset={index + 1}
              aria-setsize={events.length}
            >
              <EventRow
                event={event}
                name={names.get(event.deviceId)}
                isDone={acknowledged.isDone(event)}
                by={acknowledged.by.get(event.id) ?? null}
                isVisible={positionId !== 0 && event.positionId === positionId}
                onDone={(isDone) => acknowledged.set([event.id], isDone)}
                onShow={() => onShow(event)}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}
