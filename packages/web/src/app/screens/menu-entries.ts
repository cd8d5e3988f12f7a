import { decide, hasBilling, isShared, mayBrand, type Right } from '@rastro/fleet';
import {
  Bell,
  BellRing,
  CalendarDays,
  CirclePlus,
  ClipboardList,
  FolderTree,
  HandCoins,
  Hexagon,
  History,
  IdCard,
  PackageOpen,
  Palette,
  Plug,
  ReceiptText,
  ScanQrCode,
  ScrollText,
  ServerCog,
  Share2,
  SquareFunction,
  SquareTerminal,
  Store,
  Truck,
  UsersRound,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { SignedIn } from '../../kernel/session/session.ts';
import { mayHaveUsers, mayIssue } from '../../kernel/use-rights.ts';

export interface MenuEntry {
  readonly path: `/${string}`;
  /** Key of a text. */
  readonly label: string;
  readonly icon: LucideIcon;
  /** Right that the user needs. */
  readonly right: Right;
  /** Not for accounts that only look. */
  readonly writes?: true;
  /** Only where the license has it. */
  readonly plus?: true;
  /** Only for users who may manage others. */
  readonly managers?: true;
}

/** The side menu, top to bottom. An area that is ready adds its line here. */
const MENU: readonly MenuEntry[] = [
  { path: '/devices', label: 'shell:menu.devices', icon: Truck, right: 'devices.view' },
  {
    path: '/devices/new',
    label: 'shell:menu.addDevice',
    icon: CirclePlus,
    right: 'devices.create',
    writes: true,
  },
  {
    path: '/autolink',
    label: 'shell:menu.autolink',
    icon: ScanQrCode,
    right: 'devices.create',
    writes: true,
  },
  { path: '/history', label: 'shell:menu.history', icon: History, right: 'reports.view' },
  { path: '/reports', label: 'shell:menu.reports', icon: ClipboardList, right: 'reports.view' },
  { path: '/geofence', label: 'shell:menu.geofences', icon: Hexagon, right: 'geofences.view' },
  { path: '/commands', label: 'shell:menu.commands', icon: SquareTerminal, right: 'commands.view' },
  { path: '/groups', label: 'shell:menu.groups', icon: FolderTree, right: 'groups.view' },
  { path: '/events', label: 'shell:menu.events', icon: Bell, right: 'events.view' },
];

/** Entries of the user menu, besides the account and the server. @source SPEC §2 "User menu entries" */
const USER_MENU: readonly MenuEntry[] = [
  { path: '/users', label: 'shell:user.users', icon: UsersRound, right: 'users.view', managers: true },
  {
    path: '/notifications',
    label: 'shell:user.notifications',
    icon: BellRing,
    right: 'notifications.view',
  },
  { path: '/drivers', label: 'shell:user.drivers', icon: IdCard, right: 'drivers.view' },
  { path: '/calendars', label: 'shell:user.calendars', icon: CalendarDays, right: 'calendars.view' },
  { path: '/maintenances', label: 'shell:user.maintenances', icon: Wrench, right: 'maintenance.view' },
  { path: '/computed', label: 'shell:user.computed', icon: SquareFunction, right: 'computed.view' },
  { path: '/shares', label: 'shell:user.shares', icon: Share2, right: 'share.view', plus: true },
];

/** @source SPEC §6 "Menu visibility": shared users have no side menu. */
export const visibleMenu = (signedIn: SignedIn): readonly MenuEntry[] => visibleOf(MENU, signedIn);
export const visibleUserMenu = (signedIn: SignedIn): readonly MenuEntry[] => visibleOf(USER_MENU, signedIn);

/** Entries that no right grants. */
export function administratorMenu({ user, server, branding }: SignedIn): readonly Omit<MenuEntry, 'right'>[] {
  const isSeller = mayBrand(user, branding.brand);
  const brand = [
    ...(isSeller && server.plus
      ? [{ path: '/reseller', label: 'shell:user.reseller', icon: Store } as const]
      : []),
    ...(isSeller ? [{ path: '/stock', label: 'shell:user.stock', icon: PackageOpen } as const] : []),
    ...(isSeller && server.plus
      ? [{ path: '/theme', label: 'shell:user.theme', icon: Palette } as const]
      : []),
  ];
  const money = billingMenu({ user, server, branding });
  if (!user.administrator || isShared(user)) return [...money, ...brand];
  return [
    ...money,
    { path: '/server', label: 'shell:user.server', icon: ServerCog },
    ...(server.plus ? [{ path: '/logs', label: 'shell:user.logs', icon: ScrollText } as const] : []),
    ...brand,
  ];
}

/** @source SPEC §6: own invoices for anyone, billing for administrators and resellers, where billing is on. */
function billingMenu({
  user,
  server,
  branding,
}: Pick<SignedIn, 'user' | 'server' | 'branding'>): readonly Omit<MenuEntry, 'right'>[] {
  const { brand } = branding;
  const context = { brand, plus: server.plus, serverAttributes: server.server.attributes };
  const integrations = { path: '/integrations', label: 'shell:user.integrations', icon: Plug } as const;
  const issued = { path: '/billing', label: 'shell:user.billing', icon: HandCoins } as const;
  if (isShared(user)) return [];
  // Who runs the server finds the switch where billing will be.
  if (!hasBilling(context)) return user.administrator && server.plus ? [issued] : [];
  const own = { path: '/invoices', label: 'shell:user.invoices', icon: ReceiptText } as const;
  return mayIssue({ user, server, branding }) ? [integrations, issued, own] : [own];
}

function visibleOf(entries: readonly MenuEntry[], signedIn: SignedIn): readonly MenuEntry[] {
  const { user, server, branding } = signedIn;
  if (isShared(user)) return [];
  const context = { brand: branding.brand, plus: server.plus, serverAttributes: server.server.attributes };
  const isFixed = [user, server.server].some((each) => each.readonly || each.deviceReadonly);
  const mayWrite = user.administrator || !isFixed;
  return entries.filter(
    ({ right, writes, managers, plus }) =>
      (plus !== true || server.plus) &&
      (writes !== true || mayWrite) &&
      (managers !== true || mayHaveUsers(user)) &&
      decide(user, right, context).allowed,
  );
}
