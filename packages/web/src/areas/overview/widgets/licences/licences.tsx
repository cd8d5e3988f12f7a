import { licenceContent } from '@rastro/fleet/figures';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../../../kernel/services.tsx';
import { ContentView } from '../content-view.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { WidgetBody } from '../widget-body.tsx';
import type { WidgetProps } from '../widget-props.ts';

/** In the order of their ends: those that ended stand at the top. */
const LIST = '/drivers?sort=licence&licence=';

/** Driver licences that ended, or end soon. */
export function LicencesWidget({ scope: { zone } }: WidgetProps) {
  const { t } = useTranslation('overview');
  const { client } = useServices();
  const { brand } = useSignedIn().branding;
  const query = useWidgetQuery(['licences', zone], async ({ signal }) => {
    const drivers = valueOf(await client.drivers.list({}, signal));
    return licenceContent(drivers, { brand, now: Date.now(), zone });
  });
  return (
    <WidgetBody
      query={query}
      empty={t('overview:licences.none')}
      isEmpty={({ figures }) => figures.length === 0}
    >
      {(content) => (
        <ContentView
          content={content}
          label={t('overview:kind.licences')}
          linkOf={({ name }) => LIST + (name === 'licences.ended' ? 'ended' : 'ends')}
          rowLinkOf={({ key }) => `/drivers/${key}`}
        />
      )}
    </WidgetBody>
  );
}
