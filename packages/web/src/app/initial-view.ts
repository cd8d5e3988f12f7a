import type { LatLng } from '@rastro/fleet';
import { isMapCentre } from '../kernel/map-defaults/map-centre.ts';
import type { SignedIn } from '../kernel/session/session.ts';

/** @source docs/reference/requirements.md SPEC §9 "Default map zoom" */
const DEFAULT_ZOOM = 17;

export interface InitialView {
  readonly centre: LatLng;
  readonly zoom: number;
}

/** First view of the map: the user's center, else the server's; null = neither is set. */
export function initialView({ user, server }: Pick<SignedIn, 'user' | 'server'>): InitialView | null {
  const settings = server.server;
  const sources = settings.forceSettings ? [settings, user] : [user, settings];
  const found = sources.find(isMapCentre);
  if (found === undefined) return null;
  const { latitude, longitude, zoom } = found;
  return { centre: { latitude, longitude }, zoom: zoom > 0 ? zoom : DEFAULT_ZOOM };
}
