import { Button, NativeSelect } from '@mantine/core';
import { readCivilDate } from '@rastro/fleet/billing';
import { ChevronLeft, ChevronRight, Plus, Waypoints } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { localTime, momentOf } from '../../i18n/zoned-time.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { DateField } from '../../ui/date-field.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { FurtherLines } from '../../ui/list/further-lines.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNow } from '../../ui/use-now.ts';
import { RouteRows } from './route-rows.tsx';
import styles from './orders.module.css';
import { useRoutes, type RouteView } from './use-routes.ts';

const ROW_PX = 72;
const DAY_CHARACTERS = 10;
const NOON = 'T12:00';
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Routes of one day: which vehicle does what, and how far it is. */
export function RoutesPanel() {
  const { t } = useTranslation('routes');
  const navigate = useNavigate();
  const { view, typed, set } = useRouteView();
  const query = useRoutes(view);
  const failure = useListFailure(query, t('routes:failed'));
  const routes = query.data?.pages.flatMap((page) => page.routes);
  return (
    <Panel title={t('routes:title')} expandable wide tall>
      <div className={styles.page}>
        <div className={styles.tools}>
          <div className={styles.find}>
            <SearchField label={t('routes:search')} value={view.text} onChange={(value) => set('q', value)} />
            <NewRoute day={view.day} />
          </div>
          <DayTools view={view} typed={typed} onSet={set} />
        </div>
        <ListView
          count={routes?.length}
          rowPx={ROW_PX}
          failure={failure}
          empty={{ icon: Waypoints, title: t('routes:empty'), text: t('routes:emptyText') }}
          notFound={
            view.text === ''
              ? null
              : {
                  title: t('routes:notFound'),
                  text: t('routes:notFoundText'),
                  onReset: () => set('q', ''),
                }
          }
        >
          <RouteRows routes={routes ?? []} onOpen={(id) => void navigate(`/routes/${id}`)} />
          <FurtherLines failure={failure?.text ?? null} more={t('routes:more')} query={query} />
        </ListView>
      </div>
    </Panel>
  );
}

type Setter = (name: 'day' | 'q' | 'order', value: string) => void;

/** The day, the words and the order of the address; a day that is not finished counts as today. */
function useRouteView(): { readonly view: RouteView; readonly typed: string; readonly set: Setter } {
  const zone = useZone();
  const now = useNow(MINUTE_MS);
  const [search, setSearch] = useSearchParams();
  const today = localTime(now, zone).slice(0, DAY_CHARACTERS);
  const typed = search.get('day') ?? today;
  return {
    view: {
      day: readCivilDate(typed) ?? today,
      text: search.get('q') ?? '',
      isDown: search.get('order') === 'down',
    },
    typed,
    set: (name, value) =>
      setSearch(
        (old) => {
          if (value === '') old.delete(name);
          else old.set(name, value);
          return old;
        },
        { replace: true },
      ),
  };
}

interface DayToolsProps {
  readonly view: RouteView;
  /** The day as it was typed. */
  readonly typed: string;
  readonly onSet: Setter;
}
function DayTools({ view: { day, isDown }, typed, onSet }: DayToolsProps) {
  const { t } = useTranslation('routes');
  const zone = useZone();
  const shift = (days: number): void =>
    onSet('day', localTime(momentOf(`${day}${NOON}`, zone) + days * DAY_MS, zone).slice(0, DAY_CHARACTERS));
  return (
    <div className={styles.day}>
      <IconAction label={t('routes:dayBefore')} onClick={() => shift(-1)}>
        <ChevronLeft size={18} aria-hidden />
      </IconAction>
      <DateField
        kind="date"
        size="xs"
        aria-label={t('routes:day')}
        value={typed}
        onChange={(value) => onSet('day', value)}
      />
      <IconAction label={t('routes:dayAfter')} onClick={() => shift(1)}>
        <ChevronRight size={18} aria-hidden />
      </IconAction>
      <NativeSelect
        size="xs"
        aria-label={t('routes:sort.label')}
        data={(['up', 'down'] as const).map((value) => ({ value, label: t(`routes:sort.vehicle.${value}`) }))}
        value={isDown ? 'down' : 'up'}
        onChange={({ currentTarget: { value } }) => onSet('order', value === 'down' ? 'down' : '')}
      />
    </div>
  );
}

function NewRoute({ day }: { readonly day: string }) {
  const { t } = useTranslation('routes');
  const navigate = useNavigate();
  const { may, isReadonly } = useRights();
  if (isReadonly || !may('orders.create')) return null;
  return (
    <>
      <Button size="sm" variant="default" onClick={() => void navigate(`/routes/plan?day=${day}`)}>
        {t('routes:plan.open')}
      </Button>
      <Button
        size="sm"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => void navigate(`/routes/new?day=${day}`)}
      >
        {t('routes:new')}
      </Button>
    </>
  );
}
