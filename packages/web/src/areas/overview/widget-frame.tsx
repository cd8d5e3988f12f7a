import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import styles from './overview.module.css';

/** A widget: its name, and what it shows. */
export function WidgetFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.widget} aria-labelledby={id}>
      <h2 id={id} className={styles.name}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export interface WidgetDataProps<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'dataUpdatedAt'>;
  readonly children: (data: NonNullable<T>) => ReactNode;
}

/** Data of a widget, and when they were read; before that their shape, or why they did not come. */
export function WidgetData<T>({ query, children }: WidgetDataProps<T>) {
  const { t } = useTranslation(['overview', 'common']);
  const format = useFormat();
  const failure = useListFailure(query, t('overview:failed'));
  const { data, dataUpdatedAt } = query;
  if (data !== undefined && data !== null)
    return (
      <>
        {children(data)}
        <p className={styles.asOf}>
          {failure === null
            ? t('overview:asOf', { time: format.time(dataUpdatedAt) })
            : t('overview:notSince', { time: format.time(dataUpdatedAt) })}
        </p>
      </>
    );
  if (failure === null)
    return (
      <div role="status" aria-busy="true" aria-label={t('common:loading')} className={styles.ghosts}>
        <Skeleton height={30} width="55%" />
        <Skeleton height={14} width="80%" />
        <Skeleton height={14} width="65%" />
      </div>
    );
  return (
    <div role="alert" className={styles.failed}>
      <p>{failure.title}</p>
      <p className={styles.note}>{failure.text}</p>
      <Button variant="default" size="xs" onClick={failure.onRetry}>
        {t('common:list.retry')}
      </Button>
    </div>
  );
}
