import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../ui/date-field.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import styles from './billing.module.css';
import { GROUP_NAMES, SORTS, type BillingQuestion } from './invoice-question.ts';

export interface BillingFiltersProps {
  readonly question: BillingQuestion;
  /** Writes parts of the address; empty = away with it. */
  readonly onSet: (changes: Readonly<Record<string, string>>) => void;
  /** Next to the search. */
  readonly children: ReactNode;
}

/** Filters and order of the list. */
export function BillingFilters({ question, onSet, children }: BillingFiltersProps) {
  const { t } = useTranslation('billing');
  const { text, group, from, to, sort, isAscending } = question;
  const orders = SORTS.flatMap((name) =>
    (['down', 'up'] as const).map((order) => ({
      value: `${name} ${order}`,
      label: t(`billing:sort.${name}.${order}`),
    })),
  );
  return (
    <div className={styles.tools}>
      <div className={styles.find}>
        <SearchField label={t('billing:search')} value={text} onChange={(value) => onSet({ q: value })} />
        {children}
      </div>
      <div className={styles.filters}>
        <NativeSelect
          size="xs"
          aria-label={t('billing:which')}
          data={[
            { value: '', label: t('billing:group.all') },
            ...GROUP_NAMES.map((value) => ({ value, label: t(`billing:group.${value}`) })),
          ]}
          value={group ?? ''}
          onChange={(event) => onSet({ status: event.currentTarget.value })}
        />
        <DateField
          kind="date"
          size="xs"
          aria-label={t('billing:dueFrom')}
          value={from}
          onChange={(value) => onSet({ from: value })}
        />
        <DateField
          kind="date"
          size="xs"
          aria-label={t('billing:dueTo')}
          value={to}
          onChange={(value) => onSet({ to: value })}
        />
        <NativeSelect
          size="xs"
          aria-label={t('billing:order')}
          data={orders}
          value={`${sort} ${isAscending ? 'up' : 'down'}`}
          onChange={(event) => {
            const [by = '', order = ''] = event.currentTarget.value.split(' ');
            onSet({ sort: by === 'dueDate' ? '' : by, order: order === 'up' ? 'up' : '' });
          }}
        />
      </div>
    </div>
  );
}
