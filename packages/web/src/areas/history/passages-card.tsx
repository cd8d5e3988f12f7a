import { CloseButton } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './history.module.css';
import type { Passage } from './passages.ts';
import type { FoundPassages } from './use-passages.ts';
import { VehicleName } from './vehicle-name.tsx';

export interface PassagesCardProps {
  readonly found: FoundPassages;
  readonly hasMany: boolean;
  readonly onOpen: (passage: Passage) => void;
  readonly onClose: () => void;
}

/** Answers "When was it here?". */
export function PassagesCard({ found, hasMany, onOpen, onClose }: PassagesCardProps) {
  const { t } = useTranslation('history');
  const format = useFormat();
  const titleId = useId();
  const { passages, detail } = found;
  return (
    <section className={styles.passages} aria-labelledby={titleId}>
      <header>
        <div role="status">
          <h2 id={titleId}>{t('history:passages.title', { count: passages.length })}</h2>
          {detail !== 'whole' && <p>{t(`history:passages.${detail}`)}</p>}
        </div>
        <CloseButton size="sm" aria-label={t('history:passages.close')} onClick={onClose} />
      </header>
      <ol>
        {passages.map((passage) => (
          <li key={`${passage.deviceId}.${passage.from}`}>
            <button type="button" onClick={() => onOpen(passage)}>
              <span>{format.moment(passage.nearest * 1000)}</span>{' '}
              {passage.to - passage.from >= 60 && (
                <span>{format.duration((passage.to - passage.from) * 1000)}</span>
              )}
              {hasMany && (
                <span>
                  <VehicleName deviceId={passage.deviceId} />
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
