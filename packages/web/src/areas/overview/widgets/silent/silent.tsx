import { HOUR_MS } from '@rastro/base';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { reportLink } from '../../report-link.ts';
import { Figures, Rows } from '../figures.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { WidgetBody } from '../widget-body.tsx';
import type { WidgetProps } from '../widget-props.ts';
import { silentHours } from './silent-hours.ts';

/** One that stands and reports is not silent. */
const REASONS = ['never', 'silent'] as const;

/** Vehicles that have not reported for some hours, and why, as the report of inactive vehicles says it. */
export function SilentWidget({ scope, settings }: WidgetProps) {
  const { t } = useTranslation(['overview', 'diagnosis']);
  const { client } = useServices();
  const format = useFormat();
  const hours = silentHours(settings);
  const { deviceIds, groupIds } = scope;
  const query = useWidgetQuery(['silent', hours, deviceIds, groupIds], async ({ signal }) => {
    const to = new Date();
    const from = new Date(to.getTime() - hours * HOUR_MS);
    const question = { from, to, deviceIds, groupIds, eventTypes: REASONS };
    return { from, to, silent: valueOf(await client.reports.list('inactive', question, signal)) };
  });
  return (
    <WidgetBody
      query={query}
      empty={t('overview:silent.none', { count: hours })}
      isEmpty={({ silent }) => silent.length === 0}
      when={t('overview:silent.when', { count: hours })}
    >
      {({ from, to, silent }) => (
        <>
          <Figures
            figures={[
              {
                name: t('overview:silent.count'),
                value: format.number(silent.length),
                to: reportLink('inactive', { from, to }, scope, { types: REASONS.join(',') }),
                tone: 'bad',
              },
            ]}
          />
          <Rows
            label={t('overview:silent.count')}
            rows={silent.map(({ deviceId, deviceName, verdict, reason, lastReport }) => ({
              key: deviceId,
              name: deviceName,
              detail: [
                verdict === null ? t(`overview:silent.${reason}`) : t(`diagnosis:verdict.${verdict}`),
                ...(lastReport === null ? [] : [format.dateTime(Date.parse(lastReport))]),
              ].join(' · '),
              to: `/devices/${deviceId}`,
            }))}
          />
        </>
      )}
    </WidgetBody>
  );
}
