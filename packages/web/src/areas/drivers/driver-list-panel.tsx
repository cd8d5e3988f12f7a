import { attributeName, DRIVER_ATTRIBUTES, type Driver } from '@rastro/fleet';
import { IdCard } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDriversNow } from '../../kernel/queries/use-drivers-now.ts';
import { EntityList, type ListOrder } from '../../kernel/screens/entity-list.tsx';
import { useListTexts } from '../../kernel/screens/manager-texts.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { Chip } from '../../ui/chip.tsx';
import list from '../../ui/list/list.module.css';
import { CheckInsLink } from './check-ins-link.tsx';
import { LicenceChip } from './licence-chip.tsx';
import { licenceOf, validityOf } from './licence.ts';
import { DRIVER_SORTS, orderedDrivers, type DriverSort } from './ordered-drivers.ts';
import { ScoresLink } from './scores-link.tsx';
import { useCivilDay } from './use-civil-day.ts';
import { useDrivers } from './use-drivers.ts';

const { licence, category, taxId } = DRIVER_ATTRIBUTES;
const nameOf = ({ name }: Driver): string => name;

/** Vehicles by who has checked in to them. */
function useDrivenNow(): ReadonlyMap<number, string> {
  const now = useDriversNow();
  return useMemo(
    () => new Map(Array.from(now.values(), ({ driverId, deviceName }) => [driverId, deviceName])),
    [now],
  );
}

const LIMITS = ['ended', 'ends'] as const;

/** Drivers whose licences are as the address says. */
function useLimitedDrivers(today: string) {
  const { brand } = useSignedIn().branding;
  const [search, setSearch] = useSearchParams();
  const query = useDrivers();
  const limit = LIMITS.find((each) => each === search.get('licence')) ?? null;
  const { data: all } = query;
  const data = useMemo(
    () =>
      limit === null
        ? all
        : all?.filter((driver) => licenceOf(validityOf(driver, brand), today).kind === limit),
    [all, limit, brand, today],
  );
  const clear = (): void =>
    setSearch(
      (old) => {
        old.delete('licence');
        return old;
      },
      { replace: true },
    );
  return { query: { ...query, data }, limit, clear };
}

/** The drivers that the user manages, and how their licenses stand. */
export function DriverListPanel() {
  const { t } = useTranslation('drivers');
  const { may, isReadonly } = useRights();
  const { brand } = useSignedIn().branding;
  const searchTextOf = useCallback(
    ({ name, uniqueId, attributes }: Driver) => {
      const details = [licence, category, taxId].map((each) => attributes[attributeName(brand, each)]);
      return [name, uniqueId, ...details.filter((each) => typeof each === 'string')].join('\n');
    },
    [brand],
  );
  const arrange = useCallback(
    (found: readonly Driver[], order: ListOrder<DriverSort>) => orderedDrivers(found, { ...order, brand }),
    [brand],
  );
  const today = useCivilDay();
  const driven = useDrivenNow();
  const { query, limit, clear } = useLimitedDrivers(today);
  return (
    <EntityList
      texts={useListTexts('drivers:')}
      icon={IdCard}
      query={query}
      above={
        limit !== null && (
          <p className={list.limits}>
            <Chip
              name={`${t(`drivers:licenceOnly.${limit}`)} · ${query.data?.length ?? 0}`}
              removeLabel={t('drivers:licenceOnly.clear')}
              onRemove={clear}
            />
          </p>
        )
      }
      nameOf={nameOf}
      searchTextOf={searchTextOf}
      order={{ sorts: DRIVER_SORTS, labelOf: (sort) => t(`drivers:sort.${sort}`), arrange }}
      create={!isReadonly && may('drivers.create') ? { label: t('drivers:new'), path: '/drivers/new' } : null}
      actions={
        <>
          <ScoresLink driverId={0} />
          <CheckInsLink driverId={0} />
        </>
      }
      prefix="driver"
      rowPx={58}
      pathOf={(id) => `/drivers/${id}`}
    >
      {(driver) => <DriverLine driver={driver} today={today} drives={driven.get(driver.id) ?? null} />}
    </EntityList>
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
