import { serviceContent } from '@rastro/fleet/figures';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { ContentView } from '../content-view.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { WidgetBody } from '../widget-body.tsx';
import { isMember, listLink, type WidgetProps } from '../widget-props.ts';

/** Maintenance that is overdue or due soon. */
export function ServicesWidget({ scope }: WidgetProps) {
  const { t } = useTranslation('overview');
  const { client } = useServices();
  const query = useWidgetQuery(['services'], async ({ signal }) => {
    const due = valueOf(await client.services.due({}, signal));
    const maintenances = valueOf(await client.maintenance.list({}, signal));
    return { due, names: new Map(maintenances.map(({ id, name }) => [id, name])), now: Date.now() };
  });
  return (
    <WidgetBody query={query} empty={null}>
      {({ due, names, now }) => (
        <ContentView
          content={serviceContent(
            due.filter(({ deviceId }) => isMember(scope, deviceId)),
            (id) => names.get(id) ?? '',
            now,
          )}
          label={t('overview:kind.services')}
          linkOf={({ name }) =>
            listLink('/maintenances/due', name === 'services.overdue' ? 'within=overdue' : '', scope)
          }
          rowLinkOf={({ key }) => `/devices/${key.split(' ')[0]}`}
        />
      )}
    </WidgetBody>
  );
}
