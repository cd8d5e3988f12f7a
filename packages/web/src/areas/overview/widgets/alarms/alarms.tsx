import { MINUTE_MS } from '@rastro/base';
import type { FleetAlarm } from '@rastro/fleet';
import { alarmContent } from '@rastro/fleet/figures';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { ContentView } from '../content-view.tsx';
import { useVehicleNames } from '../use-vehicle-names.ts';
import { WidgetBody } from '../widget-body.tsx';
import { isMember, listLink, type WidgetProps } from '../widget-props.ts';

const WAITING = 'period=30d&waiting=1';
/** Those whose times are counted. */
const SEEN = 'period=30d&seen=1';

/** Alarms that wait for somebody, and how long the others had to wait. */
export function AlarmsWidget({ scope }: WidgetProps) {
  const { t } = useTranslation('overview');
  const { client } = useServices();
  // The same as the bell in the header: the socket says when there is news.
  const query = useQuery<readonly FleetAlarm[]>({
    queryKey: ['alarms'],
    queryFn: async ({ signal }) => valueOf(await client.alarms.list(signal)),
    refetchInterval: ({ state }) => (state.error === null ? MINUTE_MS : false),
  });
  const nameOf = useVehicleNames((query.data?.length ?? 0) > 0);
  return (
    <WidgetBody query={query} empty={null} when={t('overview:alarms.when')}>
      {(all) => {
        const alarms = all.filter(({ deviceId }) => isMember(scope, deviceId));
        const byId = new Map(alarms.map((alarm) => [String(alarm.id), alarm]));
        return (
          <ContentView
            content={alarmContent(alarms, nameOf)}
            label={t('overview:alarms.waiting')}
            linkOf={({ name }) => listLink('/events', name === 'alarms.waiting' ? WAITING : SEEN, scope)}
            rowLinkOf={({ key }) => {
              const { deviceId, positionId } = byId.get(key) ?? { deviceId: 0, positionId: 0 };
              return `/devices/${deviceId}${positionId === 0 ? '' : `?position=${positionId}`}`;
            }}
          />
        );
      }}
    </WidgetBody>
  );
}
