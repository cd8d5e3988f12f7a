import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { holdOpenWork } from './open-work.ts';
import { ConfirmDialog } from './dialog/confirm-dialog.tsx';

export interface UnsavedGuard {
  /** The question; put it anywhere in the screen. */
  readonly question: ReactNode;
  /** What was entered is saved or given up: the way out is free. */
  readonly release: () => void;
}

/**
 * Asks before unsaved input is left: by a link, the back button, or closing the page. One screen has one guard.
 * @param isDirty Something would be lost.
 */
export function useUnsavedGuard(isDirty: boolean): UnsavedGuard {
  const isReleased = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isReleased.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const hold = (event: BeforeUnloadEvent): void => {
      if (!isReleased.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    const letGo = holdOpenWork(hold);
    return () => {
      letGo();
      window.removeEventListener('beforeunload', hold);
    };
  }, [isDirty]);
  return {
    release: () => {
      isReleased.current = true;
    },
    question:
      blocker.state === 'blocked' ? <Question onStay={blocker.reset} onLeave={blocker.proceed} /> : null,
  };
}

function Question({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('common');
  return (
    <ConfirmDialog
      title={t('common:unsaved.title')}
      text={t('common:unsaved.text')}
      confirm={t('common:unsaved.leave')}
      cancel={t('common:unsaved.stay')}
      onConfirm={onLeave}
      onCancel={onStay}
    />
  );
}
