import { foldText, searchWords } from '@rastro/fleet';
import type { LucideIcon } from 'lucide-react';

/** The kinds in the order in which they are offered. */
export const PALETTE_KINDS = [
  'vehicle',
  'geofence',
  'person',
  'screen',
  'report',
  'setting',
  'action',
  'help',
] as const;
export type PaletteKind = (typeof PALETTE_KINDS)[number];

export interface PaletteItem {
  /** Different for each item. */
  readonly key: string;
  readonly kind: PaletteKind;
  readonly title: string;
  /** A second line, or nothing. */
  readonly detail: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

/** Items of one kind that a text may find; what it is found by is made once. */
export interface Findable {
  readonly item: PaletteItem;
  readonly text: string;
}
/** @param searchText Other names that users have for it. */
export const findable = (item: PaletteItem, searchText = ''): Findable => ({
  item,
  text: foldText(`${item.title}\n${item.detail}\n${searchText}`),
});

/** Of each kind at most so many: the rest is for the lists. */
export const MAX_PER_KIND = 6;

/** Finds the items that contain every word; those that begin with the text come first. An empty text finds nothing. */
export function findItems(findables: readonly Findable[], text: string): readonly PaletteItem[] {
  const words = searchWords(text);
  if (words.length === 0) return [];
  const start = foldText(text.trim());
  const begin: PaletteItem[] = [];
  const others: PaletteItem[] = [];
  for (const { item, text: found } of findables) {
    if (begin.length === MAX_PER_KIND) break;
    if (!words.every((word) => found.includes(word))) continue;
    if (found.startsWith(start)) begin.push(item);
    else if (others.length < MAX_PER_KIND) others.push(item);
  }
  return [...begin, ...others].slice(0, MAX_PER_KIND);
}
