import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { holdOpenWork } from './open-work.ts';
import { ConfirmDialog } from './dialog/confirm-dialog.tsx';

export interface UnsavedGuard {
  /** The question; put it anywhere in the screen. */
  readonly question: ReactNode;
  /** Input is saved or discarded: leaving needs no question. */
  readonly release: () => void;
  /** Leaves by a button, after the same question where something would be lost. @param isLoss Else all that is unsaved. */
  readonly leave: (onLeave: () => void, isLoss?: boolean) => void;
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
  const [asked, setAsked] = useState<{ readonly go: () => void } | null>(null);
  const release = (): void => {
    isReleased.current = true;
  };
  const go = (onLeave: () => void): void => {
    release();
    onLeave();
  };
  const byButton =
    asked === null ? null : <Question onStay={() => setAsked(null)} onLeave={() => go(asked.go)} />;
  return {
    release,
    leave: (onLeave, isLoss = isDirty) => (isLoss ? setAsked({ go: onLeave }) : go(onLeave)),
    question:
      blocker.state === 'blocked' ? <Question onStay={blocker.reset} onLeave={blocker.proceed} /> : byButton,
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
