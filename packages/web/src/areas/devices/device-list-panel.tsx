import { chooseCombined } from '@rastro/fleet';
import { useDeferredValue, useEffect, useId, useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDeviceSelection } from '../../kernel/fleet/device-selection.tsx';
import { useFleet, useFleetList } from '../../kernel/fleet/fleet-context.tsx';
import { useGroupBranch } from '../../kernel/queries/use-group-branch.ts';
import { useNotice } from '../../kernel/screens/use-notice.ts';
import type { ListSnapshot } from '../../live/fleet.ts';
import type { ListBoxHandle } from '../../ui/list/list-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import listStyles from '../../ui/list/list.module.css';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { AddDevice } from './add-device.tsx';
import { CountTiles } from './count-tiles.tsx';
import styles from './device-list.module.css';
import { DeviceRows } from './device-rows.tsx';
import { FilterForm, type GroupFilterProps } from './filter-form.tsx';
import { FIRST_CHOICE, isNarrowing, toListQuery } from './list-query.ts';
import { KeptChip } from './kept-chip.tsx';
import { ListState } from './list-state.tsx';
import { ListTools } from './list-tools.tsx';
import { MoreActions } from './more-actions.tsx';
import { useListChoice } from './use-list-choice.ts';

export interface DeviceListPanelProps {
  /** The groups to choose from; composed by the application. */
  readonly groupFilter?: ComponentType<GroupFilterProps>;
}

/** All vehicles of the person, filtered and sorted; also decides what the map shows (SPEC §4). */
export function DeviceListPanel({ groupFilter: Groups }: DeviceListPanelProps) {
  const { t } = useTranslation('devices');
  const { lastOpened, open } = useOpening();
  const notice = useNotice();
  const list = useFleetList();
  const { choice, change, branch, isKept } = useAskedList();
  const { isOn } = useDeviceSelection();
  const rows = useRef<ListBoxHandle>(null);
  const formId = useId();
  const [filtersOpen, setFiltersOpen] = useState(false);

  const isNarrowed = isNarrowing(toListQuery(choice, branch));

  return (
    <Panel
      title={t('devices:title')}
      expandable
      actions={
        <>
          <AddDevice />
          <MoreActions />
        </>
      }
      badge={<Shown list={list} isNarrowed={isNarrowed} />}
    >
      <p className={listStyles.notice} role="status">
        {notice === 'deleted' ? t('devices:notice.deleted') : ''}
      </p>
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
      {isKept && isNarrowed && <KeptChip choice={choice} onRemove={() => change(FIRST_CHOICE)} />}
      {/* Above the rows: on a phone the end of the list is below the screen. */}
      {isOn && <SelectionBar shown={list.ids} />}
      {filtersOpen ? (
        <FilterForm
          id={formId}
          choice={choice}
          facets={list.facets}
          shown={list.ids.length}
          onChange={change}
          groups={Groups && <Groups groupId={choice.groupId} onChoose={(groupId) => change({ groupId })} />}
          onClose={() => setFiltersOpen(false)}
        />
      ) : (
        <ListState list={list} isNarrowed={isNarrowed} isKept={isKept} onReset={() => change(FIRST_CHOICE)}>
          <DeviceRows ref={rows} ids={list.ids} selectedId={lastOpened} onOpen={open} />
        </ListState>
      )}
    </Panel>
  );
}

/** What the person asked for, and the fleet with it: the list may be a moment behind the fields. */
function useAskedList() {
  const fleet = useFleet();
  const { choice, change, isKept } = useListChoice();
  const asked = useDeferredValue(choice);
  const branch = useGroupBranch(asked.groupId);
  useEffect(() => fleet?.setQuery(toListQuery(asked, branch)), [fleet, asked, branch]);
  return { choice, change, branch, isKept };
}

/** The way to a vehicle; coming back shows where one was. */
function useOpening() {
  const navigate = useNavigate();
  const [lastOpened] = useState(() => Number(sessionStorage.getItem(LAST_OPENED)) || null);
  const open = (id: number): void => {
    sessionStorage.setItem(LAST_OPENED, String(id));
    void navigate(`/devices/${id}`);
  };
  return { lastOpened, open };
}

/** How many of how many, when it is not all. */
function Shown({ list, isNarrowed }: { readonly list: ListSnapshot; readonly isNarrowed: boolean }) {
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
