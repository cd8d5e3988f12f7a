import { chooseCombined, isShared } from '@rastro/fleet';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useDeviceSelection } from '../../../kernel/fleet/device-selection.tsx';
import { useFleet, useFleetList } from '../../../kernel/fleet/fleet-context.tsx';
import { useSignedIn } from '../../../kernel/services.tsx';
import { useNotice } from '../../../kernel/screens/use-notice.ts';
import type { ListSnapshot } from '../../../live/fleet.ts';
import type { ListBoxHandle } from '../../../ui/list/list-box.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import { ListLoading } from '../../../ui/list/list-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useIsPhone } from '../../../ui/use-is-phone.ts';
import listStyles from '../../../ui/list/list.module.css';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { AddDevice } from './add-device.tsx';
import { CountTiles } from './count-tiles.tsx';
import styles from './device-list.module.css';
import { DeviceRows } from './device-rows.tsx';
import { FilterForm, type GroupFilterProps } from '../filters/filter-form.tsx';
import { LimitChips } from '../filters/limit-chips.tsx';
import { FIRST_CHOICE, isNarrowing, toListQuery } from '../filters/list-query.ts';
import { RestoredFilterChip } from '../filters/restored-filter-chip.tsx';
import { ListState } from './list-state.tsx';
import { ListTools } from './list-tools.tsx';
import { MoreActions } from './more-actions.tsx';
import { ROW_PX } from './use-density.ts';
import { UnassignedNotice } from './unassigned-notice.tsx';
import { useChosenSets } from '../filters/use-chosen-sets.ts';
import { useListChoice } from '../filters/use-list-choice.ts';
import { useListNames } from './use-list-names.ts';

const DeviceTable = latePart(
  'screen',
  async () => (await import('../table/device-table.tsx')).DeviceTable,
  <ListLoading rowPx={ROW_PX.compact} />,
);

export interface DeviceListPanelProps {
  /** The groups to choose from; composed by the application. */
  readonly groupFilter?: ComponentType<GroupFilterProps>;
}

/**
 * All vehicles of the user, filtered and sorted; also decides what the map shows
 * (docs/reference/requirements.md SPEC §4).
 */
export function DeviceListPanel({ groupFilter: Groups }: DeviceListPanelProps) {
  const { t } = useTranslation('devices');
  const notice = useNotice();
  const list = useFleetList();
  const asked = useAskedList(useIsWide());
  const { choice, change, isRestored, isNarrowed } = asked;
  const { isOn } = useDeviceSelection();
  const isGuest = isShared(useSignedIn().user);
  const rows = useRef<ListBoxHandle>(null);
  const formId = useId();
  const [filtersOpen, setFiltersOpen] = useState(false);
  const reset = (): void => change(FIRST_CHOICE);

  return (
    <Panel
      title={t('devices:title')}
      expandable={!isGuest}
      actions={!isGuest && <Actions />}
      badge={<VisibleCount list={list} isNarrowed={isNarrowed} />}
    >
      <p className={listStyles.notice} role="status">
        {notice === 'deleted' ? t('devices:notice.deleted') : ''}
      </p>
      <UnassignedNotice />
      <CountTiles
        counts={list.counts}
        loaded={list.loaded}
        filter={choice.filter}
        onFilter={(filter) => change(chooseCombined(filter))}
      />
      <ListTools
        choice={choice}
        onChange={change}
        onDown={() => rows.current?.focus()}
        filters={{ id: formId, isOpen: filtersOpen, onToggle: () => setFiltersOpen(!filtersOpen) }}
      />
      {isRestored && isNarrowed ? (
        <RestoredFilterChip choice={choice} onRemove={reset} />
      ) : (
        <LimitChips choice={choice} onChange={change} />
      )}
      {/* Above the rows: on a phone the end of the list is below the screen. */}
      {isOn && <SelectionBar visibleIds={list.ids} />}
      {filtersOpen ? (
        <FilterForm
          id={formId}
          choice={choice}
          facets={list.facets}
          matchCount={list.ids.length}
          onChange={change}
          groups={Groups && <Groups groupId={choice.groupId} onChoose={(groupId) => change({ groupId })} />}
          onClose={() => setFiltersOpen(false)}
        />
      ) : (
        <ListState list={list} isNarrowed={isNarrowed} isRestored={isRestored} onReset={reset}>
          <Rows ref={rows} asked={asked} list={list} />
        </ListState>
      )}
    </Panel>
  );
}

function Actions() {
  return (
    <>
      <AddDevice />
      <MoreActions />
    </>
  );
}

interface RowsProps {
  readonly ref: Ref<ListBoxHandle>;
  readonly asked: ReturnType<typeof useAskedList>;
  readonly list: ListSnapshot;
}

/** The vehicles: a list, or a table where there is room. */
function Rows({ ref, asked, list }: RowsProps) {
  const { lastOpened, open } = useOpening();
  const { isWide, choice, change, names } = asked;
  if (!isWide) return <DeviceRows ref={ref} ids={list.ids} selectedId={lastOpened} onOpen={open} />;
  return (
    <DeviceTable
      ref={ref}
      list={list}
      names={names}
      order={choice}
      grouping={choice.grouping}
      onChange={change}
      selectedId={lastOpened}
      onOpen={open}
    />
  );
}

/** The choice of the user, passed on to the fleet: the list may lag a moment behind the fields. */
function useAskedList(isWide: boolean) {
  const fleet = useFleet();
  const { choice, change, isRestored } = useListChoice();
  const asked = useDeferredValue(choice);
  const sets = useChosenSets(asked);
  const query = useMemo(() => toListQuery(asked, sets, isWide), [asked, sets, isWide]);
  useEffect(() => fleet?.setQuery(query), [fleet, query]);
  const names = useListNames(isWide, query);
  const isNarrowed = isNarrowing(toListQuery(choice, sets));
  return { isWide, choice, change, isRestored, isNarrowed, names };
}

/** The list takes the whole width: it is a table then. A sheet of a phone never does. */
function useIsWide(): boolean {
  const isPhone = useIsPhone();
  const { user } = useSignedIn();
  const [search] = useSearchParams();
  return !isPhone && !isShared(user) && search.get('expand') === 'true';
}

/** The way to a vehicle; coming back shows where one was. */
function useOpening() {
  const navigate = useNavigate();
  const [lastOpened] = useState(() => Number(sessionStorage.getItem(LAST_OPENED)) || null);
  const open = useCallback(
    (id: number): void => {
      sessionStorage.setItem(LAST_OPENED, String(id));
      void navigate(`/devices/${id}`);
    },
    [navigate],
  );
  return { lastOpened, open };
}

/** Number of listed vehicles out of the total, when they differ. */
function VisibleCount({ list, isNarrowed }: { readonly list: ListSnapshot; readonly isNarrowed: boolean }) {
  const { t } = useTranslation('devices');
  return (
    <span className={styles.shown} role="status">
      {list.loaded && isNarrowed
        ? t('devices:list.shown', { shown: list.ids.length, total: list.counts.total })
        : ''}
    </span>
  );
}

const LAST_OPENED = 'devices.lastOpened';
