import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { useSignedIn } from '../../kernel/services.tsx';
import { choiceOf } from '../../areas/commands/command-choice.ts';
import { commandRights } from '../../areas/commands/command-rights.ts';
import { ConfirmCommand } from '../../areas/commands/confirm-command.tsx';
import { useCommandOffer } from '../../areas/commands/use-commands.ts';
import { ShareDialog } from '../../kernel/sharing/share-dialog.tsx';

/** What somebody chose in the palette and has to confirm. */
export interface ChosenAct {
  readonly act: 'lock' | 'unlock' | 'share';
  readonly deviceId: number;
}
export interface ActDialogProps extends ChosenAct {
  readonly onClose: () => void;
}

/** The same question as beside the vehicle: nothing leaves the palette without it. */
export function ActDialog({ act, deviceId, onClose }: ActDialogProps) {
  const vehicle = useVehicle(deviceId);
  const rights = commandRights(useSignedIn());
  const offer = useCommandOffer(deviceId, rights);
  if (vehicle === undefined) return null;
  if (act === 'share') return <ShareDialog devices={[vehicle.device]} onClose={onClose} />;
  const type = act === 'lock' ? 'engineStop' : 'engineResume';
  const choice = offer.isReady ? choiceOf(type, offer, rights) : null;
  // What the server does not offer it refuses, in the words of the dialog.
  if (!offer.isReady) return null;
  return (
    <ConfirmCommand
      vehicle={vehicle}
      choice={choice ?? { type, saved: null }}
      onClose={onClose}
      onSent={onClose}
    />
  );
}
