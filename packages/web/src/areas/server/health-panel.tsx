import { MINUTE_MS } from '@rastro/base';
import { HEALTH_PARTS, judgeHealth, type Health, type HealthGrade, type HealthPart } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useCallback, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { Loaded } from '../../kernel/screens/loaded.tsx';
import { useServices } from '../../kernel/services.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNow } from '../../ui/use-now.ts';
import { readingsOf, type HealthReading } from './health-readings.ts';
import { ServerTabs } from './server-tabs.tsx';
import styles from './server.module.css';
import { SmallChart } from './small-chart.tsx';
import { StatisticsCharts } from './statistics-charts.tsx';

/** Pace of the polling while the panel is open. */
const REFRESH_MS = 5000;

/** Health of the installation, part by part: each is fine, or shows what to do. */
export function HealthPanel() {
  const { t } = useTranslation('health');
  return (
    <Panel title={t('health:title')} tall>
      <ServerTabs tab="health" />
      <Parts />
    </Panel>
  );
}

function Parts() {
  const { t } = useTranslation('health');
  const { extension } = useServices();
  const query = useQuery<Health>({
    queryKey: ['health'],
    gcTime: 0,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => valueOf(await extension.health(signal)),
  });
  return (
    <Loaded query={query} failed={t('health:failed')} rowPx={72}>
      {(health) => <HealthParts health={health} />}
    </Loaded>
  );
}

function HealthParts({ health }: { readonly health: Health }) {
  const { t } = useTranslation('health');
  const format = useFormat();
  const now = useNow(MINUTE_MS);
  const grades = judgeHealth(health);
  const readings = readingsOf(health, format);
  const { product, runtime, database, replica } = health.versions;
  const versions: readonly HealthReading[] = [
    { key: 'product', value: product },
    { key: 'runtime', value: runtime },
    { key: 'engine', value: database },
    ...(replica === undefined ? [] : [{ key: 'replica', value: t(`health:replica.${replica}`) }]),
    { key: 'running', value: format.duration(Math.max(0, now - Date.parse(health.startedAt))) },
  ];
  return (
    // What scrolls is reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
    <div className={styles.parts} tabIndex={0}>
      {HEALTH_PARTS.map((part) => (
        <Part key={part} part={part} grade={grades[part]} readings={readings[part]}>
          {part === 'ingest' && health.ingest !== null && <HourPicture perMinute={health.ingest.perMinute} />}
        </Part>
      ))}
      <section className={styles.part}>
        <h2 className={styles.name}>{t('health:part.versions')}</h2>
        <Readings readings={versions} />
      </section>
      <StatisticsCharts />
    </div>
  );
}

interface PartProps {
  readonly part: HealthPart;
  readonly grade: HealthGrade;
  readonly readings: readonly HealthReading[];
  readonly children: ReactNode;
}

function Part({ part, grade, readings, children }: PartProps) {
  const { t } = useTranslation('health');
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h2 className={styles.name}>{t(`health:part.${part}`)}</h2>
        <span className={styles.grade} data-grade={grade}>
          {t(`health:grade.${grade}`)}
        </span>
      </div>
      {grade === 'unknown' ? (
        <p className={styles.advice}>{t('health:unknownText')}</p>
      ) : (
        <>
          {grade !== 'well' && <p className={styles.advice}>{t(`health:advice.${part}`)}</p>}
          <Readings readings={readings} />
          {children}
        </>
      )}
    </section>
  );
}

function Readings({ readings }: { readonly readings: readonly HealthReading[] }) {
  const { t } = useTranslation('health');
  return (
    <dl className={styles.facts}>
      {readings.map(({ key, value }) => (
        <Reading key={key} name={t(`health:fact.${key}`)} value={value ?? t('health:notKnown')} />
      ))}
    </dl>
  );
}
const Reading = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);

function HourPicture({ perMinute }: { readonly perMinute: readonly number[] }) {
  const { t } = useTranslation('health');
  const format = useFormat();
  const last = perMinute.length - 1;
  const nameOf = useCallback((index: number) => (index === last ? '0' : `-${last - index}`), [last]);
  const numberText = useCallback((value: number) => format.number(value), [format]);
  return last < 0 ? null : (
    <SmallChart label={t('health:hour')} values={perMinute} nameOf={nameOf} numberText={numberText} />
  );
}
