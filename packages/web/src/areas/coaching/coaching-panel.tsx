import { foldText, searchWords } from '@rastro/fleet';
import { MessagesSquare } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PeriodPicker } from '../../kernel/period/period-picker.tsx';
import { writePeriod } from '../../kernel/period/period.ts';
import { useCompareNames } from '../../kernel/screens/use-found.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useListSort, type ListSort } from '../../kernel/screens/use-list-sort.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { ListBox } from '../../ui/list/list-box.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import list from '../../ui/list/list.module.css';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CaseDialog } from './case-dialog.tsx';
import {
  detailsOf,
  driverOf,
  matchesFilter,
  NO_FILTER,
  readFilter,
  writeFilter,
  type Row,
} from './coaching-filter.ts';
import { CoachingRowView } from './coaching-row.tsx';
import { CoachingTools } from './coaching-tools.tsx';
import styles from './coaching.module.css';
import { useCoaching } from './use-coaching.ts';

const ROW_PX = 68;
const SORTS = ['newest', 'driver', 'vehicle', 'kind'] as const;
type Sort = (typeof SORTS)[number];
/** Row whose case is open. */
const CASE_PARAM = 'case';

/** Driving events worth talking about, and what became of each. */
export function CoachingPanel() {
  const { t } = useTranslation('coaching');
  return (
    <Panel title={t('coaching:title')} expandable tall>
      <CoachingView />
    </Panel>
  );
}

function CoachingView() {
  const { t } = useTranslation('coaching');
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useListText();
  const { choice, period, query } = useCoaching();
  const order = useListSort<Sort>(SORTS);
  const rows = useVisibleRows(query.data, text, order);
  const failure = useListFailure(query, t('coaching:failed'));
  const change = (write: (old: URLSearchParams) => URLSearchParams): void =>
    setSearch(write, { replace: true });
  const openKey = search.get(CASE_PARAM);
  const opened = query.data?.find(({ key }) => key === openKey);
  const reset = (): void =>
    change((old) => {
      old.delete('q');
      return writeFilter(old, { ...NO_FILTER, state: 'all' });
    });
  return (
    <>
      <div className={styles.period}>
        <PeriodPicker
          choice={choice}
          period={period}
          onChange={(next) => change((old) => writePeriod(old, next))}
        />
      </div>
      <CoachingTools
        rows={query.data}
        filter={readFilter(search)}
        onChange={(part) => change((old) => writeFilter(old, part))}
      />
      <SearchAndSort text={text} onText={setText} order={order} />
      <ListView
        count={query.data === undefined ? undefined : rows.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{ icon: MessagesSquare, title: t('coaching:empty'), text: t('coaching:emptyText') }}
        notFound={
          query.data?.length === 0
            ? null
            : {
                title: t('coaching:notFound'),
                text: t('coaching:notFoundText'),
                reset: t('coaching:clear'),
                onReset: reset,
              }
        }
      >
        <CoachingRows rows={rows} onOpen={(key) => change((old) => withCase(old, key))} />
      </ListView>
      {opened !== undefined && (
        <CaseDialog key={opened.key} row={opened} onClose={() => change((old) => withCase(old, null))} />
      )}
    </>
  );
}

interface SearchAndSortProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly order: ListSort<Sort>;
}
function SearchAndSort({ text, onText, order }: SearchAndSortProps) {
  const { t } = useTranslation('coaching');
  return (
    <div className={list.tools}>
      <SearchField label={t('coaching:search')} value={text} onChange={onText} onDown={() => undefined} />
      <SortMenu
        fields={SORTS.map((name) => ({ name, label: t(`coaching:sort.${name}`) }))}
        field={order.sort}
        isDown={order.isDown}
        onChoose={order.choose}
      />
    </div>
  );
}

function withCase(old: URLSearchParams, key: string | null): URLSearchParams {
  if (key === null) old.delete(CASE_PARAM);
  else old.set(CASE_PARAM, key);
  return old;
}

interface CoachingRowsProps {
  readonly rows: readonly Row[];
  readonly onOpen: (key: string) => void;
}
function CoachingRows({ rows, onOpen }: CoachingRowsProps) {
  const { t } = useTranslation('coaching');
  const keys = useMemo(() => rows.map((_, index) => index), [rows]);
  return (
    <ListBox
      label={t('coaching:title')}
      prefix="coaching"
      keys={keys}
      rowPx={ROW_PX}
      onOpen={(index) => {
        const row = rows[index];
        if (row) onOpen(row.key);
      }}
    >
      {(index) => {
        const row = rows[index];
        return row && <CoachingRowView row={row} />;
      }}
    </ListBox>
  );
}

/** The rows that filter and search leave, in the order of the address. */
function useVisibleRows(
  rows: readonly Row[] | undefined,
  text: string,
  { sort, isDown }: { readonly sort: Sort; readonly isDown: boolean },
): readonly Row[] {
  const { t } = useTranslation('coaching');
  const [search] = useSearchParams();
  const compare = useCompareNames();
  const asked = useDeferredValue(text);
  // Folded once, not for each letter that is typed.
  const folded = useMemo(
    () =>
      (rows ?? []).map((row) => {
        const { deviceName, kind } = detailsOf(row);
        const { note = '', assigneeName = '' } = row.coachingCase ?? {};
        const words = [driverOf(row), deviceName, t(`coaching:kind.${kind}`), note, assigneeName];
        return { row, words: foldText(words.join('\n')) };
      }),
    [rows, t],
  );
  return useMemo(() => {
    const [filter, words] = [readFilter(search), searchWords(asked)];
    const found = folded
      .filter((each) => words.every((word) => each.words.includes(word)) && matchesFilter(each.row, filter))
      .map(({ row }) => row);
    const orders = {
      driver: (a: Row, b: Row) => compare(driverOf(a), driverOf(b)),
      vehicle: (a: Row, b: Row) => compare(detailsOf(a).deviceName, detailsOf(b).deviceName),
      kind: (a: Row, b: Row) => compare(detailsOf(a).kind, detailsOf(b).kind),
    };
    // They come newest first.
    const ordered = sort === 'newest' ? found : found.toSorted(orders[sort]);
    return isDown ? ordered.toReversed() : ordered;
  }, [folded, asked, search, sort, isDown, compare]);
}
