import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureIn } from '../../../kernel/queries/query-client.ts';
import { useScreenTitle } from '../../../ui/screen-title.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import frame from '../qr-driver.module.css';
import { InspectionForm } from './inspection-form.tsx';
import { InspectionNotice } from './inspection-notice.tsx';
import styles from './inspections.module.css';
import {
  offeredChecklists,
  useFrameInspections,
  useGiven,
  type KnownGiven,
  type OfferedChecklist,
} from './use-inspection-queue.ts';

/** Checklists of the driver's vehicle, and the one that they fill in. */
export function InspectionScreen() {
  const { t } = useTranslation(['inspections', 'common']);
  useScreenTitle(t('inspections:driver.title'));
  const failureText = useFailureText();
  const { data, error, refetch } = useGiven();
  const [chosen, setChosen] = useState<OfferedChecklist | null>(null);
  if (data !== undefined && chosen !== null)
    return <InspectionForm {...chosen} given={data.given} onDone={() => setChosen(null)} />;
  return (
    <>
      <h1 className={frame.heading}>{t('inspections:driver.title')}</h1>
      <InspectionNotice />
      {data === undefined && error === null && (
        <p className={frame.quiet} role="status">
          {t('common:loading')}
        </p>
      )}
      {data === undefined && error !== null && (
        <div className={frame.card} data-tone="rejected" role="alert">
          {t('inspections:driver.failed')} {failureText(failureIn(error))}
          <Button variant="default" onClick={() => void refetch()}>
            {t('inspections:driver.retry')}
          </Button>
        </div>
      )}
      {data !== undefined && <Given known={data} onChoose={setChosen} />}
      <Button component={Link} to="/qr-driver" variant="subtle">
        {t('inspections:driver.back')}
      </Button>
    </>
  );
}

interface GivenProps {
  readonly known: KnownGiven;
  readonly onChoose: (chosen: OfferedChecklist) => void;
}
function Given({ known: { given, isOld }, onChoose }: GivenProps) {
  const { t } = useTranslation('inspections');
  const { waiting } = useFrameInspections();
  const offered = offeredChecklists(given, waiting);
  if (given.deviceId === 0) return <p className={frame.quiet}>{t('inspections:driver.noVehicle')}</p>;
  return (
    <section className={styles.list} aria-label={given.deviceName}>
      <h2 className={frame.name} dir="auto">
        {given.deviceName}
      </h2>
      {isOld && <p className={frame.quiet}>{t('inspections:driver.isOld')}</p>}
      {offered.length === 0 && <p className={frame.quiet}>{t('inspections:driver.none')}</p>}
      {offered.map((each) => (
        <Offered key={`${each.checklist.id} ${each.phase}`} offered={each} onChoose={() => onChoose(each)} />
      ))}
      <Defects defects={given.defects} />
    </section>
  );
}

function Offered({
  offered: { checklist, phase, state },
  onChoose,
}: {
  readonly offered: OfferedChecklist;
  readonly onChoose: () => void;
}) {
  const { t } = useTranslation('inspections');
  const name = t('inspections:driver.begin', {
    name: checklist.name,
    phase: t(`inspections:phase.${phase}`),
  });
  return (
    <div className={styles.offered}>
      <Button
        size="xl"
        fullWidth
        variant={state === 'open' ? 'filled' : 'default'}
        classNames={{ label: styles.wrapped ?? '' }}
        onClick={onChoose}
      >
        {name}
      </Button>
      {state !== 'open' && (
        <p className={frame.quiet}>
          {t(state === 'done' ? 'inspections:driver.done' : 'inspections:driver.isWaiting')}
        </p>
      )}
    </div>
  );
}

function Defects({ defects }: Pick<KnownGiven['given'], 'defects'>) {
  const { t } = useTranslation('inspections');
  if (defects.length === 0) return null;
  return (
    <section className={styles.list}>
      <h3 className={frame.heading}>{t('inspections:driver.defects')}</h3>
      <ul className={styles.defects}>
        {defects.map(({ id, itemText, severity, state, note }) => (
          <li key={id}>
            <strong dir="auto">{itemText}</strong>
            <span className={frame.quiet}>
              {t(`inspections:severity.${severity}`)} · {t(`inspections:state.${state}`)}
            </span>
            {note !== '' && <span dir="auto">{note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
