import { HOUR_MS } from '@rastro/base';
import { SILENT_REASONS, silentContent, silentHours } from '@rastro/fleet/figures';
import { useTranslation } from 'react-i18next';
import { inTurn } from '../../../../kernel/queries/in-turn.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { reportLink } from '../../report-link.ts';
import { ContentView } from '../content-view.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { WidgetBody } from '../widget-body.tsx';
import type { WidgetProps } from '../widget-props.ts';

/** Vehicles that have not reported for some hours, and why, as the report of inactive vehicles says it. */
export function SilentWidget({ scope, settings }: WidgetProps) {
  const { t } = useTranslation('overview');
  const { client } = useServices();
  const hours = silentHours(settings);
  const { deviceIds, groupIds } = scope;
  const query = useWidgetQuery(['silent', hours, deviceIds, groupIds], async ({ signal }) => {
    const to = new Date();
    const from = new Date(to.getTime() - hours * HOUR_MS);
    const question = { from, to, deviceIds, groupIds, eventTypes: SILENT_REASONS };
    return {
      from,
      to,
      silent: valueOf(await inTurn(() => client.reports.list('inactive', question, signal), signal)),
    };
  });
  return (
    <WidgetBody
      query={query}
      empty={t('overview:silent.none', { count: hours })}
      isEmpty={({ silent }) => silent.length === 0}
      when={t('overview:silent.when', { count: hours })}
    >
      {({ from, to, silent }) => (
        <ContentView
          content={silentContent(silent)}
          label={t('overview:silent.count')}
          linkOf={() => reportLink('inactive', { from, to }, scope, { types: SILENT_REASONS.join(',') })}
          rowLinkOf={({ key }) => `/devices/${key}`}
        />
      )}
    </WidgetBody>
  );
}
