import { dockPx } from '../areas/history/dock-size.ts';
import { fitPadding } from '../map/tracks/track-fit.ts';
import { panelInset } from '../ui/panel-size.ts';

/** Size of the window and of the map in it, px. */
export interface PictureLayout {
  readonly isPhone: boolean;
  readonly window: Size;
  readonly map: Size;
}
interface Size {
  readonly width: number;
  readonly height: number;
}
/** Part of the map, px. */
export interface FreePart {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Part of the map that a track is fitted into while the past of one vehicle is open. */
export function freePart({ isPhone, window, map }: PictureLayout): FreePart {
  const { left, bottom } = panelInset({ ...window, isPhone });
  const padding = fitPadding(map.width);
  return {
    left: left + padding.left,
    top: padding.top,
    right: map.width - padding.right,
    bottom: map.height - padding.bottom - (isPhone ? bottom : dockPx(1, false)),
  };
}
