import { Button } from '@mantine/core';
import type { FleetEvent } from '@rastro/fleet';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import styles from './events-panel.module.css';
import type { Seen } from './use-seen.ts';

/** Events per call; the run can be stopped between two calls. */
const CHUNK = 500;

export interface CountBarProps {
  readonly visibleCount: number;
  /** Number of visible ones that are not acknowledged. */
  readonly open: readonly FleetEvent[];
  /** True without a filter: all up to the newest one may be acknowledged together. */
  readonly isAll: boolean;
  readonly acknowledged: Seen;
}

/** Number of events, and the button to acknowledge all of them at once, after a question. */
export function CountBar({ visibleCount, open, isAll, acknowledged }: CountBarProps) {
  const { t } = useTranslation('events');
  const [isAsking, setAsking] = useState(false);
  const { progress, stop, run } = useAll(open, isAll, acknowledged);
  return (
    <div className={styles.bar}>
      <span role="status">
        {progress === null
          ? t('events:count', { count: visibleCount })
          : t('events:acknowledge.question.progress', { ...progress })}
      </span>
      {progress !== null && (
        <Button size="compact-sm" variant="default" onClick={stop}>
          {t('events:acknowledge.question.stop')}
        </Button>
      )}
      {progress === null && open.length > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => setAsking(true)}>
          {t('events:acknowledge.all', { count: open.length })}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('events:acknowledge.question.title', { count: open.length })}
          text={t(isAll ? 'events:acknowledge.question.every' : 'events:acknowledge.question.some')}
          confirm={t('events:acknowledge.question.go')}
          isHarmless
          onConfirm={() => {
            setAsking(false);
            void run();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

interface Progress {
  readonly done: number;
  readonly count: number;
}

/** Alarms, which count for everybody, one by one in chunks; anything else the same way, or by its time. */
function useAll(open: readonly FleetEvent[], isAll: boolean, acknowledged: Seen) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const isStopped = useRef(false);
  const run = async (): Promise<void> => {
    isStopped.current = false;
    const times = open.map(({ eventTime }) => Date.parse(eventTime));
    if (isAll && times.length > 0) acknowledged.setUntil(times.reduce((a, b) => Math.max(a, b), 0));
    const ids = open
      .filter(({ id }) => !isAll || acknowledged.waiting.has(id))
      .map(({ id }) => id)
      .toSorted((a, b) => b - a);
    for (let done = 0; done < ids.length && !isStopped.current; done += CHUNK) {
      setProgress({ done, count: ids.length });
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that it can be stopped.
      await acknowledged.set(ids.slice(done, done + CHUNK), true);
    }
    setProgress(null);
  };
  return {
    progress,
    run,
    stop: () => {
      isStopped.current = true;
    },
  };
}
