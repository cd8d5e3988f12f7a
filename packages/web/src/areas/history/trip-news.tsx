import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowAt, type HistoryRow } from './chronology.ts';
import styles from './history.module.css';
import type { Player } from './player.ts';
import { useCursor, usePlayerState } from './use-player.ts';
import { useRowText } from './use-row-text.ts';

/** Minimum interval between announcements during playback. */
const APART_MS = 5000;
const CHECK_MS = 500;

/** Says to who does not see it when another trip or stop begins. */
export function TripNews({
  player,
  rows,
}: {
  readonly player: Player;
  readonly rows: readonly HistoryRow[];
}) {
  const { t } = useTranslation('history');
  const rowText = useRowText();
  const isPlaying = usePlayerState(player, (state) => state.isPlaying);
  const cursor = useCursor(player, CHECK_MS);
  const row = rows[rowAt(rows, cursor)];
  const announcedAt = useRef(0);
  const [news, setNews] = useState('');
  const text = row === undefined ? '' : rowText(row).title;
  useEffect(() => {
    if (!isPlaying || text === '' || performance.now() - announcedAt.current < APART_MS) return;
    announcedAt.current = performance.now();
    setNews(text);
  }, [isPlaying, text]);
  return (
    <p className={styles.hidden} aria-live="polite">
      {news === '' ? '' : t('history:news', { what: news })}
    </p>
  );
}
