import { Combobox, TextInput, useCombobox, type ComboboxStore } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { plateOf, type Device } from '@rastro/fleet';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RoundClose } from '../../ui/round-close.tsx';
import type { FoundVehicles } from '../../live/fleet.ts';
import { useSignedIn } from '../services.tsx';
import { useFleet, useVehicle, useVehicleCount } from './fleet-context.tsx';
import styles from './vehicle-picker.module.css';

/** Rows that exist at once; typing finds the others. */
const MAX_OPTIONS = 50;
const NOBODY: readonly number[] = [];
const NOTHING: FoundVehicles = { devices: [], count: 0 };

export interface VehiclePickerProps {
  /** Names the field for everybody; shown in it while it is empty. */
  readonly label: string;
  /** The vehicle that is chosen; null = none, or the field adds to a list. */
  readonly value?: number | null;
  /** Not offered: they are in the list already. */
  readonly except?: readonly number[];
  readonly size?: 'xs' | 'sm';
  readonly className?: string | undefined;
  readonly disabled?: boolean;
  readonly icon?: boolean;
  readonly onPick: (id: number) => void;
  /** Button that clears the choice, named by `label`; absent = it cannot be cleared. */
  readonly clear?: { readonly label: string; readonly onClear: () => void };
}

/**
 * One vehicle out of all that the user sees, by name, plate, identifier or any other word: the only field of its
 * kind. The data worker searches, so ten thousand cost as much as ten; arrow keys and screen readers move in it.
 */
export function VehiclePicker(props: VehiclePickerProps) {
  const {
    label,
    value = null,
    except = NOBODY,
    size = 'xs',
    className,
    disabled = false,
    icon = false,
  } = props;
  const { onPick, clear } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => setTyped(null) });
  const chosen = useVehicle(value ?? 0)?.device.name ?? (value === null ? '' : String(value));
  const found = useFound(typed ?? '', combobox.dropdownOpened, except);
  useFirstSelected(combobox, found);
  return (
    <search className={className ?? styles.add}>
      <Combobox
        store={combobox}
        // Next to the field, so that a dialog holds it; fixed, so that no edge cuts it off.
        withinPortal={false}
        floatingStrategy="fixed"
        shadow="md"
        onOptionSubmit={(id) => {
          setTyped(null);
          combobox.closeDropdown();
          onPick(Number(id));
        }}
      >
        <Combobox.Target withExpandedAttribute>
          <TextInput
            size={size}
            autoComplete="off"
            aria-label={label}
            placeholder={label}
            disabled={disabled}
            leftSection={icon ? <Plus size={14} aria-hidden /> : undefined}
            rightSection={
              value !== null && clear !== undefined ? (
                <RoundClose label={clear.label} onClick={clear.onClear} />
              ) : undefined
            }
            value={typed ?? chosen}
            onClick={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              combobox.openDropdown();
            }}
            onKeyDown={(event) => {
              // Escape closes what is open, and not the dialog around it.
              if (event.key === 'Escape' && combobox.dropdownOpened) event.stopPropagation();
            }}
          />
        </Combobox.Target>
        <Found found={found} />
      </Combobox>
    </search>
  );
}

function Found({ found: { devices, count: matches } }: { readonly found: FoundVehicles }) {
  const { t } = useTranslation('common');
  const count = useVehicleCount();
  return (
    <Combobox.Dropdown>
      <Combobox.Options className={styles.options ?? ''} aria-label={t('common:addVehicle.found')}>
        {devices.map((device) => (
          <Row key={device.id} device={device} />
        ))}
        {devices.length === 0 && (
          <Combobox.Empty>{t(count === null ? 'common:loading' : 'common:addVehicle.none')}</Combobox.Empty>
        )}
      </Combobox.Options>
      {matches > devices.length && (
        <Combobox.Footer className={styles.further ?? ''}>
          {t('common:oneOfMany.further', { count: matches - devices.length })}
        </Combobox.Footer>
      )}
    </Combobox.Dropdown>
  );
}

function Row({ device }: { readonly device: Device }) {
  const { brand } = useSignedIn().branding;
  const plate = plateOf(device, brand) ?? '';
  const detail = [plate, device.uniqueId].filter((part) => part !== '' && part !== device.name).join(' · ');
  return (
    <Combobox.Option value={String(device.id)} className={styles.option ?? ''}>
      <span dir="auto">{device.name}</span>
      {detail !== '' && (
        <span className={styles.detail} dir="auto">
          {detail}
        </span>
      )}
    </Combobox.Option>
  );
}

/** The rows are others: the first of them is what Enter takes. */
function useFirstSelected({ dropdownOpened, selectFirstOption }: ComboboxStore, found: FoundVehicles): void {
  useEffect(() => {
    if (dropdownOpened) selectFirstOption();
  }, [found, dropdownOpened, selectFirstOption]);
}

/** Vehicles that match the text while the list is open; vehicles that are not offered do not count. */
function useFound(text: string, isOpen: boolean, except: readonly number[]): FoundVehicles {
  const fleet = useFleet();
  // A search before the vehicles are there is done again when they are.
  const vehicles = useVehicleCount();
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (!isOpen || fleet === null) return undefined;
    let isStale = false;
    void fleet.find(text, MAX_OPTIONS + except.length).then(({ devices, count }) => {
      if (isStale) return;
      const offered = devices.filter(({ id }) => !except.includes(id));
      setFound({ devices: offered.slice(0, MAX_OPTIONS), count: count - (devices.length - offered.length) });
    });
    return () => {
      isStale = true;
    };
  }, [fleet, vehicles, text, isOpen, except]);
  return found;
}
