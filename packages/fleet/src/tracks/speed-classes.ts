/** Upper ends of the classes of speed, km/h; the last has none. @source docs/reference/history-and-reports.md §5.2 */
export const SPEED_CLASSES = [20, 40, 60, 80, 110] as const;

/** Slow to fast; fast always has the most contrast to the map. Classes are fixed, so that two tracks compare. */
export const SPEED_COLOURS = {
  light: ['#90d743', '#35b779', '#21918c', '#31688e', '#443983', '#440154'],
  dark: ['#443983', '#31688e', '#21918c', '#35b779', '#90d743', '#fde725'],
} as const;
