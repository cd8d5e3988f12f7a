import { Button } from '@mantine/core';
import {
  blocksAt,
  possibleSteps,
  releaseAt,
  WORKSHOP_STEPS,
  type Defect,
  type DefectStep,
  type WorkshopStep,
} from '@rastro/fleet/inspections';
import { metresFrom } from '@rastro/fleet';
import { MINUTE_MS } from '@rastro/base';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { DialogActions, Modal } from '../../ui/dialog/modal.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DefectStepDialog } from './defect-step-dialog.tsx';
import { InspectionDialog } from './inspection-dialog.tsx';
import styles from './inspections.module.css';
import { DefectStateChip, SeverityChip } from './result-chips.tsx';

interface DefectDialogProps {
  readonly defect: Defect;
  readonly onChanged: (defect: Defect) => void;
  readonly onClose: () => void;
}

/** One defect: what is wrong, what was done about it, and what can be done. */
export function DefectDialog({ defect, onChanged, onClose }: DefectDialogProps) {
  const { t } = useTranslation('inspections');
  const { may, isReadonly } = useRights();
  const [action, setAction] = useState<WorkshopStep | 'inspection' | null>(null);
  const back = (): void => setAction(null);
  if (action === 'inspection') return <InspectionDialog id={defect.inspectionId} onClose={back} />;
  if (action !== null)
    return (
      <DefectStepDialog
        {...{ defect }}
        kind={action}
        onDone={(next) => {
          onChanged(next);
          back();
        }}
        onClose={back}
      />
    );
  const steps = isReadonly || !may('inspections.edit') ? [] : possibleSteps(defect, WORKSHOP_STEPS);
  return (
    <Modal title={defect.itemText} lead={defect.deviceName} onClose={onClose}>
      <div className={styles.chips}>
        <DefectStateChip state={defect.state} />
        <SeverityChip severity={defect.severity} />
      </div>
      <Block defect={defect} />
      <Readings defect={defect} />
      <History defect={defect} />
      <div className={styles.actions}>
        <Button size="xs" variant="default" onClick={() => setAction('inspection')}>
          {t('inspections:defect.inspection')}
        </Button>
        {steps.map((kind) => (
          <Button key={kind} size="xs" variant="default" onClick={() => setAction(kind)}>
            {t(`inspections:step.open.${kind}`)}
          </Button>
        ))}
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('inspections:close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** Whether drivers can check in to the vehicle, and until when somebody lets them. */
function Block({ defect }: Pick<DefectDialogProps, 'defect'>) {
  const { t } = useTranslation('inspections');
  const format = useFormat();
  const now = useNow(MINUTE_MS);
  if (blocksAt(defect, now))
    return (
      <p className={styles.blocks} role="note">
        {t('inspections:defect.blocks')}
      </p>
    );
  const release = releaseAt(defect, now);
  if (release === null) return null;
  return (
    <p className={styles.released} role="note" dir="auto">
      {t('inspections:defect.released', {
        until: format.dateTime(Date.parse(release.until)),
        reason: release.reason,
      })}
    </p>
  );
}

function Readings({ defect }: Pick<DefectDialogProps, 'defect'>) {
  const { t } = useTranslation('inspections');
  const format = useFormat();
  const { checklistName, foundBy, foundAt, note, deferredUntil } = defect;
  const readings = [
    ['checklist', checklistName],
    ['found', `${foundBy} · ${format.dateTime(Date.parse(foundAt))}`],
    ['until', deferredUntil === null ? '' : format.day(deferredUntil)],
    ['note', note],
  ] as const;
  return (
    <dl className={styles.readings}>
      {readings
        .filter(([, text]) => text !== '')
        .map(([label, text]) => (
          <div key={label}>
            <dt>{t(`inspections:field.${label}`)}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
    </dl>
  );
}

function History({ defect: { steps } }: Pick<DefectDialogProps, 'defect'>) {
  const { t } = useTranslation('inspections');
  const format = useFormat();
  if (steps.length === 0) return null;
  return (
    <section className={styles.history}>
      <h3>{t('inspections:defect.history')}</h3>
      <ol>
        {steps.map(({ id, kind, at, userName, signature, note, releasedUntil, cost, odometerKm }) => (
          <li key={id}>
            <strong>{t(`inspections:did.${kind}`)}</strong> <span dir="auto">{userName}</span>
            <time dateTime={at}> {format.dateTime(Date.parse(at))}</time>
            {releasedUntil !== null && (
              <p>
                {t('inspections:defect.releasedUntil', { until: format.dateTime(Date.parse(releasedUntil)) })}
              </p>
            )}
            <RepairReadings cost={cost} odometerKm={odometerKm} />
            {signature !== '' && <p dir="auto">{t('inspections:defect.signed', { name: signature })}</p>}
            {note !== '' && (
              <p className={styles.note} dir="auto">
                {note}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Odometer and cost of a repair, as far as somebody has entered them. */
function RepairReadings({ cost, odometerKm }: Pick<DefectStep, 'cost' | 'odometerKm'>) {
  const format = useFormat();
  const readings = [
    odometerKm === null ? '' : format.distance(metresFrom(odometerKm, 'km')),
    cost === null ? '' : format.money(cost),
  ].filter((text) => text !== '');
  return readings.length === 0 ? null : <p>{readings.join(' · ')}</p>;
}
