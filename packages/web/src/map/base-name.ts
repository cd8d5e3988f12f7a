import type { TileSource } from '@rastro/fleet';
import type { TFunction } from 'i18next';

/** The name of a base as people read it; `t` of the namespace `map`. */
export const baseName = ({ kind, name }: TileSource, t: TFunction<'map'>): string =>
  kind === undefined ? name : t(`map:base.${kind}`, { name });
