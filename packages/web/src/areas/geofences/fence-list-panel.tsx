import type { Geofence } from '@rastro/fleet';
import { ActionIcon, Button, Menu, SegmentedControl, Switch } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { ArrowDownUp, Circle, Hexagon, Plus, Spline, Upload } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useFencesHidden } from '../../kernel/map/use-fences-hidden.ts';
import { useRights } from '../../kernel/use-rights.ts';
import type { ListBoxHandle } from '../../ui/list/list-box.tsx';
import list from '../../ui/list/list.module.css';
import { Panel } from '../../ui/panel.tsx';
import styles from './fence-list.module.css';
import { FENCE_KINDS, isAnchor, listedFences, type FenceKind } from './fence-list.ts';
import { FenceListState } from './fence-list-state.tsx';
import { FenceRows } from './fence-rows.tsx';
import { ExportItems } from './exchange/export-menu.tsx';
import { FenceTools } from './fence-tools.tsx';
import { useFenceChoice } from './use-fence-choice.ts';
import { useGeofences } from '../../kernel/queries/use-geofences.ts';

/** What a form says to the list when it closes; a key of the namespace. */
export type FenceNotice = 'saved' | 'deleted';

/** The person's geofences: found, sorted, opened; anchors apart. */
export function FenceListPanel() {
  const { t, i18n } = useTranslation('geofences');
  const navigate = useNavigate();
  const { state } = useLocation();
  const fences = useGeofences();
  const rows = useRef<ListBoxHandle>(null);
  const { choice, change } = useFenceChoice();
  const [isHidden, setHidden] = useFencesHidden();
  const asked = useDeferredValue(choice);
  const compareNames = useMemo(
    () => new Intl.Collator(i18n.language, { numeric: true, sensitivity: 'base' }).compare,
    [i18n.language],
  );
  const shown = useMemo(
    () => listedFences(fences.data ?? [], asked, compareNames),
    [fences.data, asked, compareNames],
  );
  const anchors = useMemo(() => fences.data?.filter(isAnchor).length ?? 0, [fences.data]);
  const counts: Readonly<Record<FenceKind, number>> = {
    anchors,
    fences: (fences.data?.length ?? 0) - anchors,
  };
  const notice = (state as { readonly notice?: FenceNotice } | null)?.notice;

  return (
    <Panel title={t('geofences:title')} badge={<NewFence />} actions={<Exchange fences={shown} />}>
      <p className={list.notice} role="status">
        {notice === undefined ? '' : t(`geofences:notice.${notice}`)}
      </p>
      <div className={styles.kinds}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('geofences:kind.label')}
          value={choice.kind}
          onChange={(value) => change({ kind: value === 'anchors' ? 'anchors' : 'fences' })}
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
      <FenceTools choice={choice} onChange={change} onDown={() => rows.current?.focus()} />
      {shown.length > 0 ? (
        <FenceRows ref={rows} fences={shown} onOpen={(id) => void navigate(`/geofence/${id}`)} />
      ) : (
        <FenceListState
          fences={fences}
          kind={choice.kind}
          isNarrowed={choice.text.trim() !== ''}
          onReset={() => change({ text: '' })}
        />
      )}
    </Panel>
  );
}

const ImportFences = lazy(async () => ({
  default: (await import('./exchange/import-fences.tsx')).ImportFences,
}));

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
      {isImporting && (
        <Suspense fallback={null}>
          <ImportFences onClose={() => setImporting(false)} />
        </Suspense>
      )}
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
