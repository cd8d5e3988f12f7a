import { distanceIn, metresFrom } from '@rastro/fleet';
import type { InspectionDetail } from '@rastro/fleet/inspections';
import { useTranslation } from 'react-i18next';
import { useDisplayChoices, useFormat } from '../../kernel/formats/use-format.ts';
import styles from './inspections.module.css';
import { ResultChip } from './result-chips.tsx';

const SECOND_MS = 1000;
/** Result of an inspection, and who did it when. */
export function InspectionReadings({ inspection }: { readonly inspection: InspectionDetail }) {
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
