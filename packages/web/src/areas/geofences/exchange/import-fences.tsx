import { Dialog } from '@base-ui/react/dialog';
import { Button } from '@mantine/core';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import dialog from '../../../ui/dialog.module.css';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import type { ReadFeature } from './fence-feature.ts';
import styles from './import-fences.module.css';
import { useImport } from './use-import.ts';

const KINDS = ['circle', 'polygon', 'line'] as const;
/** More lines than these nobody reads. */
const MOST_LINES = 100;

/** Geofences out of a file: first what is in it, then, when the person wants it, they are created. */
export function ImportFences({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('geofences');
  const failureText = useFailureText();
  const { read, progress, outcome, choose, start } = useImport();
  const inputId = useId();
  const features = useMemo(() => (Array.isArray(read) ? (read as readonly ReadFeature[]) : []), [read]);
  const good = features.flatMap((each) => (each.ok ? [each.feature] : []));
  const bad = features.flatMap((each, at) => (each.ok ? [] : [{ ...each, at: at + 1 }]));
  const isBusy = progress !== null;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && !isBusy && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.dialog}>
          <Dialog.Title className={dialog.title}>{t('geofences:import.title')}</Dialog.Title>
          <Dialog.Description className={dialog.text}>{t('geofences:import.text')}</Dialog.Description>
          <label className={styles.file} htmlFor={inputId}>
            <span>{t('geofences:import.file')}</span>
            <input
              id={inputId}
              type="file"
              accept=".kml,.gpx,.geojson,.json"
              disabled={isBusy}
              onChange={({ currentTarget: { files } }) => {
                const file = files?.[0];
                if (file !== undefined) void choose(file);
              }}
            />
          </label>
          <div role="status">
            {typeof read === 'string' && (
              <p className={dialog.failure}>{t(`geofences:import.refused.${read}`)}</p>
            )}
            {Array.isArray(read) && (
              <>
                <p className={styles.found}>{t('geofences:import.found', { count: good.length })}</p>
                <p className={styles.kinds}>
                  {KINDS.map((kind) => ({
                    kind,
                    shown: good.filter(({ area }) => area.kind === kind).length,
                  }))
                    .filter(({ shown }) => shown > 0)
                    .map(({ kind, shown }) => t(`geofences:import.kind.${kind}`, { shown }))
                    .join(' · ')}
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
          {features.length > 0 && (
            <ul className={styles.lines} aria-label={t('geofences:import.list')}>
              {bad.slice(0, MOST_LINES).map(({ name, problem, at }) => (
                <li key={at} className={styles.bad}>
                  {t('geofences:import.line', {
                    name: name === '' ? t('geofences:import.unnamed', { at }) : name,
                    problem: t(`geofences:import.problem.${problem}`),
                  })}
                </li>
              ))}
              {good.slice(0, MOST_LINES).map((feature, at) => (
                <li key={`good-${at}`}>
                  {feature.name === '' ? t('geofences:import.unnamed', { at: at + 1 }) : feature.name}
                </li>
              ))}
            </ul>
          )}
          {outcome !== null && outcome.failed.length > 0 && (
            <ul className={styles.lines} role="alert">
              {outcome.failed.slice(0, MOST_LINES).map(({ name, failure }, at) => (
                <li key={at} className={styles.bad}>
                  {t('geofences:import.line', { name, problem: failureText(failure) })}
                </li>
              ))}
            </ul>
          )}
          <div className={dialog.actions}>
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
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
