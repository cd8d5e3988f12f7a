import { decide, isShared, type Right } from '@rastro/fleet';
import { Hexagon, Truck, type LucideIcon } from 'lucide-react';
import type { SignedIn } from '../session.ts';

export interface MenuEntry {
  readonly path: `/${string}`;
  /** Key of a text. */
  readonly label: string;
  readonly icon: LucideIcon;
  /** What the person must be allowed to do. */
  readonly right: Right;
}

/** The side menu, top to bottom. An area that is ready adds its line here. */
const MENU: readonly MenuEntry[] = [
  { path: '/devices', label: 'shell:menu.devices', icon: Truck, right: 'devices.view' },
  { path: '/geofence', label: 'shell:menu.geofences', icon: Hexagon, right: 'geofences.view' },
];

/** @source SPEC §6 "Menu visibility": shared users have no side menu. */
export function visibleMenu(signedIn: SignedIn): readonly MenuEntry[] {
  const { user, server, branding } = signedIn;
  if (isShared(user)) return [];
  const context = { brand: branding.brand, plus: server.plus, serverAttributes: server.server.attributes };
  return MENU.filter((entry) => decide(user, entry.right, context).allowed);
}
