import type { InspectionDetail } from '@rastro/fleet/inspections';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { AnswerList } from './answer-list.tsx';
import styles from './inspection-paper.module.css';
import { InspectionReadings } from './inspection-readings.tsx';

interface InspectionPaperProps {
  readonly inspection: InspectionDetail;
  readonly brand: string;
}

/** An inspection as paper: outside the application, so that nothing else is printed. */
export function InspectionPaper({ inspection, brand }: InspectionPaperProps) {
  const { t } = useTranslation('inspections');
  return createPortal(
    <div className={styles.paper} data-print aria-hidden>
      <p>{brand}</p>
      <h1 dir="auto">{`${t('inspections:one')} – ${inspection.deviceName}`}</h1>
      <InspectionReadings inspection={inspection} />
      <AnswerList inspection={inspection} />
    </div>,
    document.body,
  );
}

const MOST_WAIT_MS = 5000;
/** Resolves when the pictures of the paper are there, or take too long. */
export async function picturesOfPaper(): Promise<void> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>(`.${styles.paper} img`)];
  const late = new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS));
  await Promise.race([Promise.allSettled(pictures.map((picture) => picture.decode())), late]);
}
