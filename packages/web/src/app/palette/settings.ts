import { SCREENS } from '../screens/registry.ts';
import { addressOf, type Screen, type ScreenAccess, type ScreenSetting } from '../screens/screen.ts';
import type { SettingIconName } from './setting-icons.ts';

/** A part of a screen that users look for by what it does. */
export interface SettingEntry {
  readonly name: string;
  readonly path: string;
  readonly icon: SettingIconName;
  readonly access: ScreenAccess;
  readonly writes: ScreenSetting['writes'];
}

const entryOf = (screen: Screen, { name, at, icon, requires, writes }: ScreenSetting): SettingEntry => ({
  name,
  path: at ?? addressOf(screen),
  icon,
  access: { requires: requires ?? screen.requires, ...(screen.tier && { tier: screen.tier }) },
  writes: writes ?? screen.writes,
});

/** The settings of all screens. */
export const SETTINGS: readonly SettingEntry[] = SCREENS.flatMap((screen) =>
  (screen.settings ?? []).map((setting) => entryOf(screen, setting)),
);
