/** Sources of the style: what is poured into the living map, and the base. */
export const Source = {
  coarse: 'world-coarse',
  fine: 'world-fine',
  places: 'world-places',
  inland: 'world-inland',
  grid: 'graticule',
  fences: 'fences',
  groups: 'groups',
  route: 'route',
  trail: 'trail',
  clusters: 'clusters',
  precision: 'precision',
  labels: 'labels',
  stacks: 'stacks',
} as const;
/** The vehicles are drawn right below this layer. */
export const CLUSTER_LAYER = 'cluster-circles';
/** An empty image: it takes space among names, and shows nothing. */
export const SPACER_IMAGE = 'spacer';
/** Names of font families, not of files: without a glyph address the map draws letters itself. */
const FAMILIES = ['Inter Variable', 'Segoe UI', 'Roboto', 'Helvetica Neue', 'Arial'];
/** The weight is read from the first name. */
export const FONT = ['Inter Medium', ...FAMILIES];
export const BOLD_FONT = ['Inter SemiBold', ...FAMILIES];
