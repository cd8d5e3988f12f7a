import { Button, CloseButton, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { Link2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyNotice } from '../../kernel/copying/copy-notice.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useClaimedMap } from '../../kernel/map/map-claim.tsx';
import { writePeriod } from '../../kernel/period/period.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useKeepClear } from '../../ui/keep-clear.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import type { HistoryRow } from './chronology.ts';
import styles from './history.module.css';
import dock from './dock.module.css';
import { dockPx, insidePx } from './dock-size.ts';
import { hasDrivers } from './strip-lanes.ts';
import { HISTORY_TABS } from './history-address.ts';
import { HistoryExport, type ExportFailure } from './history-export.tsx';
import { HistoryLegend, withToggled } from './history-legend.tsx';
import { FocusBar, HistoryList } from './history-list.tsx';
import { historyMarkers, visibleMarkers } from './history-markers.ts';
import { HistoryTools } from './history-tools.tsx';
import { HistoryTotals } from './history-totals.tsx';
import { PassagesCard } from './passages-card.tsx';
import { CurveSelect } from './curve-select.tsx';
import { PlayerBar } from './player-bar.tsx';
import { Timeline } from './timeline.tsx';
import { stepFrom } from './track.ts';
import { TripNews } from './trip-news.tsx';
import { seekRow, useHistoryKeys } from './use-history-keys.ts';
import { useHistoryMap } from './use-history-map.ts';
import { useHistory, type History } from './use-history.ts';
import { usePassages } from './use-passages.ts';
import { useMomentText } from './use-moment-text.ts';
import { useRowText } from './use-row-text.ts';

const NO_ROWS: readonly HistoryRow[] = [];

/** The past of one or several vehicles: map, chronology and timeline under one clock. */
export function HistoryScreen() {
  const { t } = useTranslation(['history', 'events']);
  const isPhone = useIsPhone();
  const history = useHistory();
  const { address, change, player, focus } = history;
  const hasVehicles = address.deviceIds.length > 0;
  const tracks = useMemo(() => history.visibleTracks.map(({ track }) => track), [history.visibleTracks]);
  const passageSearch = usePassages(history.loader, tracks);
  const [noFile, setNoFile] = useState<ExportFailure | null>(null);
  const bottomPx =
    isPhone || !hasVehicles ? 0 : dockPx(address.deviceIds.length, hasDrivers(history.rows ?? NO_ROWS));
  useClaimedMap({ bottomPx, hasView: hasVehicles });
  useKeepClear('bottom', bottomPx);
  const open = (row: HistoryRow): void => {
    player.seek(row.from);
    if (row.kind === 'trip') change({ focus: row.key === address.focus ? null : row.key, cursor: row.from });
  };
  useMapOf(history, { onOpen: open, onGround: passageSearch.ask });
  useHistoryKeys({
    player,
    rows: history.rows ?? NO_ROWS,
    isFocused: focus !== null,
    onLeaveFocus: () => change({ focus: null }),
    onVehicle: (index) => {
      const id = address.deviceIds[index];
      if (id !== undefined && address.deviceIds.length > 1)
        change({ hidden: withToggled(address.hidden, id) });
    },
  });
  return (
    <>
      <Panel
        title={t('history:title')}
        actions={<Actions history={history} onNoFile={setNoFile} />}
        headPx={hasVehicles ? insidePx(address.deviceIds.length) : 0}
      >
        {noFile !== null && <NoFile failure={noFile} onClose={() => setNoFile(null)} />}
        {isPhone && hasVehicles && <Dock history={history} className={dock.inside} hasChart={false} />}
        <PanelBody history={history} onOpen={open} />
      </Panel>
      {!isPhone && hasVehicles && <Dock history={history} className={dock.dock} hasChart />}
      {hasVehicles && <HistoryLegend address={address} tracks={history.visibleTracks} onChange={change} />}
      {passageSearch.found !== null && (
        <PassagesCard
          found={passageSearch.found}
          hasMany={address.deviceIds.length > 1}
          onOpen={({ nearest }) => player.seek(nearest)}
          onClose={passageSearch.close}
        />
      )}
    </>
  );
}

interface MapDoings {
  readonly onOpen: (row: HistoryRow) => void;
  readonly onGround: (place: { readonly x: number; readonly y: number }, near: number) => void;
}

function useMapOf(history: History, { onOpen, onGround }: MapDoings): void {
  const { t } = useTranslation('history');
  const format = useFormat();
  const rowText = useRowText();
  const { server, branding } = useSignedIn();
  const { visibleTracks: tracks, loader, focus, player, address } = history;
  const rows = history.rows ?? NO_ROWS;
  const shows = useMemo(
    () => visibleMarkers(server.server.attributes, branding.brand),
    [server.server.attributes, branding.brand],
  );
  const markers = useMemo(
    () =>
      historyMarkers(
        tracks,
        { rows, focus, shows },
        {
          start: t('history:start'),
          end: t('history:end'),
          duration: (ms) => format.duration(ms),
          event: (row) => rowText(row).title,
        },
      ),
    [tracks, rows, focus, shows, t, format, rowText],
  );
  useHistoryMap({
    tracks,
    isNumbered: address.deviceIds.length > 1,
    loader,
    rows,
    markers,
    colour: address.colour,
    measure: address.measure,
    focus,
    player,
    onMarker: (key) => {
      const row = rows.find((each) => each.key === key);
      if (row !== undefined) onOpen(row);
    },
    onGround,
  });
}

function PanelBody({ history, onOpen }: { history: History; onOpen: (row: HistoryRow) => void }) {
  const { t } = useTranslation('history');
  const { address, change, period, choosePeriod, rows, summaries, mayEvents } = history;
  const tabs = HISTORY_TABS.filter((name) => name !== 'events' || mayEvents);
  return (
    <div className={styles.body}>
      <HistoryTools
        deviceIds={address.deviceIds}
        onDevices={(deviceIds) => change({ deviceIds })}
        period={{ choice: address.period, period, onChange: choosePeriod }}
      />
      <TrackStates history={history} />
      {rows !== undefined && <HistoryTotals rows={rows} summaries={summaries} />}
      <FocusBar history={history} />
      <Tabs
        className={styles.tabs}
        value={address.tab}
        onChange={(value) => change({ tab: tabs.find((name) => name === value) ?? 'all' })}
      >
        <Tabs.List>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`history:tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <HistoryList history={history} onOpen={onOpen} />
    </div>
  );
}

/** Progress of the tracks, and those that failed. */
function TrackStates({ history: { tracks, loader } }: { readonly history: History }) {
  const { t } = useTranslation('history');
  const failureText = useFailureText();
  const done = tracks.filter(({ state }) => state === 'there' || state === 'failed').length;
  const failed = tracks.find(({ state }) => state === 'failed');
  return (
    <>
      {done < tracks.length && (
        <div
          className={styles.progress}
          role="progressbar"
          aria-label={t('history:loading')}
          aria-valuemin={0}
          aria-valuemax={tracks.length}
          aria-valuenow={done}
        >
          <span style={{ width: `${((done + 0.5) / tracks.length) * 100}%` }} />
        </div>
      )}
      {done < tracks.length && <CopyNotice />}
      {failed?.failure && (
        <div className={styles.failure} role="alert">
          <span>{t('history:trackFailed', { reason: failureText(failed.failure) })}</span>
          <Button size="compact-sm" variant="default" onClick={() => void loader.retry()}>
            {t('history:retry')}
          </Button>
        </div>
      )}
    </>
  );
}

interface DockProps {
  readonly history: History;
  readonly className: string | undefined;
  readonly hasChart: boolean;
}

function Dock({ history, className, hasChart }: DockProps) {
  const { t } = useTranslation('history');
  const { tracks, visibleTracks, idles, axis, player, focus, address, change } = history;
  const rows = history.rows ?? NO_ROWS;
  const momentText = useMomentText({
    tracks: visibleTracks,
    rows,
    deviceId: focus?.deviceId ?? null,
    ...address,
  });
  return (
    <section className={className} aria-label={t('history:timeline')}>
      <PlayerBar
        player={player}
        isNarrow={!hasChart}
        actions={{
          step: (direction) => player.seek(stepFrom(player.tracks, player.state().cursor, direction)),
          trip: (direction) => seekRow({ player, rows }, 'trip', direction),
        }}
        formatTime={momentText.time}
        formatState={momentText.state}
        extra={hasChart && <CurveSelect address={address} onCurve={(curve) => change({ curve })} />}
      />
      <Timeline
        tracks={tracks}
        hidden={address.hidden}
        rows={rows}
        idles={idles}
        axis={axis}
        player={player}
        formatMoment={momentText.all}
        hasChart={hasChart}
        curve={address.curve}
      />
      <TripNews player={player} rows={rows} />
    </section>
  );
}

interface ActionsProps {
  readonly history: History;
  readonly onNoFile: (failure: ExportFailure | null) => void;
}

function Actions({ history, onNoFile }: ActionsProps) {
  const mayExport = useRights().may('reports.export');
  const deviceIds = history.visibleTracks.map(({ deviceId }) => deviceId);
  return (
    <>
      {mayExport && history.address.deviceIds.length > 0 && (
        <HistoryExport deviceIds={deviceIds} period={history.period} onFailure={onNoFile} />
      )}
      <CopyLink history={history} />
    </>
  );
}

/** Why there is no file. @source docs/reference/requirements.md SPEC §8 */
function NoFile({ failure, onClose }: { readonly failure: ExportFailure; readonly onClose: () => void }) {
  const { t } = useTranslation('history');
  const failureText = useFailureText();
  return (
    <div className={styles.failure} role="alert">
      <span>{t('history:exportFailed', { reason: failureText(failure) })}</span>
      <CloseButton size="sm" aria-label={t('history:close')} onClick={onClose} />
    </div>
  );
}

/** A link to exactly this: its days are written out, so that it shows the same tomorrow. */
function CopyLink({ history: { period } }: { readonly history: History }) {
  const { t } = useTranslation('history');
  const { copy, isCopied } = useCopy();
  const link = (): string => {
    const search = new URLSearchParams(window.location.search);
    writePeriod(search, { from: period.from.getTime(), to: period.to.getTime() });
    return `${window.location.origin}/history?${search.toString()}`;
  };
  return (
    <IconAction label={t(isCopied ? 'history:copied' : 'history:copy')} onClick={() => void copy(link())}>
      <Link2 size={17} aria-hidden />
    </IconAction>
  );
}
