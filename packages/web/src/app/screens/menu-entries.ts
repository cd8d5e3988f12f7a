import { isShared } from '@rastro/fleet';
import type { LucideIcon } from 'lucide-react';
import type { SignedIn } from '../../kernel/session/session.ts';
import { mayOpen, wantsBilling } from './may-open.ts';
import { MENU_ICONS } from './menu-icons.ts';
import { SCREENS } from './registry.ts';
import { addressOf, type MenuGroup, type Screen } from './screen.ts';

export interface MenuEntry {
  readonly path: string;
  /** Key of a text. */
  readonly label: string;
  readonly icon: LucideIcon;
}

/** The entries of a part of the menu that the user may open, top to bottom. */
export function menuEntries(group: MenuGroup, signedIn: SignedIn): readonly MenuEntry[] {
  // Guests have no menu. @source docs/reference/requirements.md SPEC §6 "Menu visibility"
  if (isShared(signedIn.user)) return [];
  return SCREENS.flatMap((screen) =>
    screen.menu?.group === group && isOffered(screen, signedIn) ? [{ screen, menu: screen.menu }] : [],
  )
    .toSorted((a, b) => a.menu.order - b.menu.order)
    .map(({ screen, menu }) => ({
      path: addressOf(screen),
      label: screen.title,
      icon: MENU_ICONS[menu.icon],
    }));
}

/** The side menu. */
export const visibleMenu = (signedIn: SignedIn): readonly MenuEntry[] => menuEntries('side', signedIn);

function isOffered(screen: Screen, signedIn: SignedIn): boolean {
  if (screen.menu?.whileOff === true && wantsBilling(screen, signedIn)) return true;
  return mayWrite(screen.writes, signedIn) && mayOpen(screen, signedIn);
}

/** Whether a read-only account is offered entries that write. */
export function mayWrite(writes: Screen['writes'], { user, server }: SignedIn): boolean {
  if (writes === undefined || user.administrator) return true;
  return ![user, server.server].some(
    (each) => each.readonly || (writes === 'devices' && each.deviceReadonly),
  );
}
