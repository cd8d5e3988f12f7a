const FIT_PADDING_PX = 48;
const PHONE_PX = 768;
const LEGEND_PX = 36;
/** The buttons at the right edge. */
const CONTROLS_PX = 40;

export const FIT_MAX_ZOOM = 16;

/** Space around a track that is brought into sight, px. @param mapPx Width of the map. */
export function fitPadding(mapPx: number) {
  return {
    // Next to the map there is space for the legend; on a phone it covers its upper edge.
    top: FIT_PADDING_PX + (mapPx <= PHONE_PX ? LEGEND_PX : 0),
    bottom: FIT_PADDING_PX,
    left: FIT_PADDING_PX,
    right: FIT_PADDING_PX + CONTROLS_PX,
  };
}
