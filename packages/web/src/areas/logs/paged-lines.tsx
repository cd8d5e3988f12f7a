import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { FurtherLines, type FurtherLinesProps } from '../../ui/list/further-lines.tsx';
import { Lines } from '../../ui/list/lines.tsx';
import { ListView, type ListViewProps } from '../../ui/list/list-view.tsx';
import styles from './logs.module.css';

const ROW_PX = 64;

export interface PagedLinesProps extends Pick<ListViewProps, 'count' | 'empty' | 'notFound'> {
  readonly label: string;
  /** Title of the message when loading fails. */
  readonly failed: string;
  readonly query: FurtherLinesProps['query'] & {
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** After the last line. */
  readonly note?: string;
  /** The lines, each a `li`. */
  readonly children: ReactNode;
}

/** Lines of a log, the next page when it is asked for. */
export function PagedLines({ label, failed, query, note, children, ...list }: PagedLinesProps) {
  const { t } = useTranslation('logs');
  const failure = useListFailure(query, failed);
  return (
    <ListView {...list} rowPx={ROW_PX} failure={failure}>
      <div className={styles.scroll}>
        <Lines label={label}>{children}</Lines>
        <FurtherLines failure={failure?.text ?? null} more={t('logs:more')} query={query} />
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </div>
    </ListView>
  );
}
