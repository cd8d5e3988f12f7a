import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { startOfDay } from '@rastro/fleet/calendars';
import { momentOf } from '../../i18n/zoned-time.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { ChronologyList } from './chronology-list.tsx';
import type { HistoryRow } from './chronology.ts';
import styles from './history.module.css';
import { PositionsTable } from './positions-table.tsx';
import type { History } from './use-history.ts';
import { useCursor } from './use-player.ts';
import { useRowText } from './use-row-text.ts';

const LOADING_PX = 62;
const CURSOR_MS = 1000;

export interface HistoryListProps {
  readonly history: History;
  readonly onOpen: (row: HistoryRow) => void;
}

/** The rows of the open tab, or why there are none. */
export function HistoryList({ history, onOpen }: HistoryListProps) {
  const { t } = useTranslation('history');
  const failureText = useFailureText();
  const zone = useZone();
  const { address, rows, visibleRows, error, retry, player, choosePeriod } = history;
  if (address.deviceIds.length === 0)
    return <ListMessage title={t('history:choose.title')} text={t('history:choose.text')} />;
  const isAsked = address.focus !== null && rows === undefined && error === null;
  if (address.tab === 'positions' && !isAsked) return <Positions history={history} />;
  if (error !== null)
    return (
      <ListMessage
        role="alert"
        title={t('history:failed')}
        text={failureText(failureIn(error))}
        action={{ label: t('history:retry'), onClick: retry }}
      />
    );
  if (rows === undefined) return <ListLoading rowPx={LOADING_PX} />;
  if (visibleRows.length === 0)
    return (
      <ListMessage
        title={t('history:empty.title')}
        text={t('history:empty.text')}
        action={{ label: t('history:empty.week'), onClick: () => choosePeriod({ preset: '7d' }) }}
      />
    );
  return (
    <ChronologyList
      rows={visibleRows}
      deviceIds={address.deviceIds}
      player={player}
      focusKey={address.focus}
      onOpen={onOpen}
      onDay={(day) => {
        const from = momentOf(`${day}T00:00`, zone);
        choosePeriod({ from, to: startOfDay(from, zone, 1) - 1 });
      }}
    />
  );
}

/** Records of what is looked at alone, else of the day that the clock is in. */
function Positions({ history: { address, focus, player } }: { readonly history: History }) {
  const zone = useZone();
  const cursor = useCursor(player, CURSOR_MS);
  const { from, to } = player.span;
  const day = {
    from: Math.max(from, startOfDay(cursor * 1000, zone) / 1000),
    to: Math.min(to, startOfDay(cursor * 1000, zone, 1) / 1000 - 1),
  };
  const deviceId = focus?.deviceId ?? address.deviceIds[0] ?? 0;
  return <PositionsTable deviceId={deviceId} span={focus ?? day} player={player} />;
}

/** The trip or stop in focus, and the button back to the whole history. */
export function FocusBar({ history: { focus, change } }: { readonly history: History }) {
  const { t } = useTranslation('history');
  const rowText = useRowText();
  if (focus === null) return null;
  return (
    <div className={styles.focus}>
      <span>{t('history:only', { what: rowText(focus).title })}</span>
      <Button size="compact-sm" variant="subtle" onClick={() => change({ focus: null })}>
        {t('history:showAll')}
      </Button>
    </div>
  );
}
