import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../../ui/form.module.css';
import { Panel } from '../../ui/panel.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { failureIn } from '../queries/query-client.ts';
import type { EditorTexts } from './manager-texts.ts';
import { ListLoading } from '../../ui/list/list-state.tsx';

export interface EntityScreenProps<T> {
  /** The part of the address that names it; `new` = one that is not there yet. */
  readonly id: string | undefined;
  /** The list that it is in. */
  readonly query: Pick<UseQueryResult<readonly T[]>, 'data' | 'error' | 'refetch'>;
  readonly blank: T;
  /** A new one, too, needs the list. */
  readonly requiresList?: boolean;
  /** Texts for loading and for an entity that does not exist. */
  readonly texts: Pick<EditorTexts, 'one' | 'gone'>;
  readonly back: string;
  readonly children: (entity: T) => ReactNode;
}

/** Finds what the address names; before that it says that it comes, that it is gone, or why it did not come. */
export function EntityScreen<T extends { readonly id: number }>(props: EntityScreenProps<T>) {
  const { id, query, blank, requiresList = false, texts, back, children } = props;
  const { t } = useTranslation('common');
  const failureText = useFailureText();
  const { data, error, refetch } = query;
  const isNew = id === 'new';
  const entity = isNew ? blank : data?.find((each) => each.id === Number(id) && each.id > 0);
  if (entity !== undefined && (!isNew || !requiresList || data !== undefined)) {
    return <Fragment key={entity.id}>{children(entity)}</Fragment>;
  }
  return (
    <Panel title={texts.one} back={back}>
      <div className={styles.fields} role="status">
        {data !== undefined && <p className={styles.notice}>{texts.gone}</p>}
        {data === undefined && error === null && <ListLoading />}
        {data === undefined && error !== null && (
          <>
            <p className={styles.notice}>{failureText(failureIn(error))}</p>
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              {t('common:list.retry')}
            </Button>
          </>
        )}
      </div>
    </Panel>
  );
}
