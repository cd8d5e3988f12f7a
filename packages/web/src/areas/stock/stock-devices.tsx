import type { Device } from '@rastro/fleet';
import { Check, PackageOpen } from 'lucide-react';
import { useMemo, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useCompareNames, useFound } from '../../kernel/screens/use-found.ts';
import { useListSort, type ListSort } from '../../kernel/screens/use-list-sort.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { CountTile } from '../../ui/count-tile.tsx';
import { ListBox, type ListBoxHandle } from '../../ui/list/list-box.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import list from '../../ui/list/list.module.css';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { StockBar } from './stock-bar.tsx';
import styles from './stock.module.css';
import { STOCK_STATES, stateOf, useStateName, useStock, type StockState } from './use-stock.ts';

const ROW_PX = 56;
const SORTS = ['name', 'state', 'model', 'contact'] as const;
const nameOf = ({ name }: Device): string => name;
const searchTextOf = ({ name, uniqueId, model, phone }: Device): string =>
  [name, uniqueId, model ?? '', phone ?? ''].join('\n');

/** The matching devices, in the order of the address. */
function useFilteredDevices(devices: readonly Device[] | undefined, only: string | null, text: string) {
  const inState = useMemo(
    () => (only === null ? devices : devices?.filter((device) => stateOf(device) === only)),
    [devices, only],
  );
  const found = useFound(inState, text, { searchTextOf, nameOf });
  const order = useListSort(SORTS);
  const compare = useCompareNames();
  const { sort, isDown } = order;
  const visibleDevices = useMemo(() => {
    const keyOf = {
      name: nameOf,
      state: (device: Device) => stateOf(device),
      model: ({ model }: Device) => model ?? '',
      contact: ({ lastUpdate }: Device) => lastUpdate ?? '',
    }[sort];
    const ordered = sort === 'name' ? found : found.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
    return isDown ? ordered.toReversed() : ordered;
  }, [found, sort, isDown, compare]);
  return { ...order, visibleDevices };
}

/** The chosen trackers; a press with shift chooses all up to it. */
function useChoice(ids: readonly number[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | null>(null);
  const toggle = (id: number, isRange: boolean): void => {
    const from = isRange && last.current !== null ? ids.indexOf(last.current) : -1;
    const at = ids.indexOf(id);
    last.current = id;
    if (from === -1) setChosen((old) => old.symmetricDifference(new Set([id])));
    else setChosen((old) => old.union(new Set(ids.slice(Math.min(from, at), Math.max(from, at) + 1))));
  };
  return { chosen, choose: setChosen, toggle };
}

/** The state that is shown, in the address; null = all. */
function useOnly() {
  const [search, setSearch] = useSearchParams();
  const setOnly = (state: StockState | null): void =>
    setSearch(
      (old) => {
        if (state === null) old.delete('state');
        else old.set('state', state);
        return old;
      },
      { replace: true },
    );
  return { only: search.get('state'), setOnly, showAll: () => setSearch({}, { replace: true }) };
}

/** All trackers: how many are where, and what is done with those that are chosen. */
export function StockDevices() {
  const { t } = useTranslation('stock');
  const stock = useStock();
  const { data } = stock;
  const failure = useListFailure(stock, t('stock:failed'));
  const { only, setOnly, showAll } = useOnly();
  const [text, setText] = useListText();
  const { visibleDevices, sort, isDown, choose: chooseSort } = useFilteredDevices(data, only, text);
  const byId = useMemo(() => new Map(visibleDevices.map((device) => [device.id, device])), [visibleDevices]);
  const ids = useMemo(() => [...byId.keys()], [byId]);
  const { chosen, choose, toggle } = useChoice(ids);
  const box = useRef<ListBoxHandle>(null);
  return (
    <>
      <StockTiles devices={data} only={only} onOnly={setOnly} />
      <StockTools
        text={text}
        onText={setText}
        onDown={() => box.current?.focus()}
        order={{ sort, isDown, choose: chooseSort }}
      />
      <ListView
        count={data === undefined ? undefined : ids.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{ icon: PackageOpen, title: t('stock:empty'), text: t('stock:emptyText') }}
        notFound={
          only === null && text.trim() === ''
            ? null
            : {
                title: t('stock:notFound'),
                text: t('stock:notFoundText'),
                reset: t('stock:showAll'),
                onReset: showAll,
              }
        }
      >
        <StockRows ref={box} byId={byId} ids={ids} chosen={chosen} onToggle={toggle} />
      </ListView>
      {data !== undefined && (
        <StockBar
          all={data}
          visible={visibleDevices}
          chosen={chosen}
          onChoose={(next) => choose(new Set(next))}
        />
      )}
    </>
  );
}

interface StockRowsProps {
  readonly ref: Ref<ListBoxHandle>;
  readonly byId: ReadonlyMap<number, Device>;
  readonly ids: readonly number[];
  readonly chosen: ReadonlySet<number>;
  readonly onToggle: (id: number, isRange: boolean) => void;
}
/** A press chooses: there is nothing to open. */
function StockRows({ ref, byId, ids, chosen, onToggle }: StockRowsProps) {
  const { t } = useTranslation('stock');
  return (
    <ListBox
      ref={ref}
      label={t('stock:tab.devices')}
      prefix="stock"
      keys={ids}
      rowPx={ROW_PX}
      onOpen={(id) => onToggle(id, false)}
      choice={{ has: (id) => chosen.has(id), toggle: onToggle }}
    >
      {(id) => {
        const device = byId.get(id);
        return device === undefined ? null : <StockRow device={device} isChosen={chosen.has(id)} />;
      }}
    </ListBox>
  );
}

interface StockToolsProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onDown: () => void;
  readonly order: ListSort<(typeof SORTS)[number]>;
}
function StockTools({ text, onText, onDown, order: { sort, isDown, choose } }: StockToolsProps) {
  const { t } = useTranslation('stock');
  return (
    <div className={list.tools}>
      <SearchField label={t('stock:search')} value={text} onChange={onText} onDown={onDown} />
      <SortMenu
        fields={SORTS.map((name) => ({ name, label: t(`stock:sort.${name}`) }))}
        field={sort}
        isDown={isDown}
        onChoose={choose}
      />
    </div>
  );
}

function StockRow({ device, isChosen }: { readonly device: Device; readonly isChosen: boolean }) {
  const { t } = useTranslation('stock');
  const stateName = useStateName();
  const format = useFormat();
  const { name, uniqueId, model, lastUpdate } = device;
  return (
    <>
      <span className={styles.check} data-checked={isChosen} aria-hidden>
        {isChosen && <Check size={14} strokeWidth={3} />}
      </span>
      <span className={list.names}>
        <span className={list.name}>{name}</span>
        <span className={list.detail}>{[model, uniqueId].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={styles.place}>
        <span className={styles.state} data-state={stateOf(device)}>
          {stateName(stateOf(device))}
        </span>
        <span className={list.detail}>
          {lastUpdate === null ? t('stock:never') : format.dateTime(Date.parse(lastUpdate))}
        </span>
      </span>
    </>
  );
}

interface StockTilesProps {
  readonly devices: readonly Device[] | undefined;
  /** The state that is shown; null = all. */
  readonly only: string | null;
  readonly onOnly: (state: StockState | null) => void;
}

/** Number of trackers in each place; each number is also the filter for it. */
function StockTiles({ devices, only, onOnly }: StockTilesProps) {
  const { t } = useTranslation('stock');
  const format = useFormat();
  const stateName = useStateName();
  const counts = useMemo(() => {
    const found = new Map<StockState, number>();
    for (const device of devices ?? []) found.set(stateOf(device), (found.get(stateOf(device)) ?? 0) + 1);
    return found;
  }, [devices]);
  return (
    <div className={styles.tiles} role="group" aria-label={t('stock:states')}>
      {STOCK_STATES.map((state) => (
        <CountTile
          key={state}
          count={devices === undefined ? '–' : format.number(counts.get(state) ?? 0)}
          label={stateName(state)}
          isChosen={only === state}
          onClick={() => onOnly(only === state ? null : state)}
        />
      ))}
    </div>
  );
}
