import { Button, Menu, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Circle, Hexagon, Plus, Spline } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useRights } from '../../app/use-rights.ts';
import type { ListBoxHandle } from '../../ui/list/list-box.tsx';
import list from '../../ui/list/list.module.css';
import { Panel } from '../../ui/panel.tsx';
import styles from './fence-list.module.css';
import {
  FENCE_KINDS,
  FIRST_FENCE_CHOICE,
  isAnchor,
  listedFences,
  type FenceChoice,
  type FenceKind,
} from './fence-list.ts';
import { FenceListState } from './fence-list-state.tsx';
import { FenceRows } from './fence-rows.tsx';
import { FenceTools } from './fence-tools.tsx';
import { useGeofences } from './use-geofences.ts';

/** What a form says to the list when it closes; a key of the namespace. */
export type FenceNotice = 'saved' | 'deleted';

/** The person's geofences: found, sorted, opened; anchors apart. */
export function FenceListPanel() {
  const { t, i18n } = useTranslation('geofences');
  const navigate = useNavigate();
  const { state } = useLocation();
  const fences = useGeofences();
  const rows = useRef<ListBoxHandle>(null);
  const [choice, setChoice] = useState<FenceChoice>(FIRST_FENCE_CHOICE);
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
  const change = (part: Partial<FenceChoice>): void => setChoice((old) => ({ ...old, ...part }));

  return (
    <Panel title={t('geofences:title')} badge={<NewFence />}>
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
