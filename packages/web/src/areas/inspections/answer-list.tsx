import type { AnsweredItem, InspectionDetail } from '@rastro/fleet/inspections';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { AnswerPicture } from './answer-picture.tsx';
import styles from './inspections.module.css';
import { SeverityChip } from './result-chips.tsx';

/** Questions with their answers, and what is wrong. */
export function AnswerList({ inspection }: { readonly inspection: InspectionDetail }) {
  return (
    <ol className={styles.answers}>
      {inspection.answers.map((answer) => (
        <Answer key={answer.itemId} inspectionId={inspection.id} answer={answer} />
      ))}
    </ol>
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
