import { Button } from '@mantine/core';
import styles from './lines.module.css';

export interface FurtherLinesProps {
  /** Why a further page did not come: the ones before stay. Null = none failed. */
  readonly failure: string | null;
  readonly more: string;
  readonly query: {
    readonly hasNextPage: boolean;
    readonly fetchNextPage: () => unknown;
    readonly isFetchingNextPage: boolean;
  };
}

/** The way to the next page of a list, and why it did not come. */
export function FurtherLines({ failure, more, query }: FurtherLinesProps) {
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <>
      {failure !== null && (
        <p role="alert" className={styles.failed}>
          {failure}
        </p>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {more}
        </Button>
      )}
    </>
  );
}
