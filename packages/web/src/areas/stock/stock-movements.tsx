import { MINUTE_MS } from '@rastro/base';
import type { StockMovement } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RowCell } from '../../ui/sheets/sheet-value.ts';
import { useSheetValues } from '../../kernel/formats/use-sheet-values.ts';
import { SearchedList } from '../../kernel/screens/searched-list.tsx';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { usePlace } from '../../kernel/formats/use-place.ts';
import { PeriodPicker } from '../../kernel/period/period-picker.tsx';
import { periodOf, readPeriod, writePeriod } from '../../kernel/period/period.ts';
import { periodKey, rereadMs } from '../../kernel/queries/moving-period.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useFound } from '../../kernel/screens/use-found.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { useServices } from '../../kernel/services.tsx';
import { Chip } from '../../ui/chip.tsx';
import { LastLine, Line, Lines } from '../../ui/list/lines.tsx';
import { RowsMenu } from '../../kernel/screens/rows-menu.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './stock.module.css';
import { STOCK_KEY, useStateName } from './use-stock.ts';

const ROW_PX = 64;
/** The rest stands in the file. */
const MAX_ROWS = 500;
const searchTextOf = ({ deviceName, userName, note }: StockMovement): string =>
  [deviceName, userName, note].join('\n');
/** Newest first, whatever the language. */
const orderOf = ({ at }: StockMovement): string => String(Number.MAX_SAFE_INTEGER - Date.parse(at));

/** Of one tracker all, of all those of a period. */
function useMovements(deviceId: number) {
  const { extension } = useServices();
  const [search] = useSearchParams();
  const asked = readPeriod(search);
  const hasPeriod = ['period', 'from'].some((name) => search.has(name));
  const choice = hasPeriod ? asked : ({ preset: '30d' } as const);
  const period = periodOf(choice, useNow(MINUTE_MS), usePlace());
  const [from, to] = [period.from.toISOString(), period.to.toISOString()];
  const query = deviceId > 0 ? { deviceId } : { from, to };
  const movements = useQuery<readonly StockMovement[]>({
    queryKey: [...STOCK_KEY, 'movements', deviceId, ...periodKey(period)],
    refetchInterval: rereadMs(period),
    queryFn: async ({ signal }) => valueOf(await extension.stock.movements(query, signal)),
  });
  return { choice, period, movements };
}

/** Movements of trackers: user, tracker, origin, destination and reason. */
export function StockMovements() {
  const { t } = useTranslation('stock');
  const [search, setSearch] = useSearchParams();
  const deviceId = Number(search.get('device') ?? 0) || 0;
  const [text, setText] = useListText();
  const { choice, period, movements } = useMovements(deviceId);
  const { data } = movements;
  const found = useFound(data, text, { searchTextOf, nameOf: orderOf });
  const ofAll = (): void => setSearch({ tab: 'movements' }, { replace: true });
  return (
    <>
      {deviceId === 0 ? (
        <div className={styles.period}>
          <PeriodPicker
            choice={choice}
            period={period}
            onChange={(next) => setSearch((old) => writePeriod(old, next), { replace: true })}
          />
        </div>
      ) : (
        <div className={styles.period}>
          <Chip
            name={data?.[0]?.deviceName ?? t('stock:oneTracker')}
            removeLabel={t('stock:ofAll')}
            onRemove={ofAll}
          />
        </div>
      )}
      <SearchedList
        query={movements}
        count={found.length}
        search={{ label: t('stock:searchPast'), text, onChange: setText }}
        tools={<MovementSheet found={found} />}
        icon={History}
        texts={{
          failed: t('stock:pastFailed'),
          empty: t('stock:pastEmpty'),
          emptyText: t('stock:pastEmptyText'),
          notFound: t('stock:notFound'),
          notFoundText: t('stock:notFoundText'),
        }}
        rowPx={ROW_PX}
      >
        <MovementLines found={found} />
      </SearchedList>
    </>
  );
}

function MovementLines({ found }: { readonly found: readonly StockMovement[] }) {
  const { t } = useTranslation('stock');
  const format = useFormat();
  const stateName = useStateName();
  return (
    <Lines label={t('stock:tab.movements')}>
      {found.slice(0, MAX_ROWS).map(({ at, deviceId, deviceName, from, to, userName, note }) => (
        <Line
          key={`${at}/${deviceId}`}
          head={{ what: deviceName, at, when: format.dateTime(Date.parse(at)) }}
        >
          <span>{t('stock:moved', { from: stateName(from), to: stateName(to), who: userName })}</span>
          {note !== '' && <span className={styles.note}>{note}</span>}
        </Line>
      ))}
      {found.length > MAX_ROWS && <LastLine>{t('stock:most', { most: MAX_ROWS })}</LastLine>}
    </Lines>
  );
}

const COLUMNS = ['when', 'name', 'from', 'to', 'who', 'note'] as const;

function MovementSheet({ found }: { readonly found: readonly StockMovement[] }) {
  const { t } = useTranslation('stock');
  const cells = useSheetValues();
  const stateName = useStateName();
  const rows = (): readonly (readonly RowCell[])[] => [
    COLUMNS.map((name) => t(`stock:column.${name}`)),
    ...found.map(({ at, deviceName, from, to, userName, note }) => [
      cells.instant(at),
      deviceName,
      stateName(from),
      stateName(to),
      userName,
      note,
    ]),
  ];
  return <RowsMenu name={t('stock:tab.movements')} rows={rows} />;
}
