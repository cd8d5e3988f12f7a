import { Button } from '@mantine/core';
import { Focus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFleet, useFleetList } from '../../../kernel/fleet/fleet-context.tsx';
import { useServices } from '../../../kernel/services.tsx';
import { toListQuery, writeChoice } from './list-query.ts';
import { useChosenSets } from './use-chosen-sets.ts';
import { storedChoice } from './use-list-choice.ts';

/** Shows this vehicle alone, on the map and in the list, until it is taken back. */
export function OnlyToggle({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('devices');
  const { preferences } = useServices();
  const fleet = useFleet();
  const sets = useChosenSets(storedChoice(preferences));
  const isOn = useFleetList().query.onlyId === deviceId;
  const toggle = (): void => {
    const choice = { ...storedChoice(preferences), onlyId: isOn ? null : deviceId };
    const text = writeChoice(new URLSearchParams(), choice).toString();
    preferences.write('query', text === '' ? null : text);
    fleet?.setQuery(toListQuery(choice, sets));
  };
  return (
    <Button
      size="xs"
      variant={isOn ? 'filled' : 'default'}
      aria-pressed={isOn}
      leftSection={<Focus size={15} aria-hidden />}
      onClick={toggle}
    >
      {t('devices:toggle.only')}
    </Button>
  );
}
