import { DAY_MS } from '@rastro/base';
import { attributeName, DRIVER_ATTRIBUTES, fitsAttribute, type Driver } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { localTime } from '../../../../i18n/zoned-time.ts';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../../../kernel/services.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { Figures, Rows } from '../figures.tsx';
import { WidgetBody } from '../widget-body.tsx';
import type { WidgetProps } from '../widget-props.ts';

const NOTICE_DAYS = 30;
/** In the order of their ends: those that ended stand at the top. */
const LIST = '/drivers?sort=licence';

/** Driver licences that ended, or end soon. */
export function LicencesWidget({ scope: { zone } }: WidgetProps) {
  const { t } = useTranslation('overview');
  const { client } = useServices();
  const { brand } = useSignedIn().branding;
  const format = useFormat();
  const query = useWidgetQuery(['licences', zone], async ({ signal }) => {
    const today = Date.parse(localTime(Date.now(), zone).slice(0, 10));
    const drivers = valueOf(await client.drivers.list({}, signal));
    return drivers
      .flatMap((driver) => {
        const day = validityOf(driver, brand);
        return day === null ? [] : [{ ...driver, day, days: Math.round((Date.parse(day) - today) / DAY_MS) }];
      })
      .filter(({ days }) => days <= NOTICE_DAYS)
      .toSorted((a, b) => a.days - b.days);
  });
  return (
    <WidgetBody query={query} empty={t('overview:licences.none')} isEmpty={(due) => due.length === 0}>
      {(due) => {
        const ended = due.filter(({ days }) => days < 0).length;
        return (
          <>
            <Figures
              figures={[
                {
                  name: t('overview:licences.ended'),
                  value: format.number(ended),
                  to: LIST,
                  ...(ended > 0 && { tone: 'bad' }),
                },
                { name: t('overview:licences.ends'), value: format.number(due.length - ended), to: LIST },
              ]}
            />
            <Rows
              label={t('overview:kind.licences')}
              rows={due.map(({ id, name, day }) => ({
                key: id,
                name,
                detail: format.day(day),
                to: `/drivers/${id}`,
              }))}
            />
          </>
        );
      }}
    </WidgetBody>
  );
}

/** Last day of a licence; null = unknown. */
function validityOf({ attributes }: Driver, brand: string): string | null {
  const value = attributes[attributeName(brand, DRIVER_ATTRIBUTES.validity)];
  return typeof value === 'string' && fitsAttribute(DRIVER_ATTRIBUTES.validity, value) ? value : null;
}
