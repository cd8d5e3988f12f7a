import { NativeSelect } from '@mantine/core';
import { UserRoundX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useFeature } from '../../kernel/use-feature.ts';
import { FurtherLines } from '../../ui/list/further-lines.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { Panel } from '../../ui/panel.tsx';
import { HOURS_SORTS, HOURS_STATES, orderedHours, readHoursView, type HoursView } from './hours-question.ts';
import { HoursRows } from './hours-rows.tsx';
import styles from './hours.module.css';
import { useDriverHours } from './use-hours.ts';

const ROW_PX = 64;

/** Drivers now: what they do, how long they may go on, and the breaches of their month. */
export function HoursPanel() {
  const { t } = useTranslation('hours');
  const [search, setSearch] = useSearchParams();
  const hasEvents = useFeature('ownEvents');
  const view = readHoursView(search);
  const set: Setter = (name, value) =>
    setSearch(
      (old) => {
        if (value === '') old.delete(name);
        else old.set(name, value);
        return old;
      },
      { replace: true },
    );
  const query = useDriverHours(view);
  const failure = useListFailure(query, t('hours:failed'));
  const read = query.data?.pages.flatMap(({ drivers }) => drivers);
  const drivers = read && orderedHours(read, view);
  const isNarrowed = view.text.trim() !== '' || view.state !== null;
  return (
    <Panel title={t('hours:title')} expandable wide tall>
      <div className={styles.page}>
        <HoursTools view={view} onSet={set} />
        {!hasEvents && <p className={styles.quiet}>{t('hours:noEvents')}</p>}
        <ListView
          count={drivers?.length}
          rowPx={ROW_PX}
          failure={failure}
          empty={{ icon: UserRoundX, title: t('hours:empty'), text: t('hours:emptyText') }}
          notFound={
            isNarrowed
              ? {
                  title: t('hours:notFound'),
                  text: t('hours:notFoundText'),
                  onReset: () =>
                    setSearch(view.sort === 'name' ? {} : { sort: view.sort }, { replace: true }),
                }
              : null
          }
        >
          <HoursRows drivers={drivers ?? []} at={query.dataUpdatedAt} />
          <FurtherLines failure={failure?.text ?? null} more={t('hours:more')} query={query} />
        </ListView>
      </div>
    </Panel>
  );
}

type Setter = (name: 'q' | 'state' | 'sort', value: string) => void;

function HoursTools({ view, onSet }: { readonly view: HoursView; readonly onSet: Setter }) {
  const { t } = useTranslation('hours');
  const { text, state, sort, isDown } = view;
  return (
    <div className={styles.find}>
      <SearchField label={t('hours:search')} value={text} onChange={(value) => onSet('q', value)} />
      <NativeSelect
        size="xs"
        aria-label={t('hours:filter.state')}
        data={[
          { value: '', label: t('hours:filter.anyState') },
          ...HOURS_STATES.map((value) => ({ value, label: t(`hours:state.${value}`) })),
        ]}
        value={state ?? ''}
        onChange={({ currentTarget: { value } }) => onSet('state', value)}
      />
      <SortMenu
        fields={HOURS_SORTS.map((name) => ({ name, label: t(`hours:sort.${name}`) }))}
        field={sort}
        isDown={isDown}
        onChoose={(name) => {
          // Who has most breaches is looked for first, and who has least time left.
          const wasDown = name === sort ? isDown : name !== 'breaches';
          const next = wasDown ? name : `-${name}`;
          onSet('sort', next === 'name' ? '' : next);
        }}
      />
    </div>
  );
}
