import type { TileSource } from '@rastro/fleet';
import type { TFunction } from 'i18next';

/** The name of a base as users read it, which says where it comes from; `t` of the namespace `map`. */
export function baseName({ kind, format, name }: TileSource, t: TFunction<'map'>): string {
  if (format !== undefined) return t(`map:base.${format}`, { name });
  return kind === undefined ? name : t(`map:base.${kind}`, { name });
}
