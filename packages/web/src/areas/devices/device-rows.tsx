import { useVirtualizer } from '@tanstack/react-virtual';
import { useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../ui/use-now.ts';
import styles from './device-list.module.css';
import { DeviceRow } from './device-row.tsx';

export interface DeviceRowsHandle {
  focus(): void;
}
export interface DeviceRowsProps {
  readonly ref?: Ref<DeviceRowsHandle>;
  readonly ids: Int32Array;
  readonly selectedId: number | null;
  readonly onOpen: (id: number) => void;
}

const ROW_PX = 60;
const PAGE_ROWS = 10;
const SINCE_MS = 30_000;

/** Only the rows in sight exist; each watches its own vehicle. Arrows move, Enter opens. */
export function DeviceRows({ ref, ids, selectedId, onOpen }: DeviceRowsProps) {
  const { t } = useTranslation('devices');
  const box = useRef<HTMLDivElement>(null);
  const now = useNow(SINCE_MS);
  const [activeId, setActiveId] = useState(selectedId);
  const [isFocused, setFocused] = useState(false);
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
    initialOffset: () => Math.max(0, (indexOf(ids, selectedId) - 2) * ROW_PX),
    initialRect: { width: 400, height: 600 },
  });

  const activate = (index: number): void => {
    const target = Math.min(Math.max(index, 0), ids.length - 1);
    setActiveId(ids[target] ?? null);
    rows.scrollToIndex(target, { align: 'auto' });
  };
  useImperativeHandle(ref, () => ({
    focus: () => {
      box.current?.focus();
    },
  }));
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = indexOf(ids, activeId);
    const target: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + PAGE_ROWS,
      PageUp: at - PAGE_ROWS,
      Home: 0,
      End: ids.length - 1,
    };
    const next = target[event.key];
    if (next !== undefined) {
      event.preventDefault();
      activate(next);
    } else if (event.key === 'Enter' && activeId !== null && at !== -1) {
      onOpen(activeId);
    }
  };
  const visible = rows.getVirtualItems();
  const activeInSight = visible.some(({ index }) => ids[index] === activeId);

  return (
    <div
      ref={box}
      className={styles.rows}
      role="listbox"
      tabIndex={0}
      aria-label={t('devices:list.label')}
      {...(activeInSight ? { 'aria-activedescendant': `device-${activeId}` } : {})}
      onKeyDown={onKeyDown}
      onFocus={() => {
        setFocused(true);
        if (indexOf(ids, activeId) === -1) setActiveId(ids[visible[0]?.index ?? 0] ?? null);
      }}
      onBlur={() => setFocused(false)}
    >
      <div className={styles.ground} style={{ height: rows.getTotalSize() }} role="presentation">
        {visible.map(({ index, start }) => {
          const id = ids[index];
          if (id === undefined) return null;
          return (
            <DeviceRow
              key={id}
              id={id}
              top={start}
              place={index + 1}
              total={ids.length}
              now={now}
              active={isFocused && id === activeId}
              selected={id === selectedId}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}

function indexOf(ids: Int32Array, id: number | null): number {
  return id === null ? -1 : ids.indexOf(id);
}
