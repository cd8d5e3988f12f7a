import { NativeSelect, useComputedColorScheme } from '@mantine/core';
import { knotsFromKmPerHour } from '@rastro/fleet';
import { SPEED_CLASSES } from '@rastro/fleet/tracks';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { speedColours, UNKNOWN_COLOUR, vehicleColour } from '../../kernel/map/doors.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { COLOUR_MODES, type ColourMode } from './history-address.ts';
import styles from './history.module.css';
import { VehicleName } from './vehicle-name.tsx';

export interface HistoryLegendProps {
  readonly colour: ColourMode;
  readonly deviceIds: readonly number[];
  readonly onColour: (colour: ColourMode) => void;
}

/** What the colours of the ways mean; classes of speed are fixed, so that two days compare. */
export function HistoryLegend({ colour, deviceIds, onColour }: HistoryLegendProps) {
  const { t } = useTranslation('history');
  const isPhone = useIsPhone();
  return (
    <section className={styles.legend} aria-label={t('history:legend')}>
      <NativeSelect
        size="xs"
        aria-label={t('history:colour.label')}
        value={colour}
        data={COLOUR_MODES.map((mode) => ({ value: mode, label: t(`history:colour.${mode}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onColour(COLOUR_MODES.find((mode) => mode === value) ?? 'speed')
        }
      />
      <details open={!isPhone}>
        <summary>{t('history:legend')}</summary>
        <Meaning colour={colour} deviceIds={deviceIds} />
      </details>
    </section>
  );
}

function Meaning({ colour, deviceIds }: Omit<HistoryLegendProps, 'onColour'>) {
  const { t } = useTranslation('history');
  return (
    <>
      {colour === 'speed' && <SpeedScale />}
      {colour === 'vehicle' && (
        <ul>
          {deviceIds.map((id, index) => (
            <li key={id}>
              <Swatch colour={vehicleColour(index)} />
              <VehicleName deviceId={id} />
            </li>
          ))}
        </ul>
      )}
      {colour === 'trip' && <p>{t('history:colour.tripNote')}</p>}
      {colour === 'ignition' && (
        <ul>
          <li>
            <Swatch colour={vehicleColour(0)} />
            {t('history:colour.on')}
          </li>
          <li>
            <Swatch colour={UNKNOWN_COLOUR} />
            {t('history:colour.off')}
          </li>
        </ul>
      )}
    </>
  );
}

const Swatch = ({ colour }: { readonly colour: string }) => (
  <span className={styles.swatch} style={{ background: colour }} aria-hidden />
);

function SpeedScale() {
  const scheme = useComputedColorScheme('light');
  const format = useFormat();
  const speed = (kmh: number): string => format.speed(knotsFromKmPerHour(kmh));
  const last = SPEED_CLASSES.at(-1) ?? 0;
  const names = [...SPEED_CLASSES.map((kmh) => `≤ ${speed(kmh)}`), `> ${speed(last)}`];
  return (
    <ul>
      {speedColours(scheme).map((colour, index) => (
        <li key={colour}>
          <Swatch colour={colour} />
          {names[index]}
        </li>
      ))}
    </ul>
  );
}
