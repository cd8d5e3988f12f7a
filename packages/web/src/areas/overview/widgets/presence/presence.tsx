import { DAY_MS } from '@rastro/base';
import { isAnchor } from '@rastro/fleet';
import { presenceContent } from '@rastro/fleet/figures';
import { useTranslation } from 'react-i18next';
import { inTurn } from '../../../../kernel/queries/in-turn.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { useFeature } from '../../../../kernel/use-feature.ts';
import { useRights } from '../../../../kernel/use-rights.ts';
import { useInside } from '../../../../kernel/fleet/fleet-context.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { ContentView } from '../content-view.tsx';
import { useMemberVehicles } from '../use-member-vehicles.ts';
import { WidgetBody } from '../widget-body.tsx';
import { listLink, type Scope, type WidgetProps } from '../widget-props.ts';

/** A visit that began before is shown without its begin. */
const BACK_MS = 2 * DAY_MS;

/** Vehicles at each site now, and since when. */
export function PresenceWidget({ scope }: WidgetProps) {
  const { t } = useTranslation('overview');
  const inside = useInside(true);
  const { members } = scope;
  const vehicles = useMemberVehicles(scope);
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
            : (vehicles ?? []).filter(({ position }) => position?.geofenceIds?.includes(id)).length;
        const sites = fences.map(({ id, name }) => ({ id, name, count: countOf(id) }));
        if (sites.every(({ count }) => count === 0)) return t('overview:presence.nobody');
        const byName = new Map(sites.map(({ id, name }) => [name, id]));
        return (
          <ContentView
            content={presenceContent(sites, visits, from.getTime())}
            label={t('overview:kind.presence')}
            linkOf={({ name }) =>
              typeof name === 'string' ? null : listLink('/devices', `inside=${byName.get(name.word)}`, scope)
            }
            rowLinkOf={({ key }) => `/devices/${key.split(' ')[0]}`}
          />
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
    const visits =
      hasVisits && fences.length > 0
        ? valueOf(
            await inTurn(
              () => client.reports.list('geofences', { from, to, deviceIds, groupIds }, signal),
              signal,
            ),
          )
        : [];
    return { fences, from, visits: visits.filter(({ isUnderWay }) => isUnderWay) };
  });
}
