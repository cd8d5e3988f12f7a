/** Parts of a vehicle's picture that many vehicles share. */
export interface OverviewStyle {
  readonly category: string | null;
  /** As the attributes `{brand}.color` and `{brand}.color_extra` have them; null = none. */
  readonly color: string | null;
  readonly extraColor: string | null;
}

/** `RFO1`, read as a little-endian number. */
export const MAGIC = 0x31_4f_46_52;
/** Magic, number of vehicles, bytes of the styles. */
export const HEAD_BYTES = 12;
/** Latitude and longitude are whole numbers of this part of a degree: about a centimeter. */
export const PARTS_OF_DEGREE = 1e7;

/** Bits of a vehicle's state beside its status, which takes the lowest two. */
export const OVERVIEW_FLAGS = { located: 4, moving: 8, alarm: 16 } as const;
export const STATUS_BITS = 3;

/** Where each column begins; the wide ones come first, so that all of them are aligned. */
export function columnsOf(count: number) {
  const ids = HEAD_BYTES;
  const latitudes = ids + 4 * count;
  const longitudes = latitudes + 4 * count;
  const courses = longitudes + 4 * count;
  const styles = courses + 2 * count;
  const states = styles + 2 * count;
  return { ids, latitudes, longitudes, courses, styles, states, names: states + count };
}
