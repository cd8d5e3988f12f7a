import { Button } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { comebackOf } from '../kernel/session/guard.ts';
import { useScreenTitle } from '../ui/screen-title.ts';
import styles from './page.module.css';
import { useServices } from '../kernel/services.tsx';

/** @source docs/reference/requirements.md SPEC §9: as the socket, try again every 5 s. */
const RETRY_MS = 5000;

/** The server cannot be reached. Tries again by itself and returns to where the user wanted to go. */
export function MaintenanceScreen() {
  const { t } = useTranslation('common');
  const { session } = useServices();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const target = comebackOf(search.get('to'));
  const [trying, setTrying] = useState(false);

  const attempt = useCallback(
    async (signal: AbortSignal) => {
      setTrying(true);
      try {
        const state = await session.check(signal);
        if (state.kind !== 'unreachable') await navigate(target, { replace: true });
      } finally {
        setTrying(false);
      }
    },
    [session, navigate, target],
  );

  useScreenTitle(t('common:maintenance.title'));
  const [hasOffline, setHasOffline] = useState(false);
  useEffect(() => void session.hasOfflineAccount().then(setHasOffline), [session]);
  const enterOffline = async (): Promise<void> => {
    if (await session.enterOffline()) await navigate(target, { replace: true });
  };

  useEffect(() => {
    const stop = new AbortController();
    const tryNow = (): void => void attempt(stop.signal).catch(() => undefined);
    const timer = setInterval(tryNow, RETRY_MS);
    window.addEventListener('online', tryNow);
    return () => {
      stop.abort();
      clearInterval(timer);
      window.removeEventListener('online', tryNow);
    };
  }, [attempt]);

  return (
    <main className={styles.centre}>
      <CloudOff className={styles.mark} aria-hidden strokeWidth={1.25} />
      <h1 className={styles.title}>{t('common:maintenance.title')}</h1>
      <p className={styles.text}>{t('common:maintenance.text')}</p>
      <Button
        variant="default"
        loading={trying}
        onClick={() => void attempt(new AbortController().signal).catch(() => undefined)}
      >
        {t('common:maintenance.retry')}
      </Button>
      {hasOffline && (
        <Button variant="subtle" onClick={() => void enterOffline()}>
          {t('common:maintenance.kept')}
        </Button>
      )}
      <p className={styles.small} role="status">
        {t('common:maintenance.auto')}
      </p>
    </main>
  );
}
