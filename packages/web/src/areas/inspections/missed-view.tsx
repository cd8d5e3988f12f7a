import type { MissedInspection } from '@rastro/fleet/inspections';
import { ClipboardX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useFeature } from '../../kernel/use-feature.ts';
import { FurtherLines } from '../../ui/list/further-lines.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import type { InspectionViewProps } from './inspection-question.ts';
import { InspectionTools } from './inspection-tools.tsx';
import styles from './inspections.module.css';
import { useMissed } from './use-inspections.ts';

const ROW_PX = 56;

/** Shifts of the last seven days without an inspection that was due. */
export function MissedView({ view, onSet }: InspectionViewProps) {
  const { t } = useTranslation('inspections');
  const hasEvents = useFeature('ownEvents');
  const query = useMissed(view);
  const failure = useListFailure(query, t('inspections:failed'));
  const found = query.data?.pages.flatMap(({ missed }) => missed);
  return (
    <div className={styles.page}>
      <InspectionTools {...{ view, onSet }} label={t('inspections:missed.search')} filter={null} />
      <p className={styles.quiet}>{t('inspections:missed.lead')}</p>
      {!hasEvents && <p className={styles.quiet}>{t('inspections:missed.noEvents')}</p>}
      <ListView
        count={found?.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{
          icon: ClipboardX,
          title: t('inspections:missed.empty'),
          text: t('inspections:missed.emptyText'),
        }}
        notFound={
          view.text !== '' || view.deviceId > 0
            ? {
                title: t('inspections:notFound'),
                text: t('inspections:notFoundText'),
                onReset: () => onSet({ q: '', device: '' }),
              }
            : null
        }
      >
        <ul
          className={styles.rows}
          aria-label={t('inspections:tab.missed')}
          // A list that scrolls is reached by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
          tabIndex={0}
        >
          {found?.map((each) => (
            <MissedRow key={`${each.deviceId} ${each.since} ${each.phase}`} missed={each} />
          ))}
        </ul>
        <FurtherLines failure={failure?.text ?? null} more={t('inspections:more')} query={query} />
      </ListView>
    </div>
  );
}

function MissedRow({ missed }: { readonly missed: MissedInspection }) {
  const { t } = useTranslation('inspections');
  const format = useFormat();
  const { deviceName, driverName, phase, since, until } = missed;
  const at = (iso: string): string => format.dateTime(Date.parse(iso));
  return (
    <li className={`${styles.row} ${styles.line}`}>
      <span className={styles.what}>
        <strong dir="auto">{deviceName}</strong>
        <small>{t(`inspections:missed.phase.${phase}`)}</small>
      </span>
      <span className={styles.whose} dir="auto">
        {driverName}
      </span>
      <span className={styles.when}>
        {until === null
          ? t('inspections:missed.since', { since: at(since) })
          : t('inspections:missed.between', { since: at(since), until: at(until) })}
      </span>
    </li>
  );
}
