import type { Health } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useOwnAttribute } from '../../kernel/use-own-attribute.ts';
import { RoundClose } from '../../ui/round-close.tsx';
import styles from './first-hours.module.css';
import {
  doneSteps,
  doorVerdict,
  isAllDone,
  STEP_PATHS,
  STEPS,
  type FirstFacts,
  type Step,
} from './first-steps.ts';

const REFRESH_MS = 5000;
const AWAY = 'away';

/** What is left to do on a new installation, until it is done or put away. */
export function FirstHours() {
  const { value, save } = useOwnAttribute('firstHours', 'firstHours');
  const { client, extension } = useServices();
  const { branding } = useSignedIn();
  const isWanted = value !== AWAY;
  const counts = useQuery({
    queryKey: ['first-hours'],
    enabled: isWanted,
    retry: false,
    queryFn: async ({ signal }) => {
      // Two say as much as ten thousand.
      const users = valueOf(await client.users.list({ limit: 2 }, signal)).length;
      const rules = valueOf(await client.notifications.list({ limit: 1 }, signal)).length;
      return { users, rules };
    },
  }).data;
  const health = useQuery<Health>({
    queryKey: ['health'],
    enabled: isWanted,
    retry: false,
    // Only while the first message or the first vehicle is waited for.
    refetchInterval: ({ state: { data } }) =>
      data?.devices != null && (data.devices.never === data.devices.total || data.devices.assigned === 0)
        ? REFRESH_MS
        : false,
    queryFn: async ({ signal }) => valueOf(await extension.health(signal)),
  }).data;
  // Of another tracking server nobody here knows what its devices do.
  if (!isWanted || counts === undefined || health === undefined) return null;
  if (health.devices === null || health.ingest === null) return null;
  const facts = { title: branding.title, logo: branding.headLogo, devices: health.devices, ...counts };
  if (isAllDone(doneSteps(facts))) return null;
  return <Checklist facts={facts} ingest={health.ingest} onAway={() => void save(AWAY)} />;
}

interface ChecklistProps {
  readonly facts: FirstFacts;
  readonly ingest: NonNullable<Health['ingest']>;
  readonly onAway: () => void;
}

function Checklist({ facts, ingest, onAway }: ChecklistProps) {
  const { t } = useTranslation('firsthours');
  const titleId = useId();
  const done = doneSteps(facts);
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          {t('firsthours:title')}
        </h2>
        <RoundClose label={t('firsthours:away')} onClick={onAway} />
      </div>
      <ul className={styles.steps}>
        {STEPS.map((step) => (
          <StepLine key={step} step={step} isDone={done.has(step)} unassigned={facts.devices.unassigned} />
        ))}
      </ul>
      {!done.has('message') && <Doors ingest={ingest} />}
    </section>
  );
}

interface StepLineProps {
  readonly step: Step;
  readonly isDone: boolean;
  /** Trackers that nobody sees. */
  readonly unassigned: number;
}

function StepLine({ step, isDone, unassigned }: StepLineProps) {
  const { t } = useTranslation('firsthours');
  const path = STEP_PATHS[step];
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
        {step === 'brand' && !isDone && <span className={styles.hint}>{t('firsthours:brandHint')}</span>}
      </span>
    </li>
  );
}

/** Where trackers are to send, what came there, and why nothing is to be seen of it. */
function Doors({ ingest }: Pick<ChecklistProps, 'ingest'>) {
  const { t } = useTranslation('firsthours');
  return (
    <>
      <p className={styles.verdict} role="status">
        {t(`firsthours:verdict.${doorVerdict(ingest)}`)}
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
