import { dateIn } from '@rastro/fleet/billing';
import { serviceContent, type WidgetContent } from '@rastro/fleet/figures';
import { byGravity, defectDue, type Defect } from '@rastro/fleet/inspections';
import { useTranslation } from 'react-i18next';
import { AnswerError, valueOf } from '../../../../kernel/queries/query-client.ts';
import {
  defectPath,
  OPEN_DEFECTS,
  readDefects,
  useMaySeeDefects,
} from '../../../../kernel/queries/use-defects.ts';
import { useServices, type Services } from '../../../../kernel/services.tsx';
import { ContentView } from '../content-view.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { WidgetBody } from '../widget-body.tsx';
import { isMember, listLink, type WidgetProps } from '../widget-props.ts';

/** Lists with as many rows as the figures count. */
const SEARCHES: Readonly<Record<string, string>> = {
  'services.overdue': 'within=overdue&kind=services',
  'services.within': 'kind=services',
};
const DEFECT_SEARCH = 'within=overdue&kind=defects';
/** Begins the keys of rows that are defects. */
const DEFECT = 'defect ';

/** Maintenance that is overdue or due soon, and defects that wait for a repair. */
export function ServicesWidget({ scope }: WidgetProps) {
  const { t } = useTranslation('overview');
  const services = useServices();
  const { client } = services;
  const hasDefects = useMaySeeDefects();
  const query = useWidgetQuery(['services', hasDefects], async ({ signal }) => {
    const due = valueOf(await client.services.due({}, signal));
    const maintenances = valueOf(await client.maintenance.list({}, signal));
    const defects = hasDefects ? await defectsOr(services, signal) : [];
    const names = new Map(maintenances.map(({ id, name }) => [id, name]));
    return { due, names, defects, now: Date.now() };
  });
  return (
    <WidgetBody query={query} empty={null}>
      {({ due, names, defects, now }) => {
        const service = serviceContent(
          due.filter(({ deviceId }) => isMember(scope, deviceId)),
          (id) => names.get(id) ?? '',
          now,
        );
        const today = dateIn(scope.zone, now);
        const broken =
          defects?.filter((each) => isMember(scope, each.deviceId) && defectDue(each, today) === 'now') ??
          null;
        return (
          <ContentView
            content={hasDefects ? withDefects(service, broken, t('overview:services.defects')) : service}
            label={t('overview:kind.services')}
            linkOf={({ name }) =>
              listLink(
                '/maintenances/due',
                typeof name === 'string' ? (SEARCHES[name] ?? '') : DEFECT_SEARCH,
                scope,
              )
            }
            rowLinkOf={({ key }) =>
              key.startsWith(DEFECT)
                ? defectPath(Number(key.slice(DEFECT.length)))
                : `/devices/${key.split(' ')[0]}`
            }
          />
        );
      }}
    </WidgetBody>
  );
}

/** Null = they cannot be read now: maintenance is shown without them. */
async function defectsOr(
  services: Pick<Services, 'extension'>,
  signal: AbortSignal,
): Promise<readonly Defect[] | null> {
  try {
    return (await readDefects(services, OPEN_DEFECTS, signal)).defects;
  } catch (error) {
    // What concerns the session or the network fails the widget, as everywhere.
    if (!(error instanceof AnswerError) || error.failure.status < 404) throw error;
    return null;
  }
}

/** Defects are due at once: they come before what is estimated, the gravest first. */
const withDefects = (
  { figures, rows }: WidgetContent,
  defects: readonly Defect[] | null,
  word: string,
): WidgetContent => ({
  figures: [
    ...figures,
    {
      name: { word },
      value: defects?.length ?? null,
      unit: 'count',
      ...(defects?.some(({ severity }) => severity === 'unsafe') && { tone: 'bad' }),
    },
  ],
  rows: [
    ...(defects ?? []).toSorted(byGravity).map(({ id, deviceName, itemText }) => ({
      key: `${DEFECT}${id}`,
      name: deviceName,
      details: [{ text: itemText }],
    })),
    ...rows,
  ],
});
