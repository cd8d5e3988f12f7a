import { searchWords } from '@rastro/fleet';
import { Switch } from '@mantine/core';
import { CloudOff, Link2, SearchX, Square, SquareCheck } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListBox, type ListBoxHandle } from '../../ui/list/list-box.tsx';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import list from '../../ui/list/list.module.css';
import { SearchField } from '../../ui/list/search-field.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { failureIn } from '../queries/query-client.ts';
import type { LinkKind, LinkSubject } from './link-kinds.ts';
import styles from './links.module.css';
import { changeKey, type LinkChanges } from './use-link-changes.ts';
import { useLinkables } from './use-linkables.ts';

export interface LinkListProps {
  readonly subject: LinkSubject;
  readonly kind: LinkKind;
  readonly changes: LinkChanges;
  readonly mayChange: boolean;
  readonly patienceMs?: number;
}

const ROW_PX = 54;

/** All objects of a kind; those linked are marked. Only the rows in sight exist. */
export function LinkList({ subject, kind, changes, mayChange, patienceMs }: LinkListProps) {
  const { t } = useTranslation('links');
  const failureText = useFailureText();
  const { data, error, isFetching, refetch } = useLinkables(subject, kind, patienceMs);
  const [text, setText] = useState('');
  const [onlyLinked, setOnlyLinked] = useState(false);
  const asked = useDeferredValue(text);
  const rows = useRef<ListBoxHandle>(null);
  const last = useRef<number | null>(null);
  const { pending, failures } = changes;
  const byId = useMemo(() => new Map(data?.targets.map((target) => [target.id, target])), [data]);
  const isLinked = (id: number): boolean =>
    pending.get(changeKey(kind, id))?.isLinked ?? data?.linked.has(id) ?? false;
  const shown = useMemo(() => {
    const words = searchWords(asked);
    const found = (data?.targets ?? []).filter(({ folded }) => words.every((word) => folded.includes(word)));
    // What is being taken away stays in sight until it is saved.
    const kept = onlyLinked
      ? found.filter(({ id }) => data?.linked.has(id) || pending.has(changeKey(kind, id)))
      : found;
    return kept.map(({ id }) => id);
  }, [data, asked, onlyLinked, pending, kind]);

  const put = (id: number, linked: boolean): void =>
    changes.set({ kind, id, isLinked: linked }, data?.linked.has(id) === linked);
  const toggle = (id: number, isRange = false): void => {
    if (!mayChange || changes.progress !== null) return;
    const target = !isLinked(id);
    const [from, to] = [shown.indexOf(last.current ?? id), shown.indexOf(id)].toSorted((a, b) => a - b);
    const range = isRange && from !== undefined && from >= 0 ? shown.slice(from, (to ?? from) + 1) : [id];
    for (const each of range) put(each, target);
    last.current = id;
  };

  if (data === undefined && error !== null && !isFetching) {
    return (
      <ListMessage
        role="alert"
        icon={<CloudOff strokeWidth={1.25} aria-hidden />}
        title={t('links:failed')}
        text={failureText(failureIn(error))}
        action={{ label: t('common:list.retry'), onClick: () => void refetch() }}
      />
    );
  }
  if (data === undefined) return <ListLoading rowPx={ROW_PX} />;
  const isNarrowed = text.trim() !== '' || onlyLinked;
  return (
    <>
      <div className={list.tools}>
        <SearchField
          label={t('links:search')}
          value={text}
          onChange={setText}
          onDown={() => rows.current?.focus()}
        />
      </div>
      <div className={styles.narrow}>
        <Switch
          size="sm"
          label={t('links:onlyLinked')}
          checked={onlyLinked}
          onChange={(event) => setOnlyLinked(event.currentTarget.checked)}
        />
        <span className={styles.count} role="status">
          {t('links:count', { count: shown.length })}
        </span>
      </div>
      {shown.length > 0 ? (
        <ListBox
          ref={rows}
          label={t(`links:kind.${kind}`)}
          prefix={`link-${kind}`}
          keys={shown}
          rowPx={ROW_PX}
          onOpen={(id) => toggle(id)}
          choice={{ has: isLinked, toggle }}
        >
          {(id) => {
            const target = byId.get(id);
            const failure = failures.get(changeKey(kind, id));
            const isChanged = pending.has(changeKey(kind, id));
            const Box = isLinked(id) ? SquareCheck : Square;
            return (
              <>
                <Box className={styles.box} size={19} data-linked={isLinked(id)} aria-hidden />
                <span className={list.names}>
                  <span className={list.name}>{target?.name}</span>
                  <span className={list.detail} data-failed={failure !== undefined}>
                    {failure === undefined ? target?.detail : failureText(failure)}
                  </span>
                </span>
                {isChanged && (
                  <span className={styles.change} data-failed={failure !== undefined}>
                    {t(
                      failure !== undefined
                        ? 'links:notSaved'
                        : isLinked(id)
                          ? 'links:toLink'
                          : 'links:toUnlink',
                    )}
                  </span>
                )}
              </>
            );
          }}
        </ListBox>
      ) : (
        <ListMessage
          icon={
            isNarrowed ? <SearchX strokeWidth={1.25} aria-hidden /> : <Link2 strokeWidth={1.25} aria-hidden />
          }
          title={t(isNarrowed ? 'links:notFound' : 'links:empty')}
          text={t(isNarrowed ? 'links:notFoundText' : 'links:emptyText')}
          {...(isNarrowed
            ? {
                action: {
                  label: t('common:list.clear'),
                  onClick: () => {
                    setText('');
                    setOnlyLinked(false);
                  },
                },
              }
            : {})}
        />
      )}
    </>
  );
}
