import { isAnchor, type Geofence } from '@rastro/fleet';
import { ActionIcon, Button, Menu, SegmentedControl, Switch } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Anchor, ArrowDownUp, Circle, Hexagon, Plus, Spline, Upload } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFencesHidden } from '../../kernel/map/use-fences-hidden.ts';
import { useGeofences } from '../../kernel/queries/use-geofences.ts';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { ListPanel } from '../../kernel/screens/list-panel.tsx';
import { useCompareNames } from '../../kernel/screens/use-found.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { ExportItems } from './exchange/export-menu.tsx';
import { FenceLine, ROW_PX } from './fence-line.tsx';
import { latePart } from '../../ui/late-part.tsx';
import styles from './fence-list.module.css';
import {
  FENCE_KINDS,
  FENCE_SORTS,
  listedFences,
  nextFenceSort,
  type FenceChoice,
  type FenceKind,
} from './fence-list.ts';
import { useFenceChoice } from './use-fence-choice.ts';

/** The user's geofences: found, sorted, opened; anchors apart. */
export function FenceListPanel() {
  const { t } = useTranslation('geofences');
  const fences = useGeofences();
  const { choice, change } = useFenceChoice();
  const asked = useDeferredValue(choice);
  const compareNames = useCompareNames();
  const visibleFences = useMemo(
    () => listedFences(fences.data ?? [], asked, compareNames),
    [fences.data, asked, compareNames],
  );
  const byId = useMemo(() => new Map(visibleFences.map((fence) => [fence.id, fence])), [visibleFences]);
  const ids = useMemo(() => [...byId.keys()], [byId]);
  return (
    <ListPanel
      title={t('geofences:title')}
      query={fences}
      ids={ids}
      search={{
        label: t('geofences:search'),
        text: choice.text,
        onChange: (text) => change({ text }),
      }}
      icon={choice.kind === 'anchors' ? Anchor : Hexagon}
      texts={{
        empty: t(`geofences:empty.${choice.kind}`),
        emptyText: t(`geofences:emptyText.${choice.kind}`),
        failed: t('geofences:failed'),
        notFound: t('geofences:notFound'),
        notFoundText: t('geofences:notFoundText'),
      }}
      notices={{ saved: t('geofences:notice.saved'), deleted: t('geofences:notice.deleted') }}
      renderNext={(id) => <LinkVehicles fence={byId.get(id)} />}
      create={null}
      badge={<NewFence />}
      actions={<Exchange fences={visibleFences} />}
      above={<KindFilter fences={fences.data ?? NONE} kind={choice.kind} onChange={change} />}
      tools={<FenceSort sort={choice.sort} onChange={change} />}
      prefix="fence"
      rowPx={ROW_PX}
      pathOf={(id) => `/geofence/${id}`}
    >
      {(id) => {
        const fence = byId.get(id);
        return fence === undefined ? null : <FenceLine fence={fence} />;
      }}
    </ListPanel>
  );
}

/** A new fence is linked to nothing yet. */
function LinkVehicles({ fence }: { fence: Geofence | undefined }) {
  const { t } = useTranslation('geofences');
  if (!fence || isAnchor(fence)) return null;
  const { id, name } = fence;
  return (
    <LinksButton subject={{ kind: 'geofence', id, name }} label={t('geofences:linkVehicles', { name })} />
  );
}

const NONE: readonly Geofence[] = [];

interface KindFilterProps {
  readonly fences: readonly Geofence[];
  readonly kind: FenceKind;
  readonly onChange: (part: Partial<FenceChoice>) => void;
}

/** Switches for the kind in the list, and for geofences on the map. */
function KindFilter({ fences, kind, onChange }: KindFilterProps) {
  const { t } = useTranslation('geofences');
  const [isHidden, setHidden] = useFencesHidden();
  const anchors = useMemo(() => fences.filter(isAnchor).length, [fences]);
  const counts: Readonly<Record<FenceKind, number>> = { anchors, fences: fences.length - anchors };
  return (
    <>
      <div className={styles.kinds}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('geofences:kind.label')}
          value={kind}
          onChange={(value) => onChange({ kind: value === 'anchors' ? 'anchors' : 'fences' })}
          data={FENCE_KINDS.map((value) => ({
            value,
            label: t(`geofences:kind.${value}`, { shown: counts[value] }),
          }))}
        />
      </div>
      <div className={styles.hide}>
        <Switch
          size="sm"
          label={t('geofences:hide')}
          checked={isHidden}
          onChange={(event) => setHidden(event.currentTarget.checked)}
        />
      </div>
    </>
  );
}

function FenceSort({ sort, onChange }: Pick<FenceChoice, 'sort'> & Pick<KindFilterProps, 'onChange'>) {
  const { t } = useTranslation('geofences');
  return (
    <SortMenu
      fields={FENCE_SORTS.map((name) => ({ name, label: t(`geofences:sort.${name}`) }))}
      field={FENCE_SORTS.find((name) => sort.startsWith(name)) ?? 'name'}
      isDown={sort.endsWith('-desc')}
      onChoose={(name) => onChange({ sort: nextFenceSort(sort, name) })}
    />
  );
}

const ImportFences = latePart(
  'notice',
  async () => (await import('./exchange/import-fences.tsx')).ImportFences,
);

/** Out of a file and into one: what the list shows is what is written. */
function Exchange({ fences }: { fences: readonly Geofence[] }) {
  const { t } = useTranslation('geofences');
  const { may, isReadonly } = useRights();
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('geofences:exchange.label')}>
            <ArrowDownUp size={17} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isReadonly && may('geofences.create') && (
            <Menu.Item leftSection={<Upload size={15} aria-hidden />} onClick={() => setImporting(true)}>
              {t('geofences:exchange.import')}
            </Menu.Item>
          )}
          <Menu.Label>{t('geofences:exchange.shown', { count: fences.length })}</Menu.Label>
          <ExportItems fences={fences} fileName={t('geofences:title')} />
        </Menu.Dropdown>
      </Menu>
      {isImporting && <ImportFences onClose={() => setImporting(false)} />}
    </>
  );
}

/** A new fence starts with its shape. */
function NewFence() {
  const { t } = useTranslation('geofences');
  const navigate = useNavigate();
  const { may, isReadonly } = useRights();
  if (isReadonly || !may('geofences.create')) return null;
  const start = (shape: string): void => void navigate(`/geofence/new?shape=${shape}`);
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <Button size="compact-sm" variant="light" leftSection={<Plus size={15} aria-hidden />}>
          {t('geofences:new')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Circle size={15} aria-hidden />} onClick={() => start('circle')}>
          {t('geofences:shape.circle')}
        </Menu.Item>
        <Menu.Item leftSection={<Hexagon size={15} aria-hidden />} onClick={() => start('polygon')}>
          {t('geofences:shape.polygon')}
        </Menu.Item>
        <Menu.Item leftSection={<Spline size={15} aria-hidden />} onClick={() => start('line')}>
          {t('geofences:shape.line')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
