import type { ReportJob } from '../request/report-job.ts';

export type Wanted = (geofenceId: number) => boolean;

/** The geofences that are named; none named = all that the reader sees. */
export function geofenceFilter({
  geofenceIds,
  seesGeofences,
}: Pick<ReportJob, 'geofenceIds' | 'seesGeofences'>): Wanted {
  const ids = geofenceIds.length > 0 ? geofenceIds : seesGeofences;
  if (ids === null) return () => true;
  const wanted = new Set(ids);
  return (id) => wanted.has(id);
}
