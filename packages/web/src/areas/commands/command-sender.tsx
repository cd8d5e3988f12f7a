import { Button, Menu } from '@mantine/core';
import { Ellipsis, Lock, LockOpen, Send, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { useSignedIn } from '../../kernel/services.tsx';
import { choiceOf, menuOf, type CommandChoice } from './command-choice.ts';
import { commandRights, type CommandRights } from './command-rights.ts';
import styles from './commands.module.css';
import { ConfirmCommand } from './confirm-command.tsx';
import { useCommandName } from './use-command-name.ts';
import { useCommandOffer } from './use-commands.ts';
import { useFavourites } from '../../kernel/favourites/use-favourites.ts';
import { favouritesFirst } from './favourites-first.ts';

const SWITCHES = {
  lock: { type: 'engineStop', icon: Lock },
  unlock: { type: 'engineResume', icon: LockOpen },
} as const;
type SwitchName = keyof typeof SWITCHES;

/** The commands that a user may send to one device, and the open question. */
export interface CommandSender {
  readonly deviceId: number;
  readonly rights: CommandRights;
  readonly offer: ReturnType<typeof useCommandOffer>;
  readonly chosen: CommandChoice | null;
  readonly outcome: 'sent' | 'queued' | null;
  readonly choose: (choice: CommandChoice | null) => void;
  readonly onSent: (outcome: 'sent' | 'queued') => void;
}

/** Its buttons stand at two places of a screen; the question is one. */
export function useCommandSender(deviceId: number, onSent: () => void): CommandSender {
  const rights = commandRights(useSignedIn());
  const offer = useCommandOffer(deviceId, rights);
  const [chosen, setChosen] = useState<CommandChoice | null>(null);
  const [outcome, setOutcome] = useState<'sent' | 'queued' | null>(null);
  return {
    deviceId,
    rights,
    offer,
    chosen,
    outcome,
    choose: (choice) => {
      if (choice !== null) setOutcome(null);
      setChosen(choice);
    },
    onSent: (how) => {
      setChosen(null);
      setOutcome(how);
      onSent();
    },
  };
}

/** Of lock and unlock, first the one that changes what is, as far as the rights go. */
function useSwitches({ deviceId, rights }: CommandSender): readonly SwitchName[] {
  const isLocked = useVehicle(deviceId)?.position?.attributes['blocked'] === true;
  const order = isLocked ? (['unlock', 'lock'] as const) : (['lock', 'unlock'] as const);
  return order.filter((name) => rights[name]);
}

/** The main action of the panel: lock a vehicle, or let it drive again. */
export function CommandSwitch({ sender }: { sender: CommandSender }) {
  const [first] = useSwitches(sender);
  return first === undefined ? null : <SwitchButton sender={sender} name={first} />;
}

/** The other switch and what else the device understands; nothing leaves without a confirmation. */
export function MoreCommands({ sender }: { sender: CommandSender }) {
  const { t } = useTranslation('commands');
  const [, second] = useSwitches(sender);
  const menu = useMenu(sender);
  if (second === undefined && !sender.rights.send) return null;
  return (
    <div className={styles.buttons} role="group" aria-label={t('commands:label')}>
      {second !== undefined && <SwitchButton sender={sender} name={second} />}
      {sender.rights.send && (
        <CommandMenu label={t('commands:moreLabel')} icon={Ellipsis} menu={menu} onChoose={sender.choose} />
      )}
    </div>
  );
}

/** Form above the last commands: a user who checks these often wants to send one, too. */
export function SendCommand({ sender }: { sender: CommandSender }) {
  const { t } = useTranslation('commands');
  const menu = useMenu(sender);
  if (!sender.rights.send) return null;
  return (
    <div className={styles.sendOne}>
      <CommandMenu label={t('commands:sendOne')} icon={Send} menu={menu} onChoose={sender.choose} />
    </div>
  );
}

/** The commands to choose from; among the saved ones, favorites come first. */
function useMenu({ offer, rights }: CommandSender): readonly CommandChoice[] {
  const { ids: favourites } = useFavourites('commands');
  const { saved } = offer;
  return menuOf({ ...offer, saved: saved && favouritesFirst(saved, favourites) }, rights);
}

function SwitchButton({ sender, name }: { sender: CommandSender; name: SwitchName }) {
  const { t } = useTranslation('commands');
  const { offer, rights, choose } = sender;
  const { type, icon: Icon } = SWITCHES[name];
  const choice = offer.isReady ? choiceOf(type, offer, rights) : null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={15} aria-hidden />}
      disabled={choice === null}
      title={offer.isReady && choice === null ? t('commands:notSupported') : undefined}
      onClick={() => choice !== null && choose(choice)}
    >
      {t(`commands:${name}`)}
    </Button>
  );
}

/** The question before a command is sent, and its result. */
export function CommandQuestion({ sender }: { sender: CommandSender }) {
  const { t } = useTranslation('commands');
  const { deviceId, chosen, outcome, choose, onSent } = sender;
  const vehicle = useVehicle(deviceId);
  return (
    <>
      <p className={styles.outcome} role="status">
        {outcome === 'sent' && t('commands:sent')}
        {outcome === 'queued' && t('commands:waits')}
      </p>
      {chosen !== null && vehicle !== undefined && (
        <ConfirmCommand vehicle={vehicle} choice={chosen} onClose={() => choose(null)} onSent={onSent} />
      )}
    </>
  );
}

interface CommandMenuProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly menu: readonly CommandChoice[];
  readonly onChoose: (choice: CommandChoice) => void;
}

/** The other commands that the device understands, then those saved for it. */
function CommandMenu({ label, icon: Icon, menu, onChoose }: CommandMenuProps) {
  const { t } = useTranslation('commands');
  const nameOf = useCommandName();
  const firstSaved = menu.findIndex(({ saved }) => saved !== null);
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon size={15} aria-hidden />}
          disabled={menu.length === 0}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        {menu.map((choice, at) => (
          <div key={choice.saved === null ? choice.type : choice.saved.id} role="none">
            {at === firstSaved && <Menu.Label>{t('commands:saved')}</Menu.Label>}
            <Menu.Item onClick={() => onChoose(choice)}>{nameOf(choice.saved ?? choice)}</Menu.Item>
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
