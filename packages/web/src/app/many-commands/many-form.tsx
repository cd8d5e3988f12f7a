import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { EXPIRIES, mayChoose, type CommandChoice, type Expiry } from '../../areas/commands/command-choice.ts';
import type { CommandRights } from '../../areas/commands/command-rights.ts';
import { useCommandName } from '../../areas/commands/use-command-name.ts';
import batch from '../../areas/devices/batch/batch.module.css';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useLockWarning } from '../../areas/commands/use-lock-warning.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { summarizeTargets, type Target } from './plan-many.ts';
import { useManyOffer } from './use-many-commands.ts';

export interface ManyFormProps {
  readonly targets: readonly Target[];
  readonly rights: CommandRights;
  readonly onSend: (choice: CommandChoice, terms: { readonly expiry: Expiry; readonly text: string }) => void;
}

/** @source docs/reference/requirements.md SPEC §9 "Command types" */
const TYPES = [
  'engineStop',
  'engineResume',
  'positionSingle',
  'getDeviceStatus',
  'deviceIdentification',
  'alarmArm',
  'alarmDisarm',
  'rebootDevice',
  'custom',
] as const;
const EXPIRY_NAMES = Object.keys(EXPIRIES) as readonly Expiry[];
const DATA_LIMIT = 1000;

/** Chooses the command, and asks once more with what the devices do right now. */
export function ManyForm({ targets, rights, onSend }: ManyFormProps) {
  const { t } = useTranslation(['manycommands', 'commands']);
  const nameOf = useCommandName();
  const offer = useManyOffer(targets, rights);
  const [key, setKey] = useState('');
  const [expiry, setExpiry] = useState<Expiry>('h24');
  const [text, setText] = useState('');
  const [isAsking, setAsking] = useState(false);
  const choices = choicesOf(offer, rights);
  const chosen = choices.get(key) ?? null;
  const understood = chosen === null ? undefined : offer.understood.get(chosen.type);
  const wantsText = chosen?.type === 'custom' && chosen.saved === null;
  const isComplete = chosen !== null && (!wantsText || text.trim() !== '');
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    setAsking(isComplete);
  };
  return (
    <form className={batch.fill} onSubmit={ask}>
      <div className={batch.body}>
        <p className={batch.text}>{t('manycommands:chosen', { count: targets.length })}</p>
        <NativeSelect
          label={t('manycommands:command')}
          value={key}
          disabled={!offer.isReady}
          data={[
            { value: '', label: t('manycommands:choose') },
            ...[...choices].map(([value, choice]) => ({ value, label: nameOf(choice.saved ?? choice) })),
          ]}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        {understood !== undefined && understood < targets.length && chosen?.saved === null && (
          <p className={batch.text} role="status">
            {t('manycommands:understood', { some: understood, all: targets.length })}
          </p>
        )}
        {wantsText && <CommandText value={text} onChange={setText} />}
        {chosen?.saved === null && <ExpiryChoice value={expiry} onChange={setExpiry} />}
      </div>
      <footer className={batch.footer}>
        <Button type="submit" disabled={!isComplete || targets.length === 0}>
          {t('manycommands:go', { count: targets.length })}
        </Button>
      </footer>
      {isAsking && chosen !== null && (
        <ConfirmMany
          targets={targets}
          command={nameOf(chosen.saved ?? chosen)}
          isLock={chosen.type === 'engineStop'}
          onConfirm={() => onSend(chosen, { expiry, text })}
          onCancel={() => setAsking(false)}
        />
      )}
    </form>
  );
}

/** The available choices, each under its own key. */
function choicesOf(
  { understood, saved }: ReturnType<typeof useManyOffer>,
  rights: CommandRights,
): ReadonlyMap<string, CommandChoice> {
  const choices = new Map<string, CommandChoice>();
  for (const type of TYPES) {
    // Who may lock but not ask what is understood learns it from the answer.
    const isUnderstood = !rights.send || understood.has(type);
    if (rights.ownCommands && isUnderstood && mayChoose({ type }, rights))
      choices.set(type, { type, saved: null });
  }
  for (const each of saved) {
    if (mayChoose(each, rights)) choices.set(`saved ${each.id}`, { type: each.type, saved: each });
  }
  return choices;
}

interface CommandTextProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}
function CommandText({ value, onChange }: CommandTextProps) {
  const { t } = useTranslation('commands');
  return (
    <Textarea
      label={t('commands:confirm.text')}
      rows={2}
      maxLength={DATA_LIMIT}
      spellCheck={false}
      autoCapitalize="none"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface ExpiryChoiceProps {
  readonly value: Expiry;
  readonly onChange: (expiry: Expiry) => void;
}
function ExpiryChoice({ value, onChange }: ExpiryChoiceProps) {
  const { t } = useTranslation('commands');
  return (
    <NativeSelect
      label={t('commands:confirm.expiry')}
      value={value}
      data={EXPIRY_NAMES.map((name) => ({ value: name, label: t(`commands:expiresIn.${name}`) }))}
      onChange={({ currentTarget }) =>
        onChange(EXPIRY_NAMES.find((name) => name === currentTarget.value) ?? 'h24')
      }
    />
  );
}

interface ConfirmManyProps {
  readonly targets: readonly Target[];
  readonly command: string;
  readonly isLock: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

function ConfirmMany({ targets, command, isLock, onConfirm, onCancel }: ConfirmManyProps) {
  const { t } = useTranslation(['manycommands', 'commands']);
  const format = useFormat();
  const lockWarning = useLockWarning();
  const { count, moving, offline, fastest } = summarizeTargets(targets);
  const names = fastest.map(({ device, position }) =>
    position === null ? device.name : `${device.name} (${format.speed(position.speed)})`,
  );
  const warnings = [
    ...(moving > 0 && isLock ? [lockWarning] : []),
    ...(names.length > 0 ? [t('manycommands:fastest', { names: names.join(', ') })] : []),
  ];
  return (
    <ConfirmDialog
      title={t('manycommands:confirm', { command, count })}
      text={t('manycommands:facts', { moving, offline })}
      warning={warnings.length === 0 ? null : warnings.join(' ')}
      confirm={t('manycommands:go', { count })}
      isHarmless={!isLock}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
