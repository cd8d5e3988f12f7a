import { rankedBy, rankingContent } from '@rastro/fleet/figures';
import { useTranslation } from 'react-i18next';
import { useRanking } from '../../../../kernel/queries/use-ranking.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { useRights } from '../../../../kernel/use-rights.ts';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { reportLink } from '../../report-link.ts';
import { ContentView } from '../content-view.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { WidgetBody } from '../widget-body.tsx';
import type { WidgetProps } from '../widget-props.ts';

/** Drivers or vehicles by their scores, the lowest first: those to talk to. */
export function RankingWidget({ scope, settings }: WidgetProps) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const { period, deviceIds, groupIds } = scope;
  const by = rankedBy(settings);
  const query = useRanking(period, { by: by === 'driver' ? by : 'device', groupIds, deviceIds });
  const driverIds = useDriverIds();
  const days = `${format.dayOf(period.from.getTime())} – ${format.dayOf(period.to.getTime())}`;
  return (
    <WidgetBody
      query={query}
      empty={t('overview:ranking.none')}
      isEmpty={({ ranked }) => ranked.length === 0}
      when={`${t(`overview:ranking.${by}`)} · ${days}`}
    >
      {(ranking) => {
        const toReport = reportLink('scores', ranking.period, scope, by === 'driver' ? { by } : {});
        return (
          <ContentView
            content={rankingContent(ranking)}
            label={t('overview:kind.ranking')}
            linkOf={() => toReport}
            rowLinkOf={({ key }) => {
              if (by === 'vehicle') return `/scores/${key}`;
              const id = driverIds.get(key);
              return id === undefined ? `/scores/driver/${encodeURIComponent(key)}` : `/drivers/${id}/score`;
            }}
          />
        );
      }}
    </WidgetBody>
  );
}

/** Drivers by their identifiers; one who is not known has no page. */
function useDriverIds(): ReadonlyMap<string, number> {
  const { client } = useServices();
  const { may } = useRights();
  const isSeen = may('drivers.view');
  const { data } = useWidgetQuery(['drivers', isSeen], async ({ signal }) =>
    isSeen ? valueOf(await client.drivers.list({}, signal)) : [],
  );
  return new Map(data?.map(({ uniqueId, id }) => [uniqueId, id]));
}
