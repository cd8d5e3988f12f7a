import { NativeSelect } from '@mantine/core';
import { DRIVING_EVENT_KINDS } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import { detailsOf, driverOf, STATE_FILTERS, type CoachingFilter, type Row } from './coaching-filter.ts';
import styles from './coaching.module.css';
import { useOccurring } from './use-coaching.ts';

const assigneeEntry = ({ coachingCase }: Row) =>
  coachingCase !== null && coachingCase.assigneeId > 0
    ? ([String(coachingCase.assigneeId), coachingCase.assigneeName] as const)
    : null;
function driverEntry(row: Row) {
  const { driverUniqueId } = detailsOf(row);
  return driverUniqueId === null || driverUniqueId === '' ? null : ([driverUniqueId, driverOf(row)] as const);
}

interface CoachingToolsProps {
  readonly rows: readonly Row[] | undefined;
  readonly filter: CoachingFilter;
  readonly onChange: (part: Partial<CoachingFilter>) => void;
}

/** Filters of the list: state, kind, driver, assignee. */
export function CoachingTools({ rows, filter, onChange }: CoachingToolsProps) {
  const { t } = useTranslation('coaching');
  const assignees = useOccurring(rows, assigneeEntry);
  const drivers = useOccurring(rows, driverEntry);
  return (
    <div className={styles.filters}>
      <NativeSelect
        size="xs"
        aria-label={t('coaching:filter.state')}
        value={filter.state}
        data={STATE_FILTERS.map((value) => ({ value, label: t(`coaching:state.${value}`) }))}
        onChange={({ currentTarget }) => {
          const state = STATE_FILTERS.find((each) => each === currentTarget.value);
          if (state) onChange({ state });
        }}
      />
      <NativeSelect
        size="xs"
        aria-label={t('coaching:filter.kind')}
        value={filter.kind}
        data={[
          { value: '', label: t('coaching:filter.anyKind') },
          ...DRIVING_EVENT_KINDS.map((value) => ({ value, label: t(`coaching:kind.${value}`) })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ kind: DRIVING_EVENT_KINDS.find((each) => each === currentTarget.value) ?? '' })
        }
      />
      <SearchedSelect
        size="xs"
        aria-label={t('coaching:filter.driver')}
        placeholder={t('coaching:filter.anyDriver')}
        clearable
        options={drivers}
        value={filter.driver}
        onChange={(driver) => onChange({ driver })}
      />
      <NativeSelect
        size="xs"
        aria-label={t('coaching:filter.assignee')}
        value={filter.assignee}
        data={[
          { value: '', label: t('coaching:filter.anybody') },
          { value: '0', label: t('coaching:filter.nobody') },
          ...assignees,
        ]}
        onChange={({ currentTarget }) => onChange({ assignee: currentTarget.value })}
      />
    </div>
  );
}
