import type { Geofence } from '@rastro/fleet';
import type { ApiFailure } from '@rastro/tracking-client';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../kernel/services.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './fence-form.module.css';
import { isAnchor } from './fence-list.ts';
import { GEOFENCES_KEY } from '../../kernel/queries/use-geofences.ts';

export interface DeleteFenceProps {
  readonly fence: Geofence;
  readonly onCancel: () => void;
  readonly onDeleted: () => void;
}

/** Asks before a geofence is deleted and says what goes with it. */
export function DeleteFence({ fence, onCancel, onDeleted }: DeleteFenceProps) {
  const { t } = useTranslation('geofences');
  const { client } = useServices();
  const queries = useQueryClient();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const titleId = useId();
  const textId = useId();

  const remove = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const answer = await client.geofences.remove(fence.id, new AbortController().signal);
    setBusy(false);
    if (!answer.ok) {
      setFailure(answer.error);
      return;
    }
    queries.setQueryData<readonly Geofence[]>(GEOFENCES_KEY, (old) =>
      old?.filter(({ id }) => id !== fence.id),
    );
    void queries.invalidateQueries({ queryKey: GEOFENCES_KEY });
    onDeleted();
  };

  return (
    <div className={styles.confirm} role="alertdialog" aria-labelledby={titleId} aria-describedby={textId}>
      <h2 id={titleId} className={styles.confirmTitle}>
        {t('geofences:delete.title', { name: fence.name })}
      </h2>
      <p id={textId} className={styles.confirmText}>
        {t(isAnchor(fence) ? 'geofences:delete.anchorText' : 'geofences:delete.text')}
      </p>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failureText(failure)}
        </p>
      )}
      <div className={styles.confirmActions}>
        <Button variant="default" size="xs" onClick={onCancel} autoFocus>
          {t('geofences:cancel')}
        </Button>
        <Button className={styles.danger ?? ''} size="xs" loading={busy} onClick={() => void remove()}>
          {t('geofences:delete.confirm')}
        </Button>
      </div>
    </div>
  );
}
