import { attributeName, DRIVER_ATTRIBUTES, type Driver } from '@rastro/fleet';
import { IdCard } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDriversNow } from '../../kernel/queries/use-drivers-now.ts';
import { ListPanel } from '../../kernel/screens/list-panel.tsx';
import { useFound } from '../../kernel/screens/use-found.ts';
import { useListSort } from '../../kernel/screens/use-list-sort.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import list from '../../ui/list/list.module.css';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { CheckInsLink } from './check-ins-link.tsx';
import { LicenceChip } from './licence-chip.tsx';
import { licenceOf, validityOf } from './licence.ts';
import { DRIVER_SORTS, orderedDrivers } from './ordered-drivers.ts';
import { useCivilDay } from './use-civil-day.ts';
import { useDrivers } from './use-drivers.ts';

const ROW_PX = 58;
const { licence, category, taxId } = DRIVER_ATTRIBUTES;
const nameOf = ({ name }: Driver): string => name;

/** The matching drivers, in the order of the address. */
function useFilteredDrivers(drivers: readonly Driver[] | undefined, text: string) {
  const { brand } = useSignedIn().branding;
  const searchTextOf = useCallback(
    ({ name, uniqueId, attributes }: Driver) => {
      const details = [licence, category, taxId].map((each) => attributes[attributeName(brand, each)]);
      return [name, uniqueId, ...details.filter((each) => typeof each === 'string')].join('\n');
    },
    [brand],
  );
  const found = useFound(drivers, text, { searchTextOf, nameOf });
  const order = useListSort(DRIVER_SORTS);
  const { sort, isDown } = order;
  const visibleDrivers = useMemo(
    () => new Map(orderedDrivers(found, { sort, isDown, brand }).map((each) => [each.id, each])),
    [found, sort, isDown, brand],
  );
  return { ...order, visibleDrivers };
}

/** Vehicles by who has checked in to them. */
function useDrivenNow(): ReadonlyMap<number, string> {
  const now = useDriversNow();
  return useMemo(
    () => new Map(Array.from(now.values(), ({ driverId, deviceName }) => [driverId, deviceName])),
    [now],
  );
}

/** The drivers that the user manages, and how their licenses stand. */
export function DriverListPanel() {
  const { t } = useTranslation('drivers');
  const { may, isReadonly } = useRights();
  const drivers = useDrivers();
  const [text, setText] = useListText();
  const { visibleDrivers, sort, isDown, choose } = useFilteredDrivers(drivers.data, text);
  const ids = useMemo(() => [...visibleDrivers.keys()], [visibleDrivers]);
  const today = useCivilDay();
  const driven = useDrivenNow();
  return (
    <ListPanel
      title={t('drivers:title')}
      query={drivers}
      ids={ids}
      search={{ label: t('drivers:search'), text, onChange: setText }}
      texts={{
        failed: t('drivers:failed'),
        notFound: t('drivers:notFound'),
        notFoundText: t('drivers:notFoundText'),
      }}
      empty={{ icon: IdCard, title: t('drivers:empty'), text: t('drivers:emptyText') }}
      notices={{ saved: t('drivers:notice.saved'), deleted: t('drivers:notice.deleted') }}
      create={!isReadonly && may('drivers.create') ? { label: t('drivers:new'), path: '/drivers/new' } : null}
      tools={
        <SortMenu
          fields={DRIVER_SORTS.map((name) => ({ name, label: t(`drivers:sort.${name}`) }))}
          field={sort}
          isDown={isDown}
          onChoose={choose}
        />
      }
      actions={<CheckInsLink driverId={0} />}
      prefix="driver"
      rowPx={ROW_PX}
      pathOf={(id) => `/drivers/${id}`}
    >
      {(id) => {
        const driver = visibleDrivers.get(id);
        return driver === undefined ? null : (
          <DriverLine driver={driver} today={today} drives={driven.get(driver.id) ?? null} />
        );
      }}
    </ListPanel>
  );
}

interface DriverLineProps {
  readonly driver: Driver;
  readonly today: string;
  /** Vehicle that the driver has checked in to. */
  readonly drives: string | null;
}

function DriverLine({ driver, today, drives }: DriverLineProps) {
  const { t } = useTranslation('drivers');
  const { brand } = useSignedIn().branding;
  return (
    <>
      <span className={list.names}>
        <span className={list.name}>{driver.name}</span>
        <span className={list.detail}>
          {driver.uniqueId}
          {drives !== null && ` · ${t('drivers:checkIns.driving', { name: drives })}`}
        </span>
      </span>
      <LicenceChip licence={licenceOf(validityOf(driver, brand), today)} />
    </>
  );
}
