import { Button } from '@mantine/core';
import type { Position } from '@rastro/fleet';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapFocus } from '../../../kernel/map/map-focus.tsx';
import { failureIn } from '../../../kernel/queries/query-client.ts';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { isPlace } from '../../../live/is-place.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { useRowPx } from '../../../ui/use-row-px.ts';
import styles from './history-table.module.css';
import { HISTORY_HOURS, SHORT_HOURS, useHistory, type HistoryHours } from './use-history.ts';
import { isMoving } from '../../../live/vehicle-state.ts';
import { ListLoading } from '../../../ui/list/list-state.tsx';

const ROW_PX = 34;

/** The last hours, newest first; a row shows its point on the map. */
export function HistoryTable({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('devices');
  const failureText = useFailureText();
  const [hours, setHours] = useState<HistoryHours>(SHORT_HOURS);
  const { data, error, refetch } = useHistory(deviceId, hours, true);
  const positions = useMemo(() => data?.toReversed(), [data]);
  return (
    <>
      <div className={styles.bar} role="group" aria-label={t('devices:history.range')}>
        {HISTORY_HOURS.map((choice) => (
          <Button
            key={choice}
            size="compact-sm"
            variant={choice === hours ? 'light' : 'subtle'}
            color={choice === hours ? 'brand' : 'gray'}
            aria-pressed={choice === hours}
            onClick={() => setHours(choice)}
          >
            {t('devices:history.hours', { hours: choice })}
          </Button>
        ))}
      </div>
      {positions !== undefined && positions.length > 0 ? (
        <Rows positions={positions} />
      ) : (
        <div className={styles.message} role="status">
          {error !== null ? (
            <>
              <p>{failureText(failureIn(error))}</p>
              <Button size="xs" variant="default" onClick={() => void refetch()}>
                {t('common:list.retry')}
              </Button>
            </>
          ) : positions === undefined ? (
            <ListLoading />
          ) : (
            <p>{t('devices:history.empty')}</p>
          )}
        </div>
      )}
    </>
  );
}

function Rows({ positions }: { positions: readonly Position[] }) {
  const { t } = useTranslation('devices');
  const { focus } = useMapFocus();
  const [selected, setSelected] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const rowPx = useRowPx(ROW_PX);
  const rows = useVirtualizer({
    count: positions.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 8,
    initialRect: { width: 400, height: 400 },
  });
  useEffect(() => () => focus(null), [focus]);
  const select = (position: Position): void => {
    setSelected(position.id);
    focus({ latitude: position.latitude, longitude: position.longitude });
  };
  return (
    <>
      <div className={styles.head} aria-hidden>
        <span>{t('devices:history.time')}</span>
        <span>{t('devices:history.motion')}</span>
        <span>{t('devices:history.speed')}</span>
      </div>
      <div ref={box} className={styles.rows}>
        <ol
          className={styles.ground}
          style={{ height: rows.getTotalSize() }}
          aria-label={t('devices:tab.history')}
        >
          {rows.getVirtualItems().map(({ index, start }) => {
            const position = positions[index];
            if (position === undefined) return null;
            return (
              <li
                key={position.id}
                className={styles.item}
                style={{ transform: `translateY(${start}px)` }}
                aria-posinset={index + 1}
                aria-setsize={positions.length}
              >
                <RowButton
                  position={position}
                  isSelected={position.id === selected}
                  onSelect={() => select(position)}
                />
              </li>
            );
          })}
        </ol>
      </div>
    </>
  );
}

interface RowButtonProps {
  readonly position: Position;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

function RowButton({ position, isSelected, onSelect }: RowButtonProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return (
    <button
      type="button"
      className={styles.row}
      aria-pressed={isSelected}
      disabled={!isPlace(position)}
      onClick={onSelect}
    >
      <span>{format.moment(Date.parse(position.fixTime))}</span>
      <span className={styles.motion} data-moving={isMoving(position)}>
        {t(isMoving(position) ? 'devices:state.moving' : 'devices:state.stopped')}
      </span>
      <span className={styles.speed}>{format.speed(position.speed)}</span>
    </button>
  );
}
