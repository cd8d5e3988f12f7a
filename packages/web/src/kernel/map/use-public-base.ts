import type { BrandingConfig, ServerSettings, TileSource } from '@rastro/fleet';
import { useEffect, useMemo, useState } from 'react';
import { standIn } from './entry-points.ts';
import { availableBases, chosenBase } from '../map-defaults/map-bases.ts';
import { useServices } from '../services.tsx';
import { applyBrandColor, brandColor } from '../../ui/brand-color.ts';
import { setProductTitle } from '../../ui/screen-title.ts';

/** Brand, base of the map, and what stands in for it, as everybody may read them. */
export interface PublicBase {
  /** null = not read yet. */
  readonly branding: BrandingConfig | null;
  readonly base: TileSource | null;
  readonly beneath: TileSource | null;
}
interface Known {
  readonly branding: BrandingConfig;
  readonly server: ServerSettings;
}

/** Brand and base map of the installation, as everybody may read them. Without an answer those of the product stay. */
export function usePublicBase(): PublicBase {
  const { client, extension } = useServices();
  const [known, setKnown] = useState<Known | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      const [branding, server] = await Promise.all([
        extension.branding(stop.signal),
        client.server.read(stop.signal),
      ]);
      if (branding.ok && server.ok) setKnown({ branding: branding.value, server: server.value.server });
    };
    read().catch(() => undefined);
    return () => stop.abort();
  }, [client, extension]);
  useEffect(() => {
    if (known === null) return;
    setProductTitle(known.branding.title);
    const color = brandColor(known.branding.color, known.server.attributes['colorPrimary']);
    applyBrandColor(color, document.documentElement);
  }, [known]);
  return useMemo(() => {
    if (known === null) return { branding: null, base: null, beneath: null };
    const sources = availableBases(known.branding.tileSources, known.server.attributes);
    const id = chosenBase(sources, { user: { map: null }, server: known.server, local: null });
    const { branding } = known;
    return { branding, base: sources.find((each) => each.id === id) ?? null, beneath: standIn(sources) };
  }, [known]);
}
