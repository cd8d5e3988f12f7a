import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { useSignedIn } from '../../kernel/services.tsx';
import { choiceOf } from '../../areas/commands/command-choice.ts';
import { commandRights } from '../../areas/commands/command-rights.ts';
import { ConfirmCommand } from '../../areas/commands/confirm-command.tsx';
import { useCommandOffer } from '../../areas/commands/use-commands.ts';
import { ShareDialog } from '../../kernel/sharing/share-dialog.tsx';

/** An action that was chosen in the palette and needs confirmation. */
export interface ChosenAction {
  readonly action: 'lock' | 'unlock' | 'share';
  readonly deviceId: number;
}
export interface ActionDialogProps extends ChosenAction {
  readonly onClose: () => void;
}

/** The same question as in the panel of the vehicle: nothing leaves the palette without it. */
export function ActionDialog({ action, deviceId, onClose }: ActionDialogProps) {
  const vehicle = useVehicle(deviceId);
  const rights = commandRights(useSignedIn());
  const offer = useCommandOffer(deviceId, rights);
  if (vehicle === undefined) return null;
  if (action === 'share') return <ShareDialog devices={[vehicle.device]} onClose={onClose} />;
  const type = action === 'lock' ? 'engineStop' : 'engineResume';
  const choice = offer.isReady ? choiceOf(type, offer, rights) : null;
  // The dialog shows the error for a command that the server does not offer.
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
