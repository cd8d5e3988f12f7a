import { useParams, useSearchParams } from 'react-router';
import { CommandBar } from '../areas/commands/command-bar.tsx';
import { CommandLog } from '../areas/commands/command-log.tsx';
import { commandRights } from '../areas/commands/command-rights.ts';
import { DeviceLinks } from '../kernel/links/device-links.tsx';
import { DevicePanel } from '../areas/devices/device-panel.tsx';
import { AnchorToggle } from '../areas/geofences/anchor-toggle.tsx';
import { DeviceEvents } from '../areas/events/device-events.tsx';
import { useSignedIn } from '../kernel/services.tsx';
import { useRights } from '../kernel/use-rights.ts';

/** One vehicle and what can be done with it: two areas on one screen. */
export function DeviceScreen() {
  const [, setSearch] = useSearchParams();
  const id = Number(useParams()['deviceId']);
  const mayEvents = useRights().may('events.view');
  const mayFollow = commandRights(useSignedIn()).follow;
  // Who has sent something wants to see what becomes of it.
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
  return (
    <DevicePanel
      actions={
        <>
          <CommandBar key={`commands-${id}`} deviceId={id} onSent={showCommands} />
          <DeviceLinks key={`links-${id}`} deviceId={id} />
          <AnchorToggle key={`anchor-${id}`} deviceId={id} />
        </>
      }
      events={mayEvents ? <DeviceEvents key={id} deviceId={id} /> : null}
      commands={mayFollow ? <CommandLog key={id} deviceId={id} /> : null}
    />
  );
}
