import { Button } from '@mantine/core';
import type { ApiFailure } from '@rastro/tracking-client';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CopyNotice } from '../../kernel/copying/copy-notice.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import type { RunState } from './report-run.ts';
import styles from './reports.module.css';

/** Progress of the run, and the reason why it stopped. */
export function RunStates({ state, onGoOn }: { readonly state: RunState; readonly onGoOn: () => void }) {
  const { t } = useTranslation('reports');
  const failureText = useFailureText();
  const { count, done, total, failure } = state;
  const extent = t('reports:extent', { count, done, total });
  switch (state.state) {
    case 'reading':
      return (
        <>
          <div
            className={styles.progress}
            role="progressbar"
            aria-label={t('reports:reading')}
            aria-valuemin={0}
            aria-valuemax={total}
            aria-valuenow={done}
            aria-valuetext={extent}
          >
            <span style={{ width: `${((done + 0.5) / Math.max(1, total)) * 100}%` }} />
          </div>
          <div className={styles.state} data-tone="reading">
            <p role="status">{extent}</p>
            <CopyNotice />
          </div>
        </>
      );
    case 'there':
      return null;
    case 'full':
      return (
        <div className={styles.state} data-tone="part" role="alert">
          <p>{t('reports:full', { count, done, total })}</p>
        </div>
      );
    default:
      return (
        <div className={styles.state} data-tone={state.state === 'failed' ? 'failed' : 'part'} role="alert">
          <p>
            {failure === null ? t('reports:stopped') : failureText(failure)} {extent}
          </p>
          <Button size="compact-sm" variant="default" onClick={onGoOn}>
            {t(failure === null ? 'reports:goOn' : 'reports:retry')}
          </Button>
        </div>
      );
  }
}

export interface ExportFailure extends Pick<ApiFailure, 'code' | 'message'> {
  readonly format: string;
}

/** Why there is no file. @source docs/reference/requirements.md SPEC §8 */
export function ExportFailed({
  failure,
  onClose,
}: {
  readonly failure: ExportFailure;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('reports');
  const failureText = useFailureText();
  return (
    <div className={styles.state} data-tone="failed" role="alert">
      <p>
        {t('reports:exportFailed', { format: t(`reports:format.${failure.format}`) })} {failureText(failure)}
      </p>
      <IconAction label={t('reports:close')} onClick={onClose}>
        <X size={15} aria-hidden />
      </IconAction>
    </div>
  );
}
