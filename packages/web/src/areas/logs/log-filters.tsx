import { ACTS } from '@rastro/fleet';
import { Button, NativeSelect } from '@mantine/core';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import type { LogQuestion } from './log-question.ts';
import styles from './logs.module.css';
import type { usePeople } from './use-logs.ts';

export interface LogFiltersProps {
  readonly question: LogQuestion;
  readonly people: ReturnType<typeof usePeople>;
  /** Writes a part of the address; empty = away with it. */
  readonly onSet: (name: string, value: string) => void;
}

/** What narrows the log, and its order. */
export function LogFilters({ question, people, onSet }: LogFiltersProps) {
  const { t } = useTranslation('logs');
  const { tab, userId, objectId, act, text, isOldestFirst } = question;
  const everybody = useMemo(() => {
    const known = people.people.map(({ id, name }) => ({ value: String(id), label: name }));
    const isKnown = userId === 0 || known.some(({ value }) => value === String(userId));
    return isKnown ? known : [{ value: String(userId), label: people.nameOf(userId) }, ...known];
  }, [people, userId]);
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
            ...ACTS.map((value) => ({ value, label: t(`logs:act.${value}`) })),
          ]}
          value={act}
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
