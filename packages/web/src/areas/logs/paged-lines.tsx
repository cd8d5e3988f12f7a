import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { ListView, type ListViewProps } from '../../ui/list/list-view.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './logs.module.css';

const ROW_PX = 64;

export interface PagedLinesProps extends Pick<ListViewProps, 'count' | 'empty' | 'notFound'> {
  readonly label: string;
  /** Title of what is told when nothing came. */
  readonly failed: string;
  readonly query: {
    readonly error: Error | null;
    readonly refetch: () => unknown;
    readonly hasNextPage: boolean;
    readonly fetchNextPage: () => unknown;
    readonly isFetchingNextPage: boolean;
  };
  /** After the last line. */
  readonly note?: string;
  /** The lines, each a `li`. */
  readonly children: ReactNode;
}

/** Lines of a log, the next page when it is asked for. */
export function PagedLines({ label, failed, query, note, children, ...list }: PagedLinesProps) {
  const { t } = useTranslation('logs');
  const failureText = useFailureText();
  const { error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const failure = error === null ? null : failureText(failureIn(error));
  return (
    <ListView
      {...list}
      rowPx={ROW_PX}
      failure={failure === null ? null : { title: failed, text: failure, onRetry: () => void refetch() }}
    >
      <div className={styles.scroll}>
        <ul
          className={styles.lines}
          aria-label={label}
          // A list that scrolls is reached by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
          tabIndex={0}
        >
          {children}
        </ul>
        {/* Of a further page that did not come: the ones before stay. */}
        {failure !== null && (
          <p role="alert" className={styles.failed}>
            {failure}
          </p>
        )}
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('logs:more')}
          </Button>
        )}
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </div>
    </ListView>
  );
}
