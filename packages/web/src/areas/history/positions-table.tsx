import { knots, type Position } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PlaceText } from '../../kernel/places/place-text.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useRowPx } from '../../ui/use-row-px.ts';
import styles from './history-list.module.css';
import type { Player } from './player.ts';
import type { Span } from './track.ts';
import { useCursor } from './use-player.ts';
import { useRecordAnnotations, type RecordAnnotations } from './use-record-annotations.ts';
import { VehicleName } from './vehicle-name.tsx';

const ROW_PX = 34;
const CURSOR_MS = 250;
const seconds = ({ fixTime }: Position): number => Date.parse(fixTime) / 1000;

export interface PositionsTableProps {
  readonly deviceId: number;
  /** At most some days: every record of it is listed. */
  readonly span: Span;
  readonly player: Player;
}

/** Every record of a stretch. A press brings the clock there. */
export function PositionsTable({ deviceId, span, player }: PositionsTableProps) {
  const { t } = useTranslation('history');
  const failureText = useFailureText();
  const { client } = useServices();
  const { from, to } = span;
  const annotations = useRecordAnnotations(deviceId, span);
  const { data, error, refetch } = useQuery({
    queryKey: ['history', 'positions', deviceId, from, to],
    queryFn: async ({ signal }) => {
      const asked = { deviceId, from: new Date(from * 1000), to: new Date(to * 1000) };
      return valueOf(await client.positions.history(asked, signal));
    },
  });
  if (error !== null)
    return (
      <ListMessage
        role="alert"
        title={t('history:failed')}
        text={failureText(failureIn(error))}
        action={{ label: t('history:retry'), onClick: () => void refetch() }}
      />
    );
  if (data === undefined) return <ListLoading rowPx={ROW_PX} />;
  return (
    <div className={styles.table}>
      <p className={styles.note} role="status">
        <VehicleName deviceId={deviceId} /> · {t('history:positions', { count: data.length })}
      </p>
      <PositionRows positions={data} annotations={annotations} player={player} />
    </div>
  );
}

interface PositionRowsProps {
  readonly positions: readonly Position[];
  readonly annotations: RecordAnnotations;
  readonly player: Player;
}

function PositionRows({ positions, annotations, player }: PositionRowsProps) {
  const { t } = useTranslation('history');
  const format = useFormat();
  const rowPx = useRowPx(ROW_PX);
  const box = useRef<HTMLDivElement>(null);
  const cursor = useCursor(player, CURSOR_MS);
  const current = positions.findLastIndex((position) => seconds(position) <= cursor);
  const rows = useVirtualizer({
    count: positions.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 10,
    initialRect: { width: 400, height: 480 },
  });
  return (
    <>
      <div className={`${styles.cells} ${styles.header}`} aria-hidden>
        <span>{t('history:column.time')}</span>
        <span>{t('history:column.speed')}</span>
        <span>{t('history:column.place')}</span>
      </div>
      <div ref={box} className={styles.rows}>
        <ol
          className={styles.ground}
          style={{ height: rows.getTotalSize() }}
          aria-label={t('history:tab.positions')}
        >
          {rows.getVirtualItems().map(({ index, start }) => {
            const position = positions[index];
            if (position === undefined) return null;
            return (
              <li key={position.id} className={styles.line} style={{ transform: `translateY(${start}px)` }}>
                <button
                  type="button"
                  className={styles.cells}
                  data-current={index === current}
                  onClick={() => player.seek(seconds(position))}
                >
                  <span>{format.moment(Date.parse(position.fixTime))}</span>{' '}
                  <span>{format.speed(knots(position.speed))}</span>{' '}
                  <span className={styles.marked}>
                    {annotations.get(Math.floor(seconds(position)))?.map((annotationKind) => (
                      <small key={annotationKind}>{t(`history:mark.${annotationKind}`)}</small>
                    ))}{' '}
                    <PlaceText place={position} />
                  </span>
                </button>
              </li>
            );
          })}
        </ol>
      </div>
    </>
  );
}
