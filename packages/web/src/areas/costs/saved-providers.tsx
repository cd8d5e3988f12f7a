import { ActionIcon } from '@mantine/core';
import type { CardMapping } from '@rastro/fleet/costs';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import styles from './costs.module.css';
import { RemoveDialog } from './remove-dialog.tsx';

/** Providers whose files are known, each with a way to forget it. */
export function SavedProviders({ saved }: { readonly saved: readonly CardMapping[] }) {
  const { t } = useTranslation('costs');
  const { costs } = useServices().extension;
  const { may, isReadonly } = useRights();
  const [removed, setRemoved] = useState<string | null>(null);
  const mayRemove = !isReadonly && may('costs.delete');
  const done = (): void => setRemoved(null);
  if (saved.length === 0) return null;
  return (
    <section className={styles.providers} aria-label={t('costs:import.providers')}>
      <h3>{t('costs:import.providers')}</h3>
      <ul>
        {saved.map(({ provider }) => (
          <li key={provider}>
            <span dir="auto">{provider}</span>
            {mayRemove && (
              <ActionIcon
                variant="default"
                aria-label={t('costs:import.forget', { provider })}
                onClick={() => setRemoved(provider)}
              >
                <Trash2 size={14} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {removed !== null && (
        <RemoveDialog
          title={t('costs:import.forgetTitle')}
          text={t('costs:import.forgetText', { provider: removed })}
          write={(signal) => costs.removeMapping(removed, signal)}
          onBack={done}
          onRemoved={done}
        />
      )}
    </section>
  );
}
