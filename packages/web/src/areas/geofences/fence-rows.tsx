import type { Geofence } from '@rastro/fleet';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Anchor, Circle, Hexagon, Spline } from 'lucide-react';
import { useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './fence-list.module.css';
import { areaSummary, fenceColor, isAnchor } from './fence-list.ts';
import { useAreaText } from './use-area-text.ts';

export interface FenceRowsHandle {
  focus(): void;
}
export interface FenceRowsProps {
  readonly ref?: Ref<FenceRowsHandle>;
  readonly fences: readonly Geofence[];
  readonly onOpen: (id: number) => void;
}

const ROW_PX = 56;
const PAGE_ROWS = 10;
const ICONS = { circle: Circle, polygon: Hexagon, line: Spline, none: Hexagon } as const;

/** Only the rows in sight exist. Arrows move, Enter opens. */
export function FenceRows({ ref, fences, onOpen }: FenceRowsProps) {
  const { t } = useTranslation('geofences');
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [isFocused, setFocused] = useState(false);
  const rows = useVirtualizer({
    count: fences.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
    initialRect: { width: 400, height: 600 },
  });
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus() }));

  const last = fences.length - 1;
  const current = Math.min(active, last);
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + PAGE_ROWS,
      PageUp: current - PAGE_ROWS,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const target = Math.min(Math.max(next, 0), last);
      setActive(target);
      rows.scrollToIndex(target, { align: 'auto' });
    } else if (event.key === 'Enter') {
      const fence = fences[current];
      if (fence !== undefined) onOpen(fence.id);
    }
  };
  const visible = rows.getVirtualItems();
  const isInSight = visible.some(({ index }) => index === current);

  return (
    <div
      ref={box}
      className={styles.rows}
      role="listbox"
      tabIndex={0}
      aria-label={t('geofences:title')}
      {...(isInSight ? { 'aria-activedescendant': `fence-${fences[current]?.id ?? 0}` } : {})}
      onKeyDown={onKeyDown}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div className={styles.ground} style={{ height: rows.getTotalSize() }} role="presentation">
        {visible.map(({ index, start }) => {
          const fence = fences[index];
          return fence === undefined ? null : (
            // The list has the focus and the keys; it names its active row by aria-activedescendant.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={fence.id}
              id={`fence-${fence.id}`}
              role="option"
              aria-selected={isFocused && index === current}
              aria-posinset={index + 1}
              aria-setsize={fences.length}
              className={styles.row}
              data-active={isFocused && index === current}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onOpen(fence.id)}
            >
              <FenceLine fence={fence} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function FenceLine({ fence }: { fence: Geofence }) {
  const areaText = useAreaText();
  const summary = areaSummary(fence.area);
  const Icon = isAnchor(fence) ? Anchor : ICONS[summary.kind];
  return (
    <>
      <span className={styles.swatch} style={{ color: fenceColor(fence) }}>
        <Icon size={18} strokeWidth={2} aria-hidden />
      </span>
      <span className={styles.names}>
        <span className={styles.name}>{fence.name}</span>
        {fence.description !== null && fence.description !== '' && (
          <span className={styles.detail}>{fence.description}</span>
        )}
      </span>
      <span className={styles.size}>{areaText(summary)}</span>
    </>
  );
}
