import { DAY_MS } from '@rastro/base';
import { isAnchor } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { useFeature } from '../../../../kernel/use-feature.ts';
import { useRights } from '../../../../kernel/use-rights.ts';
import { useInside } from '../../../../kernel/fleet/fleet-context.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { Figures, Rows } from '../figures.tsx';
import { WidgetBody } from '../widget-body.tsx';
import type { Scope, WidgetProps } from '../widget-props.ts';

/** A visit that began before is shown without its begin. */
const BACK_MS = 2 * DAY_MS;
const MAX_SITES = 6;

/** Vehicles at each site now, and since when. */
export function PresenceWidget({ scope }: WidgetProps) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const inside = useInside(true);
  const { members } = scope;
  const query = usePresence(scope);
  return (
    <WidgetBody
      query={query}
      empty={t('overview:presence.none')}
      isEmpty={({ fences }) => fences.length === 0}
    >
      {({ fences, from, visits }) => {
        const countOf = (id: number): number =>
          members === null
            ? (inside.get(id) ?? 0)
            : visits.filter(({ geofenceId }) => geofenceId === id).length;
        const sites = fences
          .map((fence) => ({ ...fence, count: countOf(fence.id) }))
          .filter(({ count }) => count > 0)
          .toSorted((a, b) => b.count - a.count);
        const names = new Map(fences.map(({ id, name }) => [id, name]));
        if (sites.length === 0) return t('overview:presence.nobody');
        return (
          <>
            <Figures
              figures={sites.slice(0, MAX_SITES).map(({ id, name, count }) => ({
                name,
                value: format.number(count),
                to: `/geofence/${id}`,
              }))}
            />
            <Rows
              label={t('overview:kind.presence')}
              rows={visits.map(({ deviceId, deviceName, geofenceId, startTime }) => ({
                key: `${deviceId} ${geofenceId}`,
                name: deviceName,
                detail: [
                  names.get(geofenceId) ?? '',
                  Date.parse(startTime) - from.getTime() < 1000 ? '' : format.dateTime(Date.parse(startTime)),
                ]
                  .filter((part) => part !== '')
                  .join(' · '),
                to: `/devices/${deviceId}`,
              }))}
            />
          </>
        );
      }}
    </WidgetBody>
  );
}

/** Sites, and visits that are under way; without the right to reports no visits. */
function usePresence({ deviceIds, groupIds }: Scope) {
  const { client } = useServices();
  const { may } = useRights();
  const hasVisits = useFeature('history') && may('reports.view');
  return useWidgetQuery(['presence', hasVisits, deviceIds, groupIds], async ({ signal }) => {
    const fences = valueOf(await client.geofences.list({}, signal)).filter((fence) => !isAnchor(fence));
    const to = new Date();
    const from = new Date(to.getTime() - BACK_MS);
    const visits = hasVisits
      ? valueOf(await client.reports.list('geofences', { from, to, deviceIds, groupIds }, signal))
      : [];
    return { fences, from, visits: visits.filter(({ isUnderWay }) => isUnderWay) };
  });
}
