import { FIELD_LIMITS, formatArea, parseArea, type Geofence, type GeofenceArea } from '@rastro/fleet';

/** A geofence on its way in or out of a file. */
export interface FenceFeature {
  readonly name: string;
  readonly description: string | null;
  readonly area: GeofenceArea;
  readonly color: string | null;
}
/** Keys of the namespace `geofences` under `import.problem`. */
export type FeatureProblem = 'noRadius' | 'unknownShape' | 'badPoints' | 'tooManyPoints' | 'hasHoles';
export type ReadFeature =
  | { readonly ok: true; readonly feature: FenceFeature }
  | { readonly ok: false; readonly name: string; readonly problem: FeatureProblem };
/** Reason why a whole file is unreadable. */
export type FileProblem = 'tooLarge' | 'unknownFormat' | 'notWellFormed' | 'dangerous' | 'tooManyFeatures';

export const MAX_FEATURES = 5000;
const COLOR = /^#[0-9a-f]{6}$/i;

export function featureOf({ name, description, area, attributes }: Geofence): FenceFeature | null {
  const parsed = parseArea(area);
  const color = attributes['color'];
  if (!parsed.ok) return null;
  return { name, description, area: parsed.value, color: typeof color === 'string' ? color : null };
}

export function fenceOfFeature({ name, description, area, color }: FenceFeature): Omit<Geofence, 'id'> {
  return {
    name,
    description,
    area: formatArea(area),
    calendarId: 0,
    attributes: color === null ? {} : { color },
  };
}

/** A feature as it was read, once the server's own rules for areas have agreed. */
export function checked(
  area: GeofenceArea | FeatureProblem,
  about: { readonly name: string; readonly description?: string | null; readonly color?: string | null },
): ReadFeature {
  const name = about.name.trim().slice(0, FIELD_LIMITS.geofence.name);
  if (typeof area === 'string') return { ok: false, name, problem: area };
  const parsed = parseArea(formatArea(area));
  if (!parsed.ok) {
    return { ok: false, name, problem: parsed.error === 'TOO_MANY_POINTS' ? 'tooManyPoints' : 'badPoints' };
  }
  const description = (about.description ?? '').trim().slice(0, FIELD_LIMITS.geofence.description);
  const color = about.color ?? '';
  return {
    ok: true,
    feature: {
      name,
      area: parsed.value,
      description: description === '' ? null : description,
      color: COLOR.test(color) ? color : null,
    },
  };
}
