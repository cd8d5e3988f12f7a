import { Button } from '@mantine/core';
import type { Device } from '@rastro/fleet';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import batch from '../batch/batch.module.css';
import { ResultTiles } from '../batch/result-tiles.tsx';
import type { BatchResult } from '../batch/run-batch.ts';
import type { BulkKind } from './use-bulk.ts';

export interface BulkResultProps {
  readonly kind: BulkKind;
  readonly result: BatchResult<Device>;
  readonly onList: () => void;
}

/** Count of the changed devices, and the names of those that failed. */
export function BulkResult({ kind, result, onList }: BulkResultProps) {
  const { t } = useTranslation('devicebulk');
  const failureText = useFailureText();
  const titleId = useId();
  return (
    <>
      <div className={batch.body}>
        <div role="status">
          <ResultTiles
            tiles={[
              { label: t(`devicebulk:result.${kind}`), count: result.done.length },
              { label: t('devicebulk:result.failed'), count: result.failures.length, isBad: true },
              { label: t('devicebulk:result.untried'), count: result.untried.length, isBad: true },
            ]}
          />
        </div>
        {result.failures.length > 0 && (
          <section aria-labelledby={titleId}>
            <h2 id={titleId} className={batch.progressText}>
              {t('devicebulk:failures')}
            </h2>
            <ul className={batch.list} aria-labelledby={titleId}>
              {result.failures.map(({ item, failure }) => (
                <li key={item.id} className={batch.line}>
                  <span className={batch.lineHead}>{item.name}</span>
                  <span className={batch.lineText}>{failureText(failure)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <footer className={batch.footer}>
        <Button onClick={onList}>{t('devicebulk:list')}</Button>
      </footer>
    </>
  );
}
