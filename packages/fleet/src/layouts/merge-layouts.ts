import { compactUp } from './grid.ts';
import { LAYOUT_LIMITS, type LayoutContent, type Widget } from './layout.ts';

/** Compares values as they are stored. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Mine where I have changed it, else theirs. */
const chosen = <T>(base: T, mine: T, theirs: T): T => (isSame(base, mine) ? theirs : mine);

const boxOf = ({ x, y, w, h }: Widget) => ({ x, y, w, h });

const byId = ({ widgets }: LayoutContent): ReadonlyMap<string, Widget> =>
  new Map(widgets.map((widget) => [widget.id, widget]));

/**
 * Joins what two devices made of one overview, widget by widget: the last move wins (mine), and a removal wins over a
 * move. Place and size go together, and so do settings.
 * @param base Where mine began. @param theirs Stored meanwhile.
 */
export function mergeLayouts(base: LayoutContent, mine: LayoutContent, theirs: LayoutContent): LayoutContent {
  const [inBase, inMine, inTheirs] = [byId(base), byId(mine), byId(theirs)];
  const merged = new Map([...inTheirs, ...inMine].map(([id]) => [id, joined(id)]));
  function joined(id: string): Widget | null {
    const [before, ours, other] = [inBase.get(id), inMine.get(id), inTheirs.get(id)];
    if (!ours || !other) return before ? null : (ours ?? other ?? null);
    if (!before) return ours;
    return {
      ...other,
      ...chosen(boxOf(before), boxOf(ours), boxOf(other)),
      settings: chosen(before.settings, ours.settings, other.settings),
    };
  }
  const widgets = [...merged.values()].filter((widget) => widget !== null);
  return {
    name: chosen(base.name, mine.name, theirs.name),
    period: chosen(base.period, mine.period, theirs.period),
    groupIds: chosen(base.groupIds, mine.groupIds, theirs.groupIds),
    deviceIds: chosen(base.deviceIds, mine.deviceIds, theirs.deviceIds),
    // Beyond the limit those at the end go, as they would not have been added.
    widgets: compactUp(compactUp(widgets).slice(0, LAYOUT_LIMITS.widgets)),
  };
}
