import type { ServerFeature } from '@rastro/fleet';

/** Features that a copy of the history, and of what was sent, gives a server that does not have them. */
export const REPLICA_FEATURES: ReadonlySet<ServerFeature> = new Set<ServerFeature>([
  'history',
  'places',
  'reference',
  'commandQueue',
  'services',
]);
