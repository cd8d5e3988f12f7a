import { ActionIcon, TextInput } from '@mantine/core';
import type { AttributeValue } from '@rastro/fleet';
import type { ApiFailure } from '@rastro/tracking-client';
import { Pin, PinOff, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../../kernel/services.tsx';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import type { Vehicle } from '../../../live/fleet.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { attributeName, attributeText } from '../../../kernel/formats/attribute-text.ts';
import { deviceAttributeName, deviceAttributeText } from './device-attribute-text.ts';
import styles from './device-panel.module.css';
import { usePins } from './use-pins.ts';

interface Line {
  readonly key: string;
  readonly name: string;
  readonly text: string;
}

/** Everything that the device reported and that is stored about it, searchable by name, key or value. */
export function AttributeList({ vehicle: { device, position } }: { vehicle: Vehicle }) {
  const { t } = useTranslation('devices');
  const [wanted, setWanted] = useState('');
  const failureText = useFailureText();
  const { pins, toggle } = usePins();
  const [failed, setFailed] = useState<ApiFailure | null>(null);
  const needle = wanted.trim().toLowerCase();
  const groups = useGroups({ device, position }, needle);

  return (
    <>
      <TextInput
        className={styles.find}
        type="search"
        size="sm"
        aria-label={t('devices:attributes.search')}
        placeholder={t('devices:attributes.search')}
        leftSection={<Search size={16} aria-hidden />}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {failed !== null && (
        <p className={styles.doubt} role="alert">
          {failureText(failed)}
        </p>
      )}
      {groups.length === 0 && (
        <p className={styles.nothing} role="status">
          {t(needle === '' ? 'devices:attributes.empty' : 'devices:attributes.none')}
        </p>
      )}
      {groups.map((group) => (
        <Lines
          key={group.title}
          {...group}
          isPinned={(key) => pins.includes(key)}
          onToggle={(key) => void toggle(key).then(setFailed)}
        />
      ))}
    </>
  );
}

/** Attributes that the device reported, and those stored about it, as far as they match; by name. */
function useGroups({ device, position }: Pick<Vehicle, 'device' | 'position'>, needle: string) {
  const { t, i18n } = useTranslation(['devices', 'attributes']);
  const format = useFormat();
  const { brand } = useSignedIn().branding;
  const lines = (
    attributes: Readonly<Record<string, AttributeValue>>,
    nameOf: (key: string) => string,
    textOf: typeof attributeText,
  ): readonly Line[] =>
    Object.entries(attributes)
      .map(([key, value]) => ({
        key,
        name: nameOf(key),
        text: textOf(key, value, { t, format }),
      }))
      .filter(({ key, name, text }) => `${key}\n${name}\n${text}`.toLowerCase().includes(needle))
      .toSorted((a, b) => a.name.localeCompare(b.name, i18n.language));
  return [
    {
      title: t('devices:attributes.position'),
      lines: lines(position?.attributes ?? {}, (key) => attributeName(key, { t }), attributeText),
    },
    {
      title: t('devices:attributes.device'),
      lines: lines(device.attributes, (key) => deviceAttributeName(key, { t, brand }), deviceAttributeText),
    },
  ].filter((group) => group.lines.length > 0);
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly isPinned: (key: string) => boolean;
  readonly onToggle: (key: string) => void;
}

function Lines({ title, lines, isPinned, onToggle }: LinesProps) {
  return (
    <section>
      <h2 className={styles.groupTitle}>{title}</h2>
      <dl className={styles.lines}>
        {lines.map(({ key, name, text }) => (
          <div key={key} className={styles.line} title={key}>
            <dt>{name}</dt>
            <dd>
              <span>{text}</span>
              <PinButton name={name} isPinned={isPinned(key)} onToggle={() => onToggle(key)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface PinButtonProps {
  readonly name: string;
  readonly isPinned: boolean;
  readonly onToggle: () => void;
}

/** Puts an attribute above the live values, or takes it away from there. */
function PinButton({ name, isPinned, onToggle }: PinButtonProps) {
  const { t } = useTranslation('devices');
  const Icon = isPinned ? PinOff : Pin;
  return (
    <ActionIcon
      variant={isPinned ? 'light' : 'subtle'}
      color={isPinned ? 'brand' : 'gray'}
      size={28}
      aria-pressed={isPinned}
      aria-label={t('devices:attributes.pin', { name })}
      title={t(isPinned ? 'devices:attributes.unpinHint' : 'devices:attributes.pinHint')}
      onClick={onToggle}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
}
