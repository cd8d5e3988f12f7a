import type { ApiFailure } from '@rastro/tracking-client';
import { searchWords } from '@rastro/fleet';
import { Switch } from '@mantine/core';
import { Link2, Square, SquareCheck } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListBox, type ListBoxHandle } from '../../ui/list/list-box.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import list from '../../ui/list/list.module.css';
import { SearchField } from '../../ui/list/search-field.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useListFailure } from '../screens/use-list-failure.ts';
import type { LinkKind, LinkSubject } from './link-kinds.ts';
import type { Linkables, LinkTarget } from './load-links.ts';
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
export function LinkList(props: LinkListProps) {
  const { subject, kind, patienceMs } = props;
  const { t } = useTranslation('links');
  const linkables = useLinkables(subject, kind, patienceMs);
  const { data, isFetching } = linkables;
  const failure = useListFailure(linkables, t('links:failed'));
  if (data !== undefined) return <KnownLinks {...props} known={data} />;
  return (
    <ListView
      count={undefined}
      rowPx={ROW_PX}
      failure={isFetching ? null : failure}
      empty={{ icon: Link2, title: t('links:empty'), text: t('links:emptyText') }}
      notFound={null}
    >
      {null}
    </ListView>
  );
}

interface KnownLinksProps extends LinkListProps {
  readonly known: Linkables;
}

function KnownLinks({ kind, changes, mayChange, known }: KnownLinksProps) {
  const { t } = useTranslation('links');
  const [text, setText] = useState('');
  const [onlyLinked, setOnlyLinked] = useState(false);
  const rows = useRef<ListBoxHandle>(null);
  const byId = useMemo(() => new Map(known.targets.map((target) => [target.id, target])), [known]);
  const visible = useFilteredLinks(known, { kind, changes, text: useDeferredValue(text), onlyLinked });
  const { isLinked, toggle } = useToggle(known, { kind, changes, mayChange, visible });
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
      <Narrow onlyLinked={onlyLinked} onChange={setOnlyLinked} count={visible.length} />
      <ListView
        count={visible.length}
        rowPx={ROW_PX}
        failure={null}
        empty={{ icon: Link2, title: t('links:empty'), text: t('links:emptyText') }}
        notFound={
          text.trim() === '' && !onlyLinked
            ? null
            : {
                title: t('links:notFound'),
                text: t('links:notFoundText'),
                onReset: () => {
                  setText('');
                  setOnlyLinked(false);
                },
              }
        }
      >
        <ListBox
          ref={rows}
          label={t(`links:kind.${kind}`)}
          prefix={`link-${kind}`}
          keys={visible}
          rowPx={ROW_PX}
          onOpen={(id) => toggle(id)}
          choice={{ has: isLinked, toggle }}
        >
          {(id) => (
            <LinkRow
              target={byId.get(id)}
              isLinked={isLinked(id)}
              isChanged={changes.pending.has(changeKey(kind, id))}
              failure={changes.failures.get(changeKey(kind, id))}
            />
          )}
        </ListBox>
      </ListView>
    </>
  );
}

interface NarrowProps {
  readonly onlyLinked: boolean;
  readonly onChange: (onlyLinked: boolean) => void;
  readonly count: number;
}

function Narrow({ onlyLinked, onChange, count }: NarrowProps) {
  const { t } = useTranslation('links');
  return (
    <div className={styles.narrow}>
      <Switch
        size="sm"
        label={t('links:onlyLinked')}
        checked={onlyLinked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.count} role="status">
        {t('links:count', { count })}
      </span>
    </div>
  );
}

interface Narrowing {
  readonly kind: LinkKind;
  readonly changes: LinkChanges;
  readonly text: string;
  readonly onlyLinked: boolean;
}

/** The matching links; one that is being removed stays visible until that is saved. */
function useFilteredLinks(
  known: Linkables,
  { kind, changes, text, onlyLinked }: Narrowing,
): readonly number[] {
  const { pending } = changes;
  return useMemo(() => {
    const words = searchWords(text);
    return known.targets
      .filter(({ folded }) => words.every((word) => folded.includes(word)))
      .filter(({ id }) => !onlyLinked || known.linked.has(id) || pending.has(changeKey(kind, id)))
      .map(({ id }) => id);
  }, [known, text, onlyLinked, pending, kind]);
}

interface Toggling {
  readonly kind: LinkKind;
  readonly changes: LinkChanges;
  readonly mayChange: boolean;
  readonly visible: readonly number[];
}

/** The switch of a row, or of all rows from the last one on. */
function useToggle(known: Linkables, { kind, changes, mayChange, visible }: Toggling) {
  const last = useRef<number | null>(null);
  const isLinked = (id: number): boolean =>
    changes.pending.get(changeKey(kind, id))?.isLinked ?? known.linked.has(id);
  const toggle = (id: number, isRange = false): void => {
    if (!mayChange || changes.progress !== null) return;
    const target = !isLinked(id);
    const [from, to] = [visible.indexOf(last.current ?? id), visible.indexOf(id)].toSorted((a, b) => a - b);
    const range = isRange && from !== undefined && from >= 0 ? visible.slice(from, (to ?? from) + 1) : [id];
    for (const each of range)
      changes.set({ kind, id: each, isLinked: target }, known.linked.has(each) === target);
    last.current = id;
  };
  return { isLinked, toggle };
}

interface LinkRowProps {
  readonly target: LinkTarget | undefined;
  readonly isLinked: boolean;
  readonly isChanged: boolean;
  readonly failure: ApiFailure | undefined;
}

function LinkRow({ target, isLinked, isChanged, failure }: LinkRowProps) {
  const { t } = useTranslation('links');
  const failureText = useFailureText();
  const Box = isLinked ? SquareCheck : Square;
  const isFailed = failure !== undefined;
  return (
    <>
      <Box className={styles.box} size={19} data-linked={isLinked} aria-hidden />
      <span className={list.names}>
        <span className={list.name}>{target?.name}</span>
        <span className={list.detail} data-failed={isFailed}>
          {isFailed ? failureText(failure) : target?.detail}
        </span>
      </span>
      {target?.isAnchor === true && <span className={styles.anchor}>{t('links:anchor')}</span>}
      {isChanged && (
        <span className={styles.change} data-failed={isFailed}>
          {t(isFailed ? 'links:notSaved' : isLinked ? 'links:toLink' : 'links:toUnlink')}
        </span>
      )}
    </>
  );
}
