import type { Right, ServerFeature } from '@rastro/fleet';
import type { ComponentType } from 'react';
import type { SettingIconName } from '../palette/setting-icons.ts';
import type { MenuIconName } from './menu-icons.ts';

/**
 * Requirement of a screen besides a session: a right or a kind of user. `managers` = have users; `sellers` =
 * administrators and resellers; `nothing` = anyone with an account of their own.
 */
export type ScreenRequirement =
  | Right
  /** Any of them. */
  | readonly Right[]
  | 'administrator'
  | 'managers'
  | 'sellers'
  | 'nothing';

/** Users who may open a screen, whether by its address, in the menu, in the palette or about it in the help. */
export interface ScreenAccess {
  readonly requires: ScreenRequirement;
  /** Nothing of it exists below this tier, whatever rights the standard tier gives to everybody. */
  readonly tier?: 'plus' | 'billing';
  /** Nothing of it exists where the tracking server does not have this. */
  readonly feature?: ServerFeature;
  /** Guests see their vehicles and nothing else, whatever rights the license gives or keeps from everybody. */
  readonly guests?: true;
}

/** Accounts that only look get no offer: `devices` = nor those that may not write devices. */
type Writes = 'any' | 'devices';

/** Parts of the menu; `palette` = found in the palette alone. */
export type MenuGroup = 'side' | 'account' | 'user' | 'administration' | 'palette';
interface MenuPlace {
  readonly group: MenuGroup;
  /** Its place in the group. */
  readonly order: number;
  readonly icon: MenuIconName;
  /** Administrators find the switch of billing here while it is off. */
  readonly whileOff?: true;
}

/** Part of a screen that users look for by what it does. Its texts are `palette:find.<name>`. */
export interface ScreenSetting {
  readonly name: string;
  /** Absent = the screen itself. */
  readonly at?: `/${string}`;
  readonly icon: SettingIconName;
  /** Differences from its screen. */
  readonly requires?: ScreenRequirement;
  readonly writes?: Writes;
}

/** Every screen: how it is reached, named and loaded. */
interface AnyScreen {
  /** Address, as the router writes it. */
  readonly path: `/${string}`;
  /** Key of its name in menu and palette, and in the tab until its own heading is there. */
  readonly title: string;
  /** null = comes with the first file (`routes.tsx`). Imports stand here, so that each screen has a file of its own. */
  readonly load: (() => Promise<ComponentType>) | null;
  /** Fetched ahead once the fleet is there; the first is the likeliest. The build puts these into one file. */
  readonly likely?: true;
  /** Its code is cached after the first use and works without a network. */
  readonly offline?: true;
}

/** Screen behind the login, with all that routes, guard, menu, palette, titles, help and preloading know of it. */
export interface Screen extends AnyScreen, ScreenAccess {
  /** Page of help, `docs/help/<language>/<help>.md`; the index lists it with the first screen that names it. */
  readonly help: string;
  /** Right that the page of help requires; absent = as the screen. */
  readonly helpRequires?: Right;
  /** Absent = only by links and its address. */
  readonly menu?: MenuPlace;
  /** Not offered, though it may be opened. */
  readonly writes?: Writes;
  /** Opens it after `g`. */
  readonly letter?: string;
  readonly settings?: readonly ScreenSetting[];
}

/** Screen of drivers who check in: without map and menu. `DriverShell` guards it. */
export interface DriverScreen extends AnyScreen {
  readonly help: string;
}

/** Screen before the login. */
export interface PublicScreen extends AnyScreen {
  /** `signedOut` = signed-in users are redirected; `anybody` = needs a server that answers; `always` = without one, too. */
  readonly opens: 'signedOut' | 'anybody' | 'always';
}

/** Address of a screen without the parts that may be left out. */
export const addressOf = ({ path }: Pick<Screen, 'path'>): string => path.replace(/\/:\w+\?$/, '');
