import { useTranslation } from 'react-i18next';
import { attributeText } from '../../../../kernel/formats/attribute-text.ts';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { useVehicleNames } from '../use-vehicle-names.ts';
import { useWidgetQuery } from '../use-widget-query.ts';
import { Figures, Rows } from '../figures.tsx';
import { WidgetBody } from '../widget-body.tsx';
import { isMember, ofAll, type WidgetProps } from '../widget-props.ts';
import { alarmTimes } from './alarm-times.ts';

const WAITING = '/events?period=30d&waiting=1';
const ALARMS = '/events?period=30d&type=alarm';

/** Alarms that wait for somebody, and how long the others had to wait. */
export function AlarmsWidget({ scope }: WidgetProps) {
  const { t } = useTranslation(['overview', 'events', 'attributes']);
  const { client } = useServices();
  const format = useFormat();
  const now = useNow(60_000);
  const nameOf = useVehicleNames();
  const query = useWidgetQuery(['alarms'], async ({ signal }) => valueOf(await client.alarms.list(signal)));
  return (
    <WidgetBody query={query} empty={null} when={t('overview:alarms.when')}>
      {(alarms) => {
        const { waiting, median, p90 } = alarmTimes(
          alarms.filter(({ deviceId }) => isMember(scope, deviceId)),
        );
        const text = (ms: number | null): string => (ms === null ? '–' : format.duration(ms));
        return (
          <>
            <Figures
              figures={[
                {
                  name: t('overview:alarms.waiting'),
                  value: format.number(waiting.length),
                  to: ofAll(scope, WAITING),
                  ...(waiting.length > 0 && { tone: 'bad' }),
                },
                { name: t('overview:alarms.median'), value: text(median), to: ofAll(scope, ALARMS) },
                { name: t('overview:alarms.p90'), value: text(p90), to: ofAll(scope, ALARMS) },
              ]}
            />
            <Rows
              label={t('overview:alarms.waiting')}
              rows={waiting.map(({ id, deviceId, type, eventTime, positionId, attributes: { alarm } }) => ({
                key: id,
                name: nameOf(deviceId),
                detail: `${typeof alarm === 'string' ? attributeText('alarm', alarm, { t, format }) : t(`events:kind.${type}`)} · ${format.since(Date.parse(eventTime), now)}`,
                to: positionId === 0 ? `/devices/${deviceId}` : `/devices/${deviceId}?position=${positionId}`,
              }))}
            />
          </>
        );
      }}
    </WidgetBody>
  );
}
