import { isDueWithin } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { Figures, Rows } from '../figures.tsx';
import { WidgetBody } from '../widget-body.tsx';
import { isMember, ofAll, type WidgetProps } from '../widget-props.ts';

const DAYS = 30;

/** Maintenance that is overdue or due soon. */
export function ServicesWidget({ scope }: WidgetProps) {
  const { t } = useTranslation('overview');
  const { client } = useServices();
  const format = useFormat();
  const query = useWidgetQuery(['services'], async ({ signal }) => {
    const due = valueOf(await client.services.due({}, signal));
    const maintenances = valueOf(await client.maintenance.list({}, signal));
    return { due, names: new Map(maintenances.map(({ id, name }) => [id, name])), now: Date.now() };
  });
  return (
    <WidgetBody query={query} empty={null}>
      {({ due, names, now }) => {
        const work = due.filter((each) => isMember(scope, each.deviceId) && isDueWithin(each, DAYS, now));
        const overdue = work.filter(({ state }) => state === 'overdue').length;
        return (
          <>
            <Figures
              figures={[
                {
                  name: t('overview:services.overdue'),
                  value: format.number(overdue),
                  to: ofAll(scope, '/maintenances/due?within=overdue'),
                  ...(overdue > 0 && { tone: 'bad' }),
                },
                {
                  name: t('overview:services.within'),
                  value: format.number(work.length),
                  to: ofAll(scope, '/maintenances/due'),
                },
              ]}
            />
            <Rows
              label={t('overview:kind.services')}
              rows={work.map(({ deviceId, deviceName, maintenanceId, dueTime }) => ({
                key: `${deviceId} ${maintenanceId}`,
                name: deviceName,
                detail: [
                  names.get(maintenanceId) ?? '',
                  dueTime === null ? '' : format.dayOf(Date.parse(dueTime)),
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
