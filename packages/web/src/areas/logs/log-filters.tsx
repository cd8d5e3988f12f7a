import { AUDIT_ACTIONS } from '@rastro/fleet';
import { Button, NativeSelect } from '@mantine/core';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import type { LogQuestion } from './log-question.ts';
import styles from './logs.module.css';
import type { useLogUsers } from './use-logs.ts';

export interface LogFiltersProps {
  readonly question: LogQuestion;
  readonly users: ReturnType<typeof useLogUsers>;
  /** Writes a part of the address; empty = away with it. */
  readonly onSet: (name: string, value: string) => void;
}

/** Filters and order of the log. */
export function LogFilters({ question, users, onSet }: LogFiltersProps) {
  const { t } = useTranslation('logs');
  const { tab, userId, objectId, action, text, isOldestFirst } = question;
  const everybody = useMemo(() => {
    const known = users.users.map(({ id, name }) => ({ value: String(id), label: name }));
    const isKnown = userId === 0 || known.some(({ value }) => value === String(userId));
    return isKnown ? known : [{ value: String(userId), label: users.nameOf(userId) }, ...known];
  }, [users, userId]);
  return (
    <>
      <SearchField label={t('logs:search')} value={text} onChange={(value) => onSet('q', value)} />
      <div className={styles.filters}>
        <SearchedSelect
          size="xs"
          aria-label={t('logs:who')}
          placeholder={t('logs:everybody')}
          options={everybody}
          value={userId === 0 ? '' : String(userId)}
          clearable
          clearButtonProps={{ 'aria-label': t('logs:everybody') }}
          onChange={(value) => onSet('user', value)}
        />
        <NativeSelect
          size="xs"
          aria-label={t('logs:what')}
          data={[
            { value: '', label: t('logs:everything') },
            ...AUDIT_ACTIONS.map((value) => ({ value, label: t(`logs:act.${value}`) })),
          ]}
          value={action}
          onChange={(event) => onSet('act', event.currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          aria-label={t('logs:order')}
          data={[
            { value: '', label: t('logs:newest') },
            { value: 'oldest', label: t('logs:oldest') },
          ]}
          value={isOldestFirst ? 'oldest' : ''}
          onChange={(event) => onSet('sort', event.currentTarget.value)}
        />
        {objectId > 0 && (
          <Button
            size="compact-sm"
            variant="light"
            rightSection={<X size={14} aria-hidden />}
            aria-label={t('logs:notOnly')}
            onClick={() => onSet('object', '')}
          >
            {`${t(`logs:only.${tab}`)} #${objectId}`}
          </Button>
        )}
      </div>
    </>
  );
}
