import { isShared } from '@rastro/fleet';
import { useParams, useSearchParams } from 'react-router';
import {
  CommandQuestion,
  CommandSwitch,
  MoreCommands,
  SendCommand,
  useCommandSender,
} from '../areas/commands/command-sender.tsx';
import { CommandLog } from '../areas/commands/command-log.tsx';
import { commandRights } from '../areas/commands/command-rights.ts';
import { LockChip } from '../areas/commands/lock-chip.tsx';
import { DevicePanel } from '../areas/devices/panel/device-panel.tsx';
import { GuestPanel } from '../areas/devices/panel/guest-panel.tsx';
import { DriverNowChip } from '../areas/drivers/driver-now-chip.tsx';
import { DeviceEvents } from '../areas/events/device-events.tsx';
import { AnchorChip } from '../areas/geofences/anchor-chip.tsx';
import { AnchorToggle } from '../areas/geofences/anchor-toggle.tsx';
import { SheetButton } from '../kernel/codes/sheet-button.tsx';
import { DeviceLinks } from '../kernel/links/device-links.tsx';
import { useSignedIn } from '../kernel/services.tsx';
import { useRights } from '../kernel/use-rights.ts';
import { useFeature } from '../kernel/use-feature.ts';
import { latePart } from '../ui/late-part.tsx';
import { ListLoading } from '../ui/list/list-state.tsx';

const LateDeviceMaintenance = latePart(
  'notice',
  async () => (await import('../areas/maintenances/device-maintenance.tsx')).DeviceMaintenance,
  <ListLoading />,
);

/** One vehicle and what can be done with it: what several areas know of it on one screen. */
export function DeviceScreen() {
  const id = Number(useParams()['deviceId']);
  const { user } = useSignedIn();
  return isShared(user) ? <GuestPanel key={id} /> : <ScreenOf key={id} id={id} />;
}

function ScreenOf({ id }: { id: number }) {
  const [, setSearch] = useSearchParams();
  const { may } = useRights();
  const hasServices = useFeature('services');
  const [mayEvents, mayMaintenance] = [may('events.view'), may('maintenance.view') && hasServices];
  const mayFollow = commandRights(useSignedIn()).follow;
  // After sending a command the user wants to see its result.
  const showCommands = (): void => {
    if (!mayFollow) return;
    setSearch(
      (old) => {
        old.set('tab', 'commands');
        return old;
      },
      { replace: true },
    );
  };
  const sender = useCommandSender(id, showCommands);
  return (
    <DevicePanel
      states={
        <>
          <DriverNowChip deviceId={id} />
          <LockChip deviceId={id} />
          <AnchorChip deviceId={id} />
        </>
      }
      primary={<CommandSwitch sender={sender} />}
      more={{
        vehicle: (
          <>
            <DeviceLinks deviceId={id} />
            <SheetButton ids={[id]} />
          </>
        ),
        commands: (
          <>
            <MoreCommands sender={sender} />
            <AnchorToggle deviceId={id} />
          </>
        ),
      }}
      outcome={<CommandQuestion sender={sender} />}
      events={mayEvents ? <DeviceEvents deviceId={id} /> : null}
      maintenance={mayMaintenance ? <LateDeviceMaintenance deviceId={id} /> : null}
      commands={
        mayFollow ? (
          <>
            <SendCommand sender={sender} />
            <CommandLog deviceId={id} />
          </>
        ) : null
      }
    />
  );
}
