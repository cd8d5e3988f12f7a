import { TextInput } from '@mantine/core';
import type { Device } from '@rastro/fleet';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from './fleet-context.tsx';
import styles from './add-vehicle.module.css';

const MOST = 6;

export interface AddVehicleProps {
  readonly shown: readonly number[];
  readonly onAdd: (id: number) => void;
}

/** Finds one more vehicle by any word about it. */
export function AddVehicle({ shown, onAdd }: AddVehicleProps) {
  const { t } = useTranslation('common');
  const fleet = useFleet();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Device[]>([]);
  useEffect(() => {
    let isStale = false;
    void fleet?.find(text, MOST + shown.length).then((devices) => {
      if (!isStale) setFound(devices.filter(({ id }) => !shown.includes(id)).slice(0, MOST));
    });
    return () => {
      isStale = true;
    };
  }, [fleet, text, shown]);
  const add = (id: number): void => {
    setText('');
    onAdd(id);
  };
  return (
    <search className={styles.add}>
      <TextInput
        size="xs"
        type="search"
        aria-label={t('common:addVehicle.label')}
        placeholder={t('common:addVehicle.label')}
        leftSection={<Plus size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && text !== '' && first !== undefined) add(first.id);
          if (event.key === 'Escape') setText('');
        }}
      />
      {text.trim() !== '' && (
        <ul className={styles.found} aria-label={t('common:addVehicle.found')}>
          {found.map(({ id, name }) => (
            <li key={id}>
              <button type="button" className={styles.foundName} onClick={() => add(id)}>
                {name}
              </button>
            </li>
          ))}
          {found.length === 0 && <li className={styles.foundNone}>{t('common:addVehicle.none')}</li>}
        </ul>
      )}
    </search>
  );
}
