import { useRights } from '../use-rights.ts';

export interface EntityRights {
  /** It may be saved: created where it is new. */
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
}

type EditedArea =
  | 'calendars'
  | 'drivers'
  | 'geofences'
  | 'groups'
  | 'maintenance'
  | 'notifications'
  | 'commands'
  | 'users';

/** May an object be written and deleted here? @param id Not above 0 = it is new. */
export function useEntityRights(area: EditedArea, id: number): EntityRights {
  const { may, isReadonly } = useRights();
  return {
    mayEdit: !isReadonly && may(id > 0 ? `${area}.edit` : `${area}.create`),
    mayDelete: !isReadonly && may(`${area}.delete`),
  };
}
