import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { failureIn } from '../../../kernel/queries/query-client.ts';
import styles from './widgets.module.css';

/** Parts of a query that a widget shows. */
type Shown<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'dataUpdatedAt'> & {
  readonly refetch: () => unknown;
};

export interface WidgetBodyProps<T> {
  readonly query: Shown<T>;
  /** Text when there is nothing; null = there always is. */
  readonly empty: string | null;
  readonly isEmpty?: (data: T) => boolean;
  /** Period that it is about; absent = now. */
  readonly when?: string;
  readonly children: (data: T) => ReactNode;
}

/** Loading, error, lost right, empty, or the data, with its period and the time at which it was counted. */
export function WidgetBody<T>({ query, empty, isEmpty, when, children }: WidgetBodyProps<T>) {
  const { t } = useTranslation(['overview', 'common']);
  const format = useFormat();
  const { data, error, dataUpdatedAt } = query;
  if (error !== null && failureIn(error).code.endsWith('RIGHT_MISSING'))
    return <p className={styles.quiet}>{t('overview:hidden.forbidden')}</p>;
  if (data === undefined)
    return error === null ? (
      <div className={styles.loading} role="status" aria-busy="true" aria-label={t('common:loading')}>
        <Skeleton height={28} width="40%" />
        <Skeleton height={10} />
        <Skeleton height={10} width="70%" />
      </div>
    ) : (
      <div className={styles.failed} role="alert">
        <p className={styles.quiet}>{t('overview:failed')}</p>
        <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
          {t('common:list.retry')}
        </Button>
      </div>
    );
  const time = format.time(dataUpdatedAt);
  const counted = t(error === null ? 'overview:counted' : 'overview:notSince', { time });
  return (
    <>
      <div className={styles.body}>
        {isEmpty?.(data) === true ? <p className={styles.quiet}>{empty}</p> : children(data)}
      </div>
      <p className={styles.when}>{`${when ?? t('overview:now')} · ${counted}`}</p>
    </>
  );
}
