import { Button } from '@mantine/core';
import type { AnsweredItem, InspectionDetail } from '@rastro/fleet/inspections';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { distanceIn, metresFrom } from '@rastro/fleet';
import { useDisplayChoices, useFormat } from '../../kernel/formats/use-format.ts';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { DialogActions, DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { AnswerPicture } from './answer-picture.tsx';
import styles from './inspections.module.css';
import { RemoveDialog } from './remove-dialog.tsx';
import { ResultChip, SeverityChip } from './result-chips.tsx';
import { useInspection, useInspectionCalls } from './use-inspections.ts';

interface InspectionDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** One inspection with its questions and answers. */
export function InspectionDialog({ id, onClose }: InspectionDialogProps) {
  const { t } = useTranslation('inspections');
  const failureText = useFailureText();
  const calls = useInspectionCalls();
  const { may, isReadonly } = useRights();
  const { data, error } = useInspection(id);
  const [isRemoving, setRemoving] = useState(false);
  if (data !== undefined && isRemoving)
    return (
      <RemoveDialog
        title={t('inspections:remove.title')}
        text={t('inspections:remove.text', { vehicle: data.deviceName })}
        write={(signal) => calls.remove(id, signal)}
        onBack={() => setRemoving(false)}
        onRemoved={onClose}
      />
    );
  return (
    <Modal title={data?.deviceName ?? t('inspections:one')} onClose={onClose}>
      <DialogFailure text={error === null ? null : failureText(failureIn(error))} />
      {data === undefined && error === null && <p role="status">{t('inspections:loading')}</p>}
      {data !== undefined && (
        <>
          <Readings inspection={data} />
          <ol className={styles.answers}>
            {data.answers.map((answer) => (
              <Answer key={answer.itemId} inspectionId={id} answer={answer} />
            ))}
          </ol>
        </>
      )}
      <DialogActions>
        {data !== undefined && !isReadonly && may('inspections.delete') && (
          <Button variant="default" onClick={() => setRemoving(true)}>
            {t('inspections:remove.open')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('inspections:close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

const SECOND_MS = 1000;
function Readings({ inspection }: { readonly inspection: InspectionDetail }) {
  const { t } = useTranslation('inspections');
  const format = useFormat();
  const { distanceUnit } = useDisplayChoices();
  const { startedAt, finishedAt, seenAt, odometerKm, note, checklistName, phase, userName } = inspection;
  const took = Date.parse(finishedAt) - Date.parse(startedAt);
  const readings = [
    ['checklist', `${checklistName} · ${t(`inspections:phase.${phase}`)}`],
    ['by', `${userName} · ${t(`inspections:by.${inspection.by}`)}`],
    ['time', format.dateTime(Date.parse(finishedAt))],
    ['took', took < SECOND_MS ? '' : format.duration(took)],
    ['seen', seenAt === finishedAt ? '' : format.dateTime(Date.parse(seenAt))],
    [
      'odometer',
      odometerKm === null
        ? ''
        : `${format.number(distanceIn(metresFrom(odometerKm, 'km'), distanceUnit), 1)} ${distanceUnit}`,
    ],
    ['note', note],
  ] as const;
  return (
    <>
      <ResultChip result={inspection.result} />
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
    </>
  );
}

interface AnswerProps {
  readonly inspectionId: number;
  readonly answer: AnsweredItem;
}
function Answer({ inspectionId, answer }: AnswerProps) {
  const { t } = useTranslation('inspections');
  const format = useFormat();
  const { item, isOk, value, text, note, defect, pictures } = answer;
  const given =
    isOk !== null
      ? t(isOk ? 'inspections:answer.yes' : 'inspections:answer.no')
      : value === null
        ? text
        : `${format.number(value, 3)} ${item.unit}`.trim();
  const isBlank = given === '' && pictures.length === 0;
  return (
    <li>
      <span className={styles.asked}>
        <span dir="auto">{item.text}</span>
        <strong dir="auto">{isBlank ? t('inspections:answer.none') : given}</strong>
      </span>
      {defect !== null && <SeverityChip severity={defect} />}
      {note !== '' && (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      )}
      {pictures.length > 0 && (
        <ul className={styles.pictures}>
          {pictures.map((picture, index) => (
            <li key={picture.id}>
              <AnswerPicture
                {...{ inspectionId, picture }}
                name={
                  item.kind === 'signature'
                    ? t('inspections:kind.signature')
                    : t('inspections:picture.photo', { number: index + 1 })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
