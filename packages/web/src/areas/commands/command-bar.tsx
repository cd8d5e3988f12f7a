import { Button, Menu } from '@mantine/core';
import { Ellipsis, Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { useSignedIn } from '../../kernel/services.tsx';
import { choiceOf, menuOf, type CommandChoice } from './command-choice.ts';
import { commandRights } from './command-rights.ts';
import styles from './commands.module.css';
import { ConfirmCommand } from './confirm-command.tsx';
import { useCommandName } from './use-command-name.ts';
import { useCommandOffer } from './use-commands.ts';

const SWITCHES = [
  { name: 'lock', type: 'engineStop', icon: Lock },
  { name: 'unlock', type: 'engineResume', icon: LockOpen },
] as const;

export interface CommandBarProps {
  readonly deviceId: number;
  /** A command is on its way. */
  readonly onSent: () => void;
}

/** Lock, unlock and more: what this person may do with this device. Nothing leaves without a confirmation. */
export function CommandBar({ deviceId, onSent }: CommandBarProps) {
  const { t } = useTranslation('commands');
  const rights = commandRights(useSignedIn());
  const vehicle = useVehicle(deviceId);
  const offer = useCommandOffer(deviceId, rights);
  const [chosen, setChosen] = useState<CommandChoice | null>(null);
  const [outcome, setOutcome] = useState<'sent' | 'queued' | null>(null);

  if (!rights.lock && !rights.unlock && !rights.send) return null;
  const choose = (choice: CommandChoice): void => {
    setOutcome(null);
    setChosen(choice);
  };
  return (
    <div className={styles.bar} role="group" aria-label={t('commands:label')}>
      <div className={styles.buttons}>
        {SWITCHES.filter(({ name }) => rights[name]).map(({ name, type, icon: Icon }) => {
          const choice = offer.isReady ? choiceOf(type, offer, rights) : null;
          return (
            <Button
              key={name}
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
        })}
        {rights.send && <MoreCommands menu={menuOf(offer, rights)} onChoose={choose} />}
      </div>
      <p className={styles.outcome} role="status">
        {outcome === 'sent' && t('commands:sent')}
        {outcome === 'queued' && t('commands:waits')}
      </p>
      {chosen !== null && vehicle !== undefined && (
        <ConfirmCommand
          vehicle={vehicle}
          choice={chosen}
          onClose={() => setChosen(null)}
          onSent={(how) => {
            setChosen(null);
            setOutcome(how);
            onSent();
          }}
        />
      )}
    </div>
  );
}

interface MoreCommandsProps {
  readonly menu: readonly CommandChoice[];
  readonly onChoose: (choice: CommandChoice) => void;
}

/** What else the device understands, then what was saved for it. */
function MoreCommands({ menu, onChoose }: MoreCommandsProps) {
  const { t } = useTranslation('commands');
  const nameOf = useCommandName();
  const firstSaved = menu.findIndex(({ saved }) => saved !== null);
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<Ellipsis size={15} aria-hidden />}
          aria-label={t('commands:moreLabel')}
          disabled={menu.length === 0}
        >
          {t('commands:more')}
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
