import { Button } from '@mantine/core';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions, Modal } from '../../../ui/dialog/modal.tsx';
import dialog from '../../../ui/dialog/dialog.module.css';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import type { ReadFeature } from './fence-feature.ts';
import styles from './import-fences.module.css';
import { useImport, type ImportState } from './use-import.ts';

const KINDS = ['circle', 'polygon', 'line'] as const;
/** More lines than a user would read. */
const MAX_LINES = 100;

type Good = Extract<ReadFeature, { readonly ok: true }>['feature'];

/** Geofences out of a file: first what is in it, then, when the user wants it, they are created. */
export function ImportFences({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('geofences');
  const { read, progress, outcome, choose, start } = useImport();
  const inputId = useId();
  const features = useMemo(() => (Array.isArray(read) ? (read as readonly ReadFeature[]) : []), [read]);
  const good = features.flatMap((each) => (each.ok ? [each.feature] : []));
  const isBusy = progress !== null;
  return (
    <Modal
      title={t('geofences:import.title')}
      lead={t('geofences:import.text')}
      busy={isBusy}
      onClose={onClose}
    >
      <label className={styles.file} htmlFor={inputId}>
        <span>{t('geofences:import.file')}</span>
        <input
          id={inputId}
          type="file"
          accept=".kml,.kmz,.gpx,.geojson,.json"
          disabled={isBusy}
          onChange={({ currentTarget: { files } }) => {
            const file = files?.[0];
            if (file !== undefined) void choose(file);
          }}
        />
      </label>
      <Stand read={read} progress={progress} outcome={outcome} good={good} />
      {features.length > 0 && <Lines features={features} good={good} />}
      {outcome !== null && outcome.failed.length > 0 && <RejectedFences failed={outcome.failed} />}
      <DialogActions>
        <Button variant="default" disabled={isBusy} onClick={onClose}>
          {t(outcome === null ? 'geofences:cancel' : 'geofences:import.close')}
        </Button>
        {outcome === null && (
          <Button
            disabled={good.length === 0}
            loading={isBusy}
            onClick={() => void start((at) => t('geofences:import.unnamed', { at }))}
          >
            {t('geofences:import.start', { count: good.length })}
          </Button>
        )}
      </DialogActions>
    </Modal>
  );
}

type StandProps = Pick<ImportState, 'read' | 'progress' | 'outcome'> & { readonly good: readonly Good[] };

/** Content of the file, progress and result of the import. */
function Stand({ read, progress, outcome, good }: StandProps) {
  const { t } = useTranslation('geofences');
  const kinds = KINDS.map((kind) => ({
    kind,
    count: good.filter(({ area }) => area.kind === kind).length,
  })).filter(({ count }) => count > 0);
  return (
    <div role="status">
      {typeof read === 'string' && <p className={dialog.failure}>{t(`geofences:import.refused.${read}`)}</p>}
      {Array.isArray(read) && (
        <>
          <p className={styles.found}>{t('geofences:import.found', { count: good.length })}</p>
          <p className={styles.kinds}>
            {kinds.map(({ kind, count }) => t(`geofences:import.kind.${kind}`, { count })).join(' · ')}
          </p>
        </>
      )}
      {progress !== null && (
        <p className={styles.found}>
          {t('geofences:import.progress', { done: progress.done, total: progress.total })}
        </p>
      )}
      {outcome !== null && (
        <p className={styles.found}>{t('geofences:import.created', { count: outcome.created })}</p>
      )}
    </div>
  );
}

/** Lines of the file: unreadable ones first, then the rest. */
function Lines({ features, good }: { features: readonly ReadFeature[]; good: readonly Good[] }) {
  const { t } = useTranslation('geofences');
  const bad = features.flatMap((each, at) => (each.ok ? [] : [{ ...each, at: at + 1 }]));
  return (
    <ul className={styles.lines} aria-label={t('geofences:import.list')}>
      {bad.slice(0, MAX_LINES).map(({ name, problem, at }) => (
        <li key={at} className={styles.bad}>
          {t('geofences:import.line', {
            name: name === '' ? t('geofences:import.unnamed', { at }) : name,
            problem: t(`geofences:import.problem.${problem}`),
          })}
        </li>
      ))}
      {good.slice(0, MAX_LINES).map((feature, at) => (
        <li key={`good-${at}`}>
          {feature.name === '' ? t('geofences:import.unnamed', { at: at + 1 }) : feature.name}
        </li>
      ))}
    </ul>
  );
}

/** Geofences that the server rejected, with the reasons. */
function RejectedFences({ failed }: { failed: NonNullable<ImportState['outcome']>['failed'] }) {
  const { t } = useTranslation('geofences');
  const failureText = useFailureText();
  return (
    <ul className={styles.lines} role="alert">
      {failed.slice(0, MAX_LINES).map(({ name, failure }, at) => (
        <li key={at} className={styles.bad}>
          {t('geofences:import.line', { name, problem: failureText(failure) })}
        </li>
      ))}
    </ul>
  );
}
