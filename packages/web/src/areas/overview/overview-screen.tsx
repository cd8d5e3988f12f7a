import { Button, NativeSelect } from '@mantine/core';
import {
  choiceOf,
  standardLayout,
  type Layout,
  type LayoutContent,
  type Layouts,
} from '@rastro/fleet/layouts';
import { Plus, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { usePlace } from '../../kernel/formats/use-place.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { useFeature } from '../../kernel/use-feature.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { AddWidgetDialog } from './add-widget-dialog.tsx';
import { hiddenReason } from './may-see.ts';
import { storedPeriod } from './layout-period.ts';
import { NO_CHOICES, readOverview, writeOverview } from './overview-address.ts';
import { OverviewFilters, type OverviewChoices } from './overview-filters.tsx';
import { OverviewGrid } from './overview-grid.tsx';
import { OverviewMenu } from './overview-menu.tsx';
import styles from './overview.module.css';
import { useLayouts, useOverview, type OpenOverview } from './use-layouts.ts';
import { overviewReport } from './report-link.ts';
import { useScope } from './use-scope.ts';

/** The numbers that somebody opens first. */
export function OverviewScreen() {
  const { t } = useTranslation(['overview', 'common']);
  const { data, error, refetch } = useLayouts();
  useScreenTitle(t('overview:title'));
  return (
    <section className={styles.screen} aria-label={t('overview:title')}>
      {data !== undefined && <Chosen known={data} />}
      {data === undefined && error === null && <ListLoading />}
      {data === undefined && error !== null && (
        <ListMessage
          role="alert"
          title={t('overview:unread')}
          text={t('overview:unreadText')}
          action={{ label: t('common:list.retry'), onClick: () => void refetch() }}
        />
      )}
    </section>
  );
}

/** The overview of the address, else the first; without one, the default. */
function Chosen({ known }: { readonly known: Layouts }) {
  const { t } = useTranslation('overview');
  const signedIn = useSignedIn();
  const [search, setSearch] = useSearchParams();
  /** A default that became an overview while it was open: it stays open, with all that can be undone. */
  const [adopted, setAdopted] = useState<number | null>(null);
  const [isEditing, setEditing] = useState(false);
  const asked = Number(search.get('id') ?? 0);
  const layout = known.layouts.find(({ id }) => id === asked) ?? known.layouts[0] ?? null;
  const standard =
    known.standard ?? standardLayout(t('overview:title'), (kind) => hiddenReason(kind, signedIn) === null);
  const open = (id: number | null): void => {
    setAdopted(null);
    setSearch(id === null ? {} : { id: String(id) }, { replace: true });
  };
  return (
    <Opened
      key={layout === null || layout.id === adopted ? 'standard' : layout.id}
      known={known}
      layout={layout}
      standard={standard}
      isEditing={isEditing}
      onEditing={setEditing}
      onOpen={open}
      onAdded={({ id }) => setAdopted(id)}
    />
  );
}

interface OpenedProps {
  readonly known: Layouts;
  readonly layout: Layout | null;
  readonly standard: LayoutContent;
  readonly isEditing: boolean;
  readonly onEditing: (isEditing: boolean) => void;
  readonly onOpen: (id: number | null) => void;
  readonly onAdded: (layout: Layout) => void;
}

function Opened({ known, layout, standard, isEditing, onEditing, onOpen, onAdded }: OpenedProps) {
  const { t } = useTranslation('overview');
  const overview = useOverview(layout, standard, onAdded);
  const { content, edit, id } = overview;
  const { scope, choice, vehicles, change } = useChoices(overview, isEditing);
  const [isAdding, setAdding] = useState(false);
  const maySave = useMaySave();
  const reportPath = maySave ? overviewReport(content.widgets, choice, vehicles) : null;
  return (
    <>
      <header className={styles.bar}>
        <Names known={known} overview={overview} onOpen={onOpen} />
        {(isEditing || overview.saving !== 'saved') && <SavingState overview={overview} />}
        <span className={styles.spring} />
        {isEditing && <EditTools overview={overview} onAdd={() => setAdding(true)} />}
        <Button
          size="compact-md"
          variant="default"
          aria-pressed={isEditing}
          onClick={() => onEditing(!isEditing)}
        >
          {t(isEditing ? 'overview:done' : 'overview:edit')}
        </Button>
        <OverviewMenu {...{ known, id, content, standard, onOpen, reportPath }} onEdit={edit} />
      </header>
      {/* What scrolls is reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls. */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('overview:figures')}>
        <OverviewFilters choice={choice} vehicles={vehicles} scope={scope} onChange={change} />
        <OverviewGrid
          widgets={content.widgets}
          isEditing={isEditing}
          scope={scope}
          onChange={(widgets) => edit({ widgets })}
        />
        {content.widgets.length === 0 && (
          <ListMessage
            title={t('overview:empty')}
            text={t('overview:emptyText')}
            action={{ label: t('overview:add.title'), onClick: () => setAdding(true) }}
          />
        )}
      </div>
      {isAdding && (
        <AddWidgetDialog
          widgets={content.widgets}
          onChange={(widgets) => edit({ widgets })}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

/** Whether its reader may store the same as a report, and have it mailed. */
function useMaySave(): boolean {
  const { may, isReadonly } = useRights();
  const hasHistory = useFeature('history');
  return hasHistory && may('reports.view') && may('reports.export') && !isReadonly;
}

/** While it is edited, period and vehicles are those of the overview; else the reader may look at others for a while. */
function useChoices({ content, edit }: OpenOverview, isEditing: boolean) {
  const [search, setSearch] = useSearchParams();
  const { zone } = usePlace();
  const text = search.toString();
  const asked = useMemo(
    () => (isEditing ? NO_CHOICES : readOverview(new URLSearchParams(text))),
    [isEditing, text],
  );
  const { period, deviceIds, groupIds } = content;
  const choice = useMemo(() => asked.choice ?? choiceOf(period, zone), [asked.choice, period, zone]);
  const vehicles = asked.vehicles ?? { deviceIds, groupIds };
  const change = (part: OverviewChoices): void => {
    if (isEditing)
      edit({ ...part.vehicles, ...(part.choice && { period: storedPeriod(part.choice, zone) }) });
    else setSearch((old) => writeOverview(old, part), { replace: true });
  };
  return { scope: useScope(vehicles, choice), choice, vehicles, change };
}

interface EditToolsProps {
  readonly overview: OpenOverview;
  readonly onAdd: () => void;
}
function EditTools({ overview: { canUndo, undo }, onAdd }: EditToolsProps) {
  const { t } = useTranslation('overview');
  return (
    <>
      <Button size="compact-md" leftSection={<Plus size={15} aria-hidden />} onClick={onAdd}>
        {t('overview:add.title')}
      </Button>
      {canUndo && (
        <IconAction label={t('overview:undo')} onClick={undo}>
          <Undo2 size={17} aria-hidden />
        </IconAction>
      )}
    </>
  );
}

interface NamesProps {
  readonly known: Layouts;
  readonly overview: OpenOverview;
  readonly onOpen: (id: number) => void;
}
/** The name, or a choice of several. */
function Names({ known, overview: { id, content }, onOpen }: NamesProps) {
  const { t } = useTranslation('overview');
  if (known.layouts.length < 2) return <h1 className={styles.name}>{content.name}</h1>;
  return (
    <h1 className={styles.name}>
      <NativeSelect
        size="sm"
        aria-label={t('overview:choose')}
        value={String(id ?? '')}
        data={known.layouts.map((each) => ({
          value: String(each.id),
          label: each.id === id ? content.name : each.name,
        }))}
        onChange={(event) => onOpen(Number(event.currentTarget.value))}
      />
    </h1>
  );
}

function SavingState({ overview: { saving, retry } }: { readonly overview: OpenOverview }) {
  const { t } = useTranslation(['overview', 'common']);
  return (
    <span className={styles.saving} role="status" data-saving={saving}>
      {t(`overview:saving.${saving}`)}
      {saving === 'failed' && (
        <Button variant="subtle" size="compact-xs" onClick={retry}>
          {t('common:list.retry')}
        </Button>
      )}
    </span>
  );
}
