import { isAnchor, type Geofence } from '@rastro/fleet';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './fence-form.module.css';
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
  const { busy, failure, run } = useWrite((id: number, signal) => client.geofences.remove(id, signal));
  const titleId = useId();
  const textId = useId();

  const remove = async (): Promise<void> => {
    const answer = await run(fence.id);
    if (answer?.ok !== true) return;
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
