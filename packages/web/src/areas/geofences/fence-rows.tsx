import { type Geofence, isAnchor } from '@rastro/fleet';
import { Anchor, Circle, Hexagon, Spline } from 'lucide-react';
import { memo, useMemo, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { ListBox, type ListBoxHandle } from '../../ui/list/list-box.tsx';
import list from '../../ui/list/list.module.css';
import styles from './fence-list.module.css';
import { areaSummary, fenceColor } from './fence-list.ts';
import { useAreaText } from './use-area-text.ts';

export interface FenceRowsProps {
  readonly ref?: Ref<ListBoxHandle>;
  readonly fences: readonly Geofence[];
  readonly onOpen: (id: number) => void;
}

export const ROW_PX = 56;
const ICONS = { circle: Circle, polygon: Hexagon, line: Spline, none: Hexagon } as const;

/** The geofences of the list. */
export function FenceRows({ ref, fences, onOpen }: FenceRowsProps) {
  const { t } = useTranslation('geofences');
  const byId = useMemo(() => new Map(fences.map((fence) => [fence.id, fence])), [fences]);
  const keys = useMemo(() => [...byId.keys()], [byId]);
  return (
    <ListBox
      {...(ref === undefined ? {} : { ref })}
      label={t('geofences:title')}
      prefix="fence"
      keys={keys}
      rowPx={ROW_PX}
      onOpen={onOpen}
    >
      {(id) => {
        const fence = byId.get(id);
        return fence === undefined ? null : <FenceLine fence={fence} />;
      }}
    </ListBox>
  );
}

const FenceLine = memo(function FenceLine({ fence }: { fence: Geofence }) {
  const areaText = useAreaText();
  const summary = areaSummary(fence.area);
  const Icon = isAnchor(fence) ? Anchor : ICONS[summary.kind];
  return (
    <>
      <span className={styles.swatch} style={{ color: fenceColor(fence) }}>
        <Icon size={18} strokeWidth={2} aria-hidden />
      </span>
      <span className={list.names}>
        <span className={list.name}>{fence.name}</span>
        {fence.description !== null && fence.description !== '' && (
          <span className={list.detail}>{fence.description}</span>
        )}
      </span>
      <span className={styles.size}>{areaText(summary)}</span>
    </>
  );
});
