import { readerPreferences, vehicleState, WEEK_START, type User } from '@rastro/fleet';
import type { WallBox, WallPage, WallVehicle, CountedWall } from '@rastro/fleet/figures';
import {
  DEFAULT_LAYOUT_ID,
  isWallKind,
  place,
  standardLayout,
  WALL_LIMITS,
  type LayoutContent,
} from '@rastro/fleet/layouts';
import type { StoredWall } from '@rastro/fleet/schemas';
import type { TrackingClient } from '@rastro/tracking-client';
import { vehiclesOf, wallBoxes, type WallScope } from './wall-boxes.ts';
import type { WallDeps } from './wall-deps.ts';
import { WallFailure, WallReader } from './wall-reader.ts';

/** About a meter: finer, it would only be longer. */
const PLACE_PARTS = 1e5;

/** A wall, its owner as the tracking server knows them now, and the API in their name. */
export interface LitWall {
  readonly wall: StoredWall;
  readonly user: User;
  readonly client: TrackingClient;
}

type Counting = Pick<WallDeps, 'clock' | 'brand' | 'version' | 'layouts'>;

/** Everything that a wall shows at this moment. @throws WallFailure when the server cannot be asked. */
export async function countWall(deps: Counting, { wall, user, client }: LitWall): Promise<CountedWall> {
  const { clock, brand, version } = deps;
  const now = clock.now();
  const reader = new WallReader(client);
  const { language, zone, name, seconds, endsAt, personal } = wall;
  const formats = readerPreferences(user, (await reader.server()).server, {
    brand,
    defaults: { language, zone },
  });
  const place = { zone: formats.zone, weekStart: WEEK_START[formats.language] };
  const scope: WallScope = { reader, now, place, brand, personal };
  const pages: WallPage[] = [];
  // One after the other: a wall has time, and so have those behind it.
  for (const { layout, isOurs } of await layoutsOfWall(deps, wall, user)) {
    const widgets = await wallBoxes(layout, scope);
    pages.push({ name: layout.name, widgets: isOurs ? closed(widgets) : widgets });
  }
  const onMap = wall.map ? await vehiclesOnMap(reader) : null;
  return {
    name,
    seconds,
    expiration: new Date(endsAt).toISOString(),
    formats,
    pages,
    map: onMap && onMap.slice(0, WALL_LIMITS.vehicles),
    mapLeftOut: Math.max((onMap?.length ?? 0) - WALL_LIMITS.vehicles, 0),
    version,
    countedAt: now,
  };
}

/** The default of the product has what its reader may see, without gaps. */
const closed = (widgets: readonly WallBox[]): readonly WallBox[] =>
  widgets
    .filter(({ hidden }) => hidden === null || hidden === 'failed')
    .reduce<readonly WallBox[]>((placed, widget) => place(placed, widget), []);

interface ChosenLayout {
  readonly layout: LayoutContent;
  /** It is the default of the product. */
  readonly isOurs: boolean;
}
/** Overviews of a wall that are still there, in its order. */
async function layoutsOfWall(
  { layouts }: Counting,
  { layoutIds }: StoredWall,
  { id: userId }: User,
): Promise<readonly ChosenLayout[]> {
  const own = await layouts.own(userId);
  const chosen: ChosenLayout[] = [];
  for (const id of layoutIds) {
    const layout = own.find((each) => each.id === id);
    if (layout) chosen.push({ layout, isOurs: false });
    if (id !== DEFAULT_LAYOUT_ID) continue;
    const standard = await layouts.standard(userId);
    chosen.push({ layout: standard ?? standardLayout('', isWallKind), isOurs: standard === null });
  }
  return chosen;
}

/** Null = the owner may see no vehicles. */
async function vehiclesOnMap(reader: WallReader): Promise<readonly WallVehicle[] | null> {
  try {
    const rounded = (degrees: number): number => Math.round(degrees * PLACE_PARTS) / PLACE_PARTS;
    return (await vehiclesOf(reader)).flatMap((vehicle): WallVehicle[] => {
      const { device, position } = vehicle;
      // 0,0 is what trackers send without a fix.
      if (position === null || (position.latitude === 0 && position.longitude === 0)) return [];
      const [latitude, longitude] = [rounded(position.latitude), rounded(position.longitude)];
      const course = Math.round(position.course);
      return [{ name: device.name, latitude, longitude, course, state: vehicleState(vehicle) }];
    });
  } catch (error) {
    if (error instanceof WallFailure && error.failure.status === 403) return null;
    throw error;
  }
}
