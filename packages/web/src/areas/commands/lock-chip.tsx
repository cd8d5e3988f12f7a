import type { Position } from '@rastro/fleet';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { useSignedIn } from '../../kernel/services.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { commandRights } from './command-rights.ts';
import { lockState, type LockState } from './lock-state.ts';
import { useCommandLog } from './use-commands.ts';

/** Says that a vehicle is locked, and since when that is known. */
export function LockChip({ deviceId }: { deviceId: number }) {
  const position = useVehicle(deviceId)?.position ?? null;
  const { follow } = commandRights(useSignedIn());
  if (follow) return <FollowedLock deviceId={deviceId} position={position} />;
  return <Chip state={lockState(position, [])} />;
}

/** For those who may see what became of commands. */
function FollowedLock({ deviceId, position }: { deviceId: number; position: Position | null }) {
  const { commands } = useCommandLog(deviceId);
  return <Chip state={lockState(position, commands)} />;
}

function Chip({ state }: { state: LockState }) {
  const { t } = useTranslation('commands');
  const format = useFormat();
  if (state.kind === 'open') return null;
  return (
    <StateChip icon={Lock} tone="bad">
      {t(`commands:locked.${state.kind}`, { time: format.moment(state.at) })}
    </StateChip>
  );
}
