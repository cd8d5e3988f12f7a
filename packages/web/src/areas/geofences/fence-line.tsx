import { isAnchor, type Geofence } from '@rastro/fleet';
import { Anchor, Circle, Hexagon, Spline } from 'lucide-react';
import { memo } from 'react';
import list from '../../ui/list/list.module.css';
import styles from './fence-list.module.css';
import { areaSummary, fenceColor } from './fence-list.ts';
import { useAreaText } from './use-area-text.ts';

export const ROW_PX = 56;
const ICONS = { circle: Circle, polygon: Hexagon, line: Spline, none: Hexagon } as const;

/** A geofence in the list. */
export const FenceLine = memo(function FenceLine({ fence }: { fence: Geofence }) {
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
