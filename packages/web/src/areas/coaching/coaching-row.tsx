import { MessageCircleQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import list from '../../ui/list/list.module.css';
import { detailsOf, driverOf, stateOf, type Row } from './coaching-filter.ts';
import styles from './coaching.module.css';

/** One event: what happened, to whom, and how far it has come. */
export function CoachingRowView({ row }: { readonly row: Row }) {
  const { t } = useTranslation('coaching');
  const format = useFormat();
  const { kind, deviceName, startTime } = detailsOf(row);
  const { coachingCase, reason } = row;
  const driver = driverOf(row);
  const assignee = coachingCase?.assigneeName ?? '';
  const state = stateOf(row);
  return (
    <>
      <span className={list.names}>
        <span className={list.name}>
          {t(`coaching:kind.${kind}`)}
          {reason !== null && (
            <span className={styles.reason} data-reason={reason}>
              {t(`coaching:reason.${reason}`)}
            </span>
          )}
        </span>
        <span className={list.detail}>
          {driver === '' ? t('coaching:noDriver') : driver} · {deviceName}
        </span>
        <span className={list.detail}>{format.dateTime(Date.parse(startTime))}</span>
      </span>
      <span className={styles.states}>
        <span className={styles.state} data-state={state}>
          {t(`coaching:state.${state}`)}
        </span>
        {coachingCase?.contest?.state === 'waiting' && (
          <span className={styles.contested}>
            <MessageCircleQuestion size={13} aria-hidden />
            {t('coaching:contest.title')}
          </span>
        )}
        {assignee !== '' && <span className={styles.assignee}>{assignee}</span>}
      </span>
    </>
  );
}
