import { DEVICE_ATTRIBUTES, DEVICE_STATES, isHiddenDevice } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../../../kernel/services.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { Figures } from '../figures.tsx';
import { WidgetBody } from '../widget-body.tsx';

/** Trackers by where they are, as the stock counts them. */
export function StockWidget() {
  const { t } = useTranslation(['overview', 'devices']);
  const { client } = useServices();
  const { administrator } = useSignedIn().user;
  const format = useFormat();
  const query = useWidgetQuery(['stock', administrator], async ({ signal }) => {
    const devices = valueOf(await client.devices.list(administrator ? { all: true } : {}, signal));
    const counts = new Map<unknown, number>();
    for (const device of devices) {
      const state = device.attributes[DEVICE_ATTRIBUTES.state];
      if (!isHiddenDevice(device)) counts.set(state, (counts.get(state) ?? 0) + 1);
    }
    return counts;
  });
  return (
    <WidgetBody query={query} empty={null}>
      {(counts) => (
        <Figures
          figures={DEVICE_STATES.filter(
            (state) => state === 'installed' || state === 'stock' || counts.has(state),
          ).map((state) => ({
            name: t(`devices:deviceState.${state}`),
            value: format.number(counts.get(state) ?? 0),
            to: `/stock?state=${state}`,
          }))}
        />
      )}
    </WidgetBody>
  );
}
