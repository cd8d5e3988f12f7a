import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFleet, useFleetList } from '../../app/fleet-context.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CountTiles } from './count-tiles.tsx';
import styles from './device-list.module.css';
import { DeviceRows, type DeviceRowsHandle } from './device-rows.tsx';
import { FIRST_CHOICE, toListQuery } from './list-query.ts';
import { ListState } from './list-state.tsx';
import { ListTools } from './list-tools.tsx';
import { useListChoice } from './use-list-choice.ts';

/** All vehicles of the person, filtered and sorted; also decides what the map shows (SPEC §4). */
export function DeviceListPanel() {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const fleet = useFleet();
  const list = useFleetList();
  const { choice, change } = useListChoice();
  const asked = useDeferredValue(choice);
  const rows = useRef<DeviceRowsHandle>(null);
  const [lastOpened] = useState(() => Number(sessionStorage.getItem(LAST_OPENED)) || null);

  useEffect(() => fleet?.setQuery(toListQuery(asked)), [fleet, asked]);

  const open = (id: number): void => {
    sessionStorage.setItem(LAST_OPENED, String(id));
    void navigate(`/devices/${id}`);
  };
  const isNarrowed = choice.filter !== FIRST_CHOICE.filter || choice.text.trim() !== '';

  return (
    <Panel
      title={t('devices:title')}
      expandable
      badge={
        <span className={styles.shown} role="status">
          {list.loaded && isNarrowed
            ? t('devices:list.shown', { shown: list.ids.length, total: list.counts.total })
            : ''}
        </span>
      }
    >
      <CountTiles
        counts={list.counts}
        loaded={list.loaded}
        filter={choice.filter}
        onFilter={(filter) => change({ filter })}
      />
      <ListTools choice={choice} onChange={change} onDown={() => rows.current?.focus()} />
      {list.loaded && list.ids.length > 0 ? (
        <DeviceRows ref={rows} ids={list.ids} selectedId={lastOpened} onOpen={open} />
      ) : (
        <ListState list={list} isNarrowed={isNarrowed} onReset={() => change(FIRST_CHOICE)} />
      )}
    </Panel>
  );
}

/** So that coming back from a vehicle shows where one was. */
const LAST_OPENED = 'devices.lastOpened';
