import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useHasGone, useVehicle } from '../../../kernel/fleet/fleet-context.tsx';
import { useRights } from '../../../kernel/use-rights.ts';
import type { Vehicle } from '../../../live/fleet.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useIsPhone } from '../../../ui/use-is-phone.ts';
import { AttributeList } from './attribute-list.tsx';
import styles from './device-panel.module.css';
import { DiagnosisCard } from '../diagnosis/diagnosis-card.tsx';
import { Gauges } from '../gauges/gauges.tsx';
import { HistoryTable } from './history-table.tsx';
import { LastTrip } from './last-trip.tsx';
import { LiveValues } from './live-values.tsx';
import { MissingVehicle } from './missing-vehicle.tsx';
import { PlaceCard } from './place-card.tsx';
import { ShareEntry } from '../../../kernel/sharing/share-entry.tsx';
import { TodayCard } from './today-card.tsx';
import { VehicleLinkIcons } from './vehicle-links.tsx';
import { VehicleActions, type AdditionalActions } from './vehicle-actions.tsx';
import { VehicleSummary } from './vehicle-summary.tsx';

const TABS = ['now', 'history', 'events', 'maintenance', 'attributes', 'commands'] as const;
type TabName = (typeof TABS)[number];
/** Tabs of other areas. */
const COMPOSED = ['events', 'maintenance', 'commands'] as const;
const isComposed = (name: TabName): name is (typeof COMPOSED)[number] =>
  COMPOSED.some((each) => each === name);

/** Content from other areas; composed by the application. */
export interface DevicePanelProps {
  /** States of the vehicle in addition to its own. */
  readonly states?: ReactNode;
  /** The primary action. */
  readonly primary?: ReactNode;
  /** Actions that are not needed every day. */
  readonly more?: AdditionalActions;
  /** Result of the actions. */
  readonly outcome?: ReactNode;
  /** A tab of its own; null = this user has none. */
  readonly commands?: ReactNode;
  /** Likewise. */
  readonly events?: ReactNode;
  /** Likewise. */
  readonly maintenance?: ReactNode;
}

/** One vehicle, live. */
export function DevicePanel(props: DevicePanelProps) {
  const { t } = useTranslation(['devices', 'attributes']);
  const { deviceId } = useParams();
  const id = Number(deviceId);
  const vehicle = useVehicle(id);
  const hasGone = useHasGone(id);
  const isPhone = useIsPhone();
  return (
    <Panel
      title={vehicle?.device.name ?? t('devices:panel.title')}
      actions={
        vehicle !== undefined && (
          <>
            <ShareEntry key={id} device={vehicle.device} />
            {!isPhone && <VehicleLinkIcons deviceId={id} />}
          </>
        )
      }
      back="/devices"
      expandable
    >
      {vehicle === undefined ? (
        <MissingVehicle key={id} hasGone={hasGone} />
      ) : (
        <VehicleView key={id} vehicle={vehicle} props={props} />
      )}
    </Panel>
  );
}

/** The open tab; lives in the address. */
function useTab(tabs: readonly TabName[]) {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'now';
  const choose = (name: TabName): void =>
    setSearch(
      (old) => {
        if (name === 'now') old.delete('tab');
        else old.set('tab', name);
        return old;
      },
      { replace: true },
    );
  return { tab, choose };
}

function VehicleView({ vehicle, props }: { vehicle: Vehicle; props: DevicePanelProps }) {
  const { t } = useTranslation('devices');
  const [search] = useSearchParams();
  const { states, primary, more, outcome, commands = null, events = null, maintenance = null } = props;
  const composed = { commands, events, maintenance };
  const tabs = TABS.filter((name) => !isComposed(name) || composed[name] !== null);
  const { tab, choose } = useTab(tabs);
  const isOnline = vehicle.device.status === 'online';
  const mayReports = useRights().may('reports.view');
  return (
    <>
      <VehicleSummary vehicle={vehicle} states={states} />
      <VehicleActions deviceId={vehicle.device.id} primary={primary} {...(more && { more })} />
      {outcome}
      {search.get('today') === '1' && <TodayCard deviceId={vehicle.device.id} />}
      <Tabs
        value={tab}
        onChange={(value) => choose(TABS.find((name) => name === value) ?? 'now')}
        className={styles.tabs}
        keepMounted={false}
      >
        <Tabs.List className={styles.tabList}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`devices:tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="now" className={styles.scroll} tabIndex={0}>
          <Gauges vehicle={vehicle} />
          {!isOnline && <DiagnosisCard deviceId={vehicle.device.id} />}
          <PlaceCard vehicle={vehicle} />
          {mayReports && <LastTrip deviceId={vehicle.device.id} />}
          <LiveValues vehicle={vehicle} />
        </Tabs.Panel>
        <Tabs.Panel value="history" className={styles.fill}>
          <HistoryTable deviceId={vehicle.device.id} />
        </Tabs.Panel>
        <Tabs.Panel value="attributes" className={styles.scroll} tabIndex={0}>
          <AttributeList vehicle={vehicle} />
        </Tabs.Panel>
        {COMPOSED.filter((name) => composed[name] !== null).map((name) => (
          <Tabs.Panel key={name} value={name} className={styles.scroll} tabIndex={0}>
            {composed[name]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
