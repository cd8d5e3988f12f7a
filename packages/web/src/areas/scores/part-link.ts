import type { ScoreItem } from '@rastro/fleet';
import type { ScoreKind } from '@rastro/fleet/scores';
import type { Period } from '../../kernel/period/period.ts';

/** Report with the events of a kind, by its address. */
const REPORT_OF: Readonly<Record<ScoreKind, 'harsh' | 'speeding' | 'idle' | 'drives'>> = {
  speeding: 'speeding',
  braking: 'harsh',
  cornering: 'harsh',
  acceleration: 'harsh',
  longDrive: 'harsh',
  belt: 'harsh',
  phone: 'harsh',
  idling: 'idle',
  // Shares of driving have no events: their drives are listed.
  night: 'drives',
  offHours: 'drives',
};

/** Address of what a part of a score is made of, on the map too, of the same vehicle or driver and the same instants. */
export function partLink(
  kind: ScoreKind,
  { deviceId, deviceIds, driverUniqueId }: ScoreItem,
  { from, to }: Period,
): string {
  const report = REPORT_OF[kind];
  const search = new URLSearchParams({
    devices: (driverUniqueId === null ? [deviceId] : deviceIds).join(','),
    from: from.toISOString(),
    to: to.toISOString(),
    markers: '1',
    run: '1',
  });
  if (driverUniqueId !== null) search.set('driver', driverUniqueId);
  if (report === 'harsh') search.set('types', kind);
  if (report === 'drives' && driverUniqueId !== null)
    search.set('columns', 'driver,vehicle,start,end,distance,duration');
  const drives = driverUniqueId === null ? 'travels' : 'drivers';
  return `/reports/${report === 'drives' ? drives : report}?${search.toString()}`;
}
