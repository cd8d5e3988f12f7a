import { MINUTE_MS } from '@rastro/base';
import type { QrCheckIn } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { ScanQrCode } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowCell } from '../../ui/sheets/sheet-value.ts';
import { useSheetValues } from '../../kernel/formats/use-sheet-values.ts';
import { SearchedList } from '../../kernel/screens/searched-list.tsx';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { usePlace } from '../../kernel/formats/use-place.ts';
import { PeriodPicker } from '../../kernel/period/period-picker.tsx';
import {
  periodOf,
  readPeriod,
  writePeriod,
  type Period,
  type PeriodChoice,
} from '../../kernel/period/period.ts';
import { periodKey, rereadMs } from '../../kernel/queries/moving-period.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useCompareNames, useFound } from '../../kernel/screens/use-found.ts';
import { useListSort } from '../../kernel/screens/use-list-sort.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { useServices } from '../../kernel/services.tsx';
import { Chip } from '../../ui/chip.tsx';
import { LastLine, Line, Lines } from '../../ui/list/lines.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowsMenu } from '../../kernel/screens/rows-menu.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './drivers.module.css';

const ROW_PX = 64;
/** The rest stands in the file. */
const MAX_ROWS = 500;
const SORTS = ['newest', 'driver', 'vehicle', 'duration'] as const;
type Sort = (typeof SORTS)[number];
const searchTextOf = ({ driverName, deviceName, plate }: QrCheckIn): string =>
  [driverName, deviceName, plate].join('\n');
const orderOf = ({ since }: QrCheckIn): string => String(Number.MAX_SAFE_INTEGER - Date.parse(since));
const lengthOf = ({ since, until }: QrCheckIn, now: number): number =>
  (until === null ? now : Date.parse(until)) - Date.parse(since);

function useCheckIns(driverId: number, now: number) {
  const { extension } = useServices();
  const [search] = useSearchParams();
  const hasPeriod = ['period', 'from'].some((name) => search.has(name));
  const choice = hasPeriod ? readPeriod(search) : ({ preset: '30d' } as const);
  const period = periodOf(choice, now, usePlace());
  const [from, to] = [period.from.toISOString(), period.to.toISOString()];
  const checkIns = useQuery<readonly QrCheckIn[]>({
    queryKey: ['checkIns', driverId, ...periodKey(period)],
    refetchInterval: rereadMs(period),
    queryFn: async ({ signal }) =>
      valueOf(await extension.checkIns({ from, to, ...(driverId > 0 && { driverId }) }, signal)),
  });
  return { choice, period, checkIns };
}

/** The matching check-ins, in the order of the address. */
function useFilteredCheckIns(data: readonly QrCheckIn[] | undefined, text: string, now: number) {
  const found = useFound(data, text, { searchTextOf, nameOf: orderOf });
  const order = useListSort<Sort>(SORTS);
  const { sort, isDown } = order;
  const compare = useCompareNames();
  const visibleCheckIns = useMemo(() => {
    const orders = {
      driver: (a: QrCheckIn, b: QrCheckIn) => compare(a.driverName, b.driverName),
      vehicle: (a: QrCheckIn, b: QrCheckIn) => compare(a.deviceName, b.deviceName),
      duration: (a: QrCheckIn, b: QrCheckIn) => lengthOf(a, now) - lengthOf(b, now),
    };
    const ordered = sort === 'newest' ? found : found.toSorted(orders[sort]);
    return isDown ? ordered.toReversed() : ordered;
  }, [found, sort, isDown, compare, now]);
  return { order, visibleCheckIns };
}

/** Check-ins: driver, vehicle, start, end, and how each one ended. @source docs/reference/requirements.md PRODUCT §6 */
export function CheckInsPanel() {
  const { t } = useTranslation('drivers');
  const [search] = useSearchParams();
  const driverId = Number(search.get('driver') ?? 0) || 0;
  const [text, setText] = useListText();
  const now = useNow(MINUTE_MS);
  const { choice, period, checkIns } = useCheckIns(driverId, now);
  const { data } = checkIns;
  const { visibleCheckIns, order } = useFilteredCheckIns(data, text, now);
  return (
    <Panel
      title={t('drivers:checkIns.title')}
      badge={<CheckInSheetMenu checkIns={visibleCheckIns} now={now} />}
      back={driverId > 0 ? `/drivers/${driverId}` : '/drivers'}
      expandable
      tall
    >
      <CheckInPeriod
        driver={driverId > 0 ? (data?.[0]?.driverName ?? t('drivers:one')) : null}
        {...{ choice, period }}
      />
      <SearchedList
        query={checkIns}
        count={visibleCheckIns.length}
        search={{ label: t('drivers:checkIns.search'), text, onChange: setText }}
        sorts={{ names: SORTS, labelOf: (sort) => t(`drivers:checkIns.sort.${sort}`), order }}
        icon={ScanQrCode}
        texts={{
          failed: t('drivers:checkIns.failed'),
          empty: t('drivers:checkIns.empty'),
          emptyText: t('drivers:checkIns.emptyText'),
          notFound: t('drivers:checkIns.notFound'),
          notFoundText: t('drivers:notFoundText'),
        }}
        rowPx={ROW_PX}
      >
        <CheckInLines checkIns={visibleCheckIns} now={now} />
      </SearchedList>
    </Panel>
  );
}

interface CheckInPeriodProps {
  /** Driver whose check-ins these are; null = all drivers. */
  readonly driver: string | null;
  readonly choice: PeriodChoice;
  readonly period: Period;
}
function CheckInPeriod({ driver, choice, period }: CheckInPeriodProps) {
  const { t } = useTranslation('drivers');
  const [, setSearch] = useSearchParams();
  return (
    <div className={styles.period}>
      {driver !== null && (
        <Chip
          name={driver}
          removeLabel={t('drivers:checkIns.ofAll')}
          onRemove={() => setSearch({}, { replace: true })}
        />
      )}
      <PeriodPicker
        choice={choice}
        period={period}
        onChange={(next) => setSearch((old) => writePeriod(old, next), { replace: true })}
      />
    </div>
  );
}

interface FilteredProps {
  readonly checkIns: readonly QrCheckIn[];
  readonly now: number;
}

function CheckInLines({ checkIns, now }: FilteredProps) {
  const { t } = useTranslation('drivers');
  const format = useFormat();
  const at = (instant: string): string => format.dateTime(Date.parse(instant));
  return (
    <Lines label={t('drivers:checkIns.title')}>
      {checkIns.slice(0, MAX_ROWS).map((each) => (
        <Line
          key={`${each.since}/${each.deviceId}/${each.driverId}`}
          head={{
            what: [each.driverName, each.deviceName, each.plate].filter((part) => part !== '').join(' · '),
            at: each.since,
            when: format.duration(lengthOf(each, now)),
          }}
        >
          <span>
            {each.until === null
              ? t('drivers:checkIns.still', { since: at(each.since) })
              : t('drivers:checkIns.span', { since: at(each.since), until: at(each.until) })}
          </span>
          {each.end !== null && <span>{t(`drivers:checkIns.end.${each.end}`)}</span>}
        </Line>
      ))}
      {checkIns.length > MAX_ROWS && <LastLine>{t('drivers:checkIns.most', { most: MAX_ROWS })}</LastLine>}
    </Lines>
  );
}

const COLUMNS = ['driver', 'vehicle', 'plate', 'since', 'until', 'duration', 'end'] as const;

function CheckInSheetMenu({ checkIns, now }: FilteredProps) {
  const { t } = useTranslation('drivers');
  const cells = useSheetValues();
  const rows = (): readonly (readonly RowCell[])[] => [
    COLUMNS.map((name) => t(`drivers:checkIns.column.${name}`)),
    ...checkIns.map((each) => [
      each.driverName,
      each.deviceName,
      each.plate,
      cells.instant(each.since),
      cells.instant(each.until),
      cells.duration(lengthOf(each, now)),
      each.end === null ? '' : t(`drivers:checkIns.end.${each.end}`),
    ]),
  ];
  return <RowsMenu name={t('drivers:checkIns.title')} rows={rows} />;
}
