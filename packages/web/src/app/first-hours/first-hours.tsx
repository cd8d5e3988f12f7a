import type { Health } from '@rastro/fleet';
import { ChevronDown, CircleCheck, CircleDashed } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useOwnAttribute } from '../../kernel/use-own-attribute.ts';
import { RoundClose } from '../../ui/round-close.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import styles from './first-hours.module.css';
import {
  doneSteps,
  listenerVerdict,
  isAllDone,
  pathOf,
  stepsOf,
  type SetupState,
  type Step,
} from './first-steps.ts';
import { useSetupCheck } from './use-setup-check.ts';

const AWAY = 'away';

/** The steps left on a new installation, until they are done or dismissed. */
export function FirstHours() {
  const { value, save } = useOwnAttribute('firstHours', 'firstHours');
  const check = useSetupCheck(value !== AWAY);
  if (check === null || isAllDone(check.setup)) return null;
  return <Checklist {...check} onAway={() => void save(AWAY)} />;
}

interface ChecklistProps {
  readonly setup: SetupState;
  readonly ingest: NonNullable<Health['ingest']>;
  readonly onAway: () => void;
}

function Checklist({ setup, ingest, onAway }: ChecklistProps) {
  const { t } = useTranslation('firsthours');
  const titleId = useId();
  const done = doneSteps(setup);
  // There the list would cover the vehicles.
  const isFoldable = useIsPhone() && done.has('message');
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = !isFoldable || isUnfolded;
  const title = t('firsthours:title');
  return (
    <section className={styles.card} aria-labelledby={titleId} data-folded={!isOpen}>
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          {isFoldable ? (
            <button type="button" aria-expanded={isOpen} onClick={() => setUnfolded(!isOpen)}>
              {title}
              <ChevronDown size={17} aria-hidden />
            </button>
          ) : (
            title
          )}
        </h2>
        <RoundClose label={t('firsthours:away')} onClick={onAway} />
      </div>
      {isOpen && (
        <ul className={styles.steps}>
          {stepsOf(setup).map((step) => (
            <StepLine key={step} step={step} isDone={done.has(step)} setup={setup} />
          ))}
        </ul>
      )}
      {!done.has('message') && <ListenerStatus ingest={ingest} />}
    </section>
  );
}

interface StepLineProps {
  readonly step: Step;
  readonly isDone: boolean;
  readonly setup: SetupState;
}

function StepLine({ step, isDone, setup }: StepLineProps) {
  const { t } = useTranslation('firsthours');
  const path = pathOf(step, setup);
  // Trackers that no user sees.
  const { unassigned } = setup.devices;
  const Icon = isDone ? CircleCheck : CircleDashed;
  const name = t(`firsthours:step.${step}`);
  return (
    <li className={styles.step} data-done={isDone}>
      <Icon size={17} role="img" aria-label={t(isDone ? 'firsthours:done' : 'firsthours:open')} />
      <span>
        {path === null || isDone ? name : <Link to={path}>{name}</Link>}
        {step === 'vehicle' && !isDone && (
          <>
            {' · '}
            <Link to="/devices/import">{t('firsthours:import')}</Link>
          </>
        )}
        {step === 'vehicle' && unassigned > 0 && (
          <>
            {' · '}
            <Link to="/stock?tab=unassigned">{t('firsthours:unassigned', { count: unassigned })}</Link>
          </>
        )}
        {step === 'zone' && !isDone && <span className={styles.hint}>{t('firsthours:zoneHint')}</span>}
        {step === 'brand' && !isDone && <span className={styles.hint}>{t('firsthours:brandHint')}</span>}
        {step === 'message' && !isDone && path !== null && (
          <span className={styles.hint}>{t('firsthours:messageHint')}</span>
        )}
      </span>
    </li>
  );
}

/** Address for trackers, messages received there, and why a tracker does not appear. */
function ListenerStatus({ ingest }: Pick<ChecklistProps, 'ingest'>) {
  const { t } = useTranslation('firsthours');
  return (
    <>
      <p className={styles.verdict} role="status">
        {t(`firsthours:verdict.${listenerVerdict(ingest)}`)}
      </p>
      {ingest.doors.length > 0 && (
        <details className={styles.doors}>
          <summary>{t('firsthours:doors', { host: location.hostname })}</summary>
          <ul className={styles.ports}>
            {ingest.doors.map(({ protocol, port, messages, failures }) => (
              <li key={protocol}>
                {t('firsthours:door', {
                  protocol,
                  address: `${location.hostname}:${port}`,
                  messages,
                  failures,
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
