import { matchLanguage, zoneText } from '@rastro/fleet';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { useClaimedMap } from '../../kernel/map/map-claim.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { latePart } from '../../ui/late-part.tsx';
import { ListMessage } from '../../ui/list/list-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { tablePanelPx } from '../../ui/panel-size.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { figuresOf } from './day-figures.ts';
import { REPORT_SCREENS } from './kinds/registry.ts';
import type { ReportKind } from './kinds/report-kind.ts';
import { ReportBar } from './report-bar.tsx';
import { ReportMap } from './report-map.tsx';
import type { ReportRow } from './report-row.ts';
import { ExportFailed, RunStates, type ExportFailure } from './report-states.tsx';
import { ReportTable } from './report-table.tsx';
import { ReportTools } from './report-tools.tsx';
import styles from './reports.module.css';
import { useReport, type Report } from './use-report.ts';
import { useSliced } from './use-sliced.ts';

const ReportChart = latePart('nothing', async () => (await import('./report-chart.tsx')).ReportChart);
const FuelLevelChart = latePart(
  'nothing',
  async () => (await import('./fuel-level-chart.tsx')).FuelLevelChart,
);

/** One report; an address that names none leads to all of them. */
export function ReportScreen() {
  const { report } = useParams();
  const kind = REPORT_SCREENS.find(({ path }) => path === report);
  return kind === undefined ? <Navigate to="/reports" replace /> : <OneReport key={kind.path} kind={kind} />;
}

function OneReport({ kind }: { readonly kind: ReportKind }) {
  const { t } = useTranslation('reports');
  const { may } = useRights();
  const isPhone = useIsPhone();
  const report = useReport(kind);
  const { address, change, run, arranged } = report;
  const [failure, setFailure] = useState<ExportFailure | null>(null);
  const [picked, setPicked] = useState<ReportRow | null>(null);
  // On a phone the rows need the space of the filters.
  const [hasTools, setTools] = useState(() => !isPhone || !address.isAsked);
  const isOpen = hasTools || (run.state === null && !address.isAsked);
  useClaimedMap({
    bottomPx: 0,
    leftPx: isPhone ? undefined : tablePanelPx(window.innerWidth),
    hasView: address.hasMarkers,
  });
  const inOrder = useMemo(() => arranged?.groups.flatMap(({ rows }) => rows) ?? [], [arranged]);
  const { marker } = kind;
  return (
    <Panel title={t(`reports:kind.${kind.path}.title`)} back="/reports" wide expandable tall>
      {isOpen && (
        <ReportTools
          kind={kind}
          address={address}
          period={report.period}
          scope={report.scope}
          onChange={change}
        />
      )}
      <ReportBar
        report={report}
        mayExport={may('reports.export')}
        tools={
          isPhone && (run.state !== null || address.isAsked)
            ? { isOpen, onToggle: () => setTools(!hasTools) }
            : null
        }
        onLoad={() => {
          setPicked(null);
          if (isPhone) setTools(false);
          report.load();
        }}
        onExportFailure={setFailure}
      />
      {failure !== null && <ExportFailed failure={failure} onClose={() => setFailure(null)} />}
      <ReportBody report={report} picked={picked} />
      {marker !== undefined && address.hasMarkers && (
        <ReportMap kind={{ ...kind, marker }} rows={inOrder} onPick={setPicked} />
      )}
    </Panel>
  );
}

function ReportBody({ report, picked }: { readonly report: Report; readonly picked: ReportRow | null }) {
  const { t, i18n } = useTranslation('reports');
  const failureText = useFailureText();
  const { kind, scope, run, arranged, rows, address, change, columns } = report;
  if (scope.error !== null)
    return (
      <ListMessage role="alert" title={t('reports:failed')} text={failureText(failureIn(scope.error))} />
    );
  if (run.state === null)
    return <ListMessage title={t('reports:ask.title')} text={t(`reports:kind.${kind.path}.about`)} />;
  const isOver = run.state.state !== 'reading';
  return (
    <>
      <RunStates state={run.state} onGoOn={run.goOn} />
      {rows.length === 0 && run.state.state === 'there' && (
        <ListMessage title={t('reports:empty.title')} text={t('reports:empty.text')} />
      )}
      {rows.length > 0 && (
        <p className={styles.zone}>
          {t('reports:timesIn', { zone: zoneText(report.zone, matchLanguage(i18n.language) ?? 'en') })}
        </p>
      )}
      {isOver && <Chart report={report} />}
      {isOver && <LevelChart report={report} />}
      {arranged !== null && arranged.groups.length > 0 && (
        <ReportTable
          arranged={arranged}
          columns={columns}
          grouping={address.grouping}
          sort={address.sort}
          onSort={(sort) => change({ sort })}
          picked={picked}
          label={t(`reports:kind.${kind.path}.title`)}
        />
      )}
    </>
  );
}

/** Of one vehicle: tanks differ. */
function LevelChart({ report: { kind, run } }: { readonly report: Report }) {
  const wish = run.wish;
  const [deviceId, second] = wish?.deviceIds ?? [];
  if (kind.hasLevel !== true || wish === null || deviceId === undefined || second !== undefined) return null;
  return <FuelLevelChart deviceId={deviceId} period={wish.query} />;
}

/** Only of what is whole: bars that grow say nothing. */
function Chart({ report: { kind, rows, zone } }: { readonly report: Report }) {
  const { t } = useTranslation('reports');
  const { chart, columns } = kind;
  const work = useCallback(() => figuresOf(rows, { chart, columns, zone }), [rows, chart, columns, zone]);
  const figures = useSliced(work);
  const form = columns.find(({ id }) => id === chart?.column)?.form;
  if (figures === null || chart === undefined || form === undefined) return null;
  return (
    <div className={styles.chart}>
      <ReportChart
        figures={figures}
        by={chart.by}
        form={form}
        label={t('reports:chart', { what: t(`reports:column.${chart.column}`) })}
      />
    </div>
  );
}
