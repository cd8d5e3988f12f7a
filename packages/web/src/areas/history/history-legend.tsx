import { NativeSelect, useComputedColorScheme } from '@mantine/core';
import { knotsFromKmPerHour } from '@rastro/fleet';
import { SPEED_CLASSES } from '@rastro/fleet/tracks';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { speedColours, UNKNOWN_COLOUR, vehicleColour } from '../../kernel/map/entry-points.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { COLOUR_MODES, type HistoryAddress } from './history-address.ts';
import styles from './history.module.css';
import { boundsOf, scaleOf } from './measured.ts';
import type { VehicleTrack } from './track-loader.ts';
import { useMeasures, useMeasureText } from './use-measure-text.ts';
import { VehicleName } from './vehicle-name.tsx';

/** Before the name of what is measured, in the list of colors. */
const MEASURED = 'measured:';

export interface HistoryLegendProps {
  readonly address: HistoryAddress;
  /** Those that are not hidden. */
  readonly tracks: readonly VehicleTrack[];
  readonly onChange: (part: Partial<HistoryAddress>) => void;
}

/** Meaning of the track colors, and the visible vehicles. Speed classes are fixed, so that two days can be compared. */
export function HistoryLegend({ address, tracks, onChange }: HistoryLegendProps) {
  const { t } = useTranslation('history');
  const isPhone = useIsPhone();
  const { colour, measure, curve, deviceIds } = address;
  const measureName = useMeasureText().name;
  const measures = useMeasures(deviceIds, [measure, curve]);
  const modes = COLOUR_MODES.filter((mode) => mode !== 'measured');
  const choice = (
    <NativeSelect
      size="xs"
      aria-label={t('history:colour.label')}
      value={colour === 'measured' ? `${MEASURED}${measure}` : colour}
      data={[
        ...modes.map((mode) => ({ value: mode, label: t(`history:colour.${mode}`) })),
        ...measures.map((name) => ({ value: `${MEASURED}${name}`, label: measureName(name) })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        onChange(
          value.startsWith(MEASURED)
            ? { colour: 'measured', measure: value.slice(MEASURED.length) }
            : { colour: modes.find((mode) => mode === value) ?? 'speed' },
        )
      }
    />
  );
  return (
    <section className={styles.legend} aria-label={t('history:legend')}>
      {!isPhone && choice}
      {/* On a phone a word that opens: the way lies below it. */}
      <details open={!isPhone}>
        <summary>{t('history:legend')}</summary>
        {isPhone && choice}
        <Meaning address={address} tracks={tracks} />
        {deviceIds.length > 1 && <VisibleVehicles address={address} onChange={onChange} />}
      </details>
    </section>
  );
}

function Meaning({ address: { colour, measure }, tracks }: Omit<HistoryLegendProps, 'onChange'>) {
  const { t } = useTranslation('history');
  return (
    <>
      {colour === 'speed' && <SpeedScale />}
      {colour === 'measured' && measure !== null && <MeasuredScale measure={measure} tracks={tracks} />}
      {colour === 'trip' && <p>{t('history:colour.tripNote')}</p>}
      {colour === 'vehicle' && tracks.length === 1 && (
        <ul>
          <Entry colour={vehicleColour(tracks[0]?.index ?? 0)}>
            <VehicleName deviceId={tracks[0]?.deviceId ?? 0} />
          </Entry>
        </ul>
      )}
      {colour === 'ignition' && (
        <ul>
          <Entry colour={vehicleColour(0)}>{t('history:colour.on')}</Entry>
          <Entry colour={UNKNOWN_COLOUR}>{t('history:colour.off')}</Entry>
        </ul>
      )}
    </>
  );
}

/** Vehicles, each a switch; the keys 1 to 6 do the same. */
function VisibleVehicles({ address: { deviceIds, hidden }, onChange }: Omit<HistoryLegendProps, 'tracks'>) {
  const { t } = useTranslation('history');
  return (
    <div className={styles.shown} role="group" aria-label={t('history:shown')}>
      {deviceIds.map((id, index) => (
        <button
          key={id}
          type="button"
          aria-pressed={!hidden.includes(id)}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onChange({ hidden: withToggled(hidden, id) })}
        >
          <span className={styles.number} style={{ background: vehicleColour(index) }} aria-hidden>
            {index + 1}
          </span>
          <span className={styles.name}>
            <VehicleName deviceId={id} />
          </span>
        </button>
      ))}
    </div>
  );
}

/** Shows a hidden vehicle, or hides a visible one. */
export const withToggled = (hidden: readonly number[], id: number): readonly number[] =>
  hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id];

function Entry({ colour, children }: { readonly colour: string; readonly children: ReactNode }) {
  return (
    <li>
      <span className={styles.swatch} style={{ background: colour }} aria-hidden />
      {children}
    </li>
  );
}

function SpeedScale() {
  const format = useFormat();
  return <Scale bounds={SPEED_CLASSES.map((kmh) => format.speed(knotsFromKmPerHour(kmh)))} />;
}

function MeasuredScale({ measure, tracks }: { measure: string; tracks: readonly VehicleTrack[] }) {
  const { t } = useTranslation('history');
  const measureText = useMeasureText().value;
  const scale = useMemo(
    () =>
      scaleOf(
        tracks.map(({ track }) => track),
        measure,
      ),
    [tracks, measure],
  );
  return (
    <Scale bounds={scale === null ? [] : boundsOf(scale).map((bound) => measureText(measure, bound))}>
      <Entry colour={UNKNOWN_COLOUR}>{t('history:colour.unknown')}</Entry>
    </Scale>
  );
}

/** Classes by their upper ends; without any only what follows. */
function Scale({ bounds, children }: { bounds: readonly string[]; children?: ReactNode }) {
  const scheme = useComputedColorScheme('light');
  const last = bounds.at(-1);
  const names = last === undefined ? [] : [...bounds.map((bound) => `≤ ${bound}`), `> ${last}`];
  return (
    <ul>
      {names.map((name, index) => (
        <Entry key={name} colour={speedColours(scheme)[index] ?? UNKNOWN_COLOUR}>
          {name}
        </Entry>
      ))}
      {children}
    </ul>
  );
}
