import { useId, type ReactNode } from 'react';
import type { TileSource } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { ControlButton, ControlPopover } from './control-button.tsx';
import styles from '../live-map.module.css';
import { baseName } from '../bases/base-name.ts';
import { MapIcon } from './map-icons.tsx';
import type { MapPreferences } from '../map-scene.ts';

export interface MapControlsProps {
  readonly tileSources: readonly TileSource[];
  /** Id of a tile source; null = the offline base. */
  readonly baseId: string | null;
  readonly onBase: (id: string | null) => void;
  readonly preferences: MapPreferences;
  /** Options that this user does not get. */
  readonly without?: readonly (keyof MapPreferences)[] | undefined;
  readonly onPreferences: (preferences: MapPreferences) => void;
  readonly onZoom: (steps: 1 | -1) => void;
  readonly onFitAll: () => void;
  /** Opens the vehicles that lie on the selected one; null = it lies alone. */
  readonly stack: { readonly count: number; readonly onOpen: () => void } | null;
  /** More groups of buttons. */
  readonly children?: ReactNode;
}

const PREFERENCES = ['clustered', 'name', 'plate', 'status', 'precision', 'counts', 'groups'] as const;

export function MapControls(props: MapControlsProps) {
  const { t } = useTranslation('map');
  const { onZoom, onFitAll, stack } = props;
  return (
    <div className={styles['controls']} role="toolbar" aria-orientation="vertical" aria-label={t('controls')}>
      {stack === null ? null : (
        <div className={styles['group']}>
          <ControlButton label={t('stack.open', { count: stack.count })} onClick={stack.onOpen}>
            <MapIcon name="stack" />
            <span className={styles['badge']}>{stack.count}</span>
          </ControlButton>
        </div>
      )}
      <div className={styles['group']}>
        <ControlButton label={t('zoomIn')} onClick={() => onZoom(1)}>
          <MapIcon name="plus" />
        </ControlButton>
        <ControlButton label={t('zoomOut')} onClick={() => onZoom(-1)}>
          <MapIcon name="minus" />
        </ControlButton>
      </div>
      <div className={styles['group']}>
        <ControlButton label={t('fitAll')} onClick={onFitAll}>
          <MapIcon name="fit" />
        </ControlButton>
        <LayersButton {...props} />
      </div>
      {props.children}
    </div>
  );
}

function LayersButton(props: MapControlsProps) {
  const { tileSources, baseId, onBase, preferences, onPreferences, without = [] } = props;
  const { t } = useTranslation('map');
  return (
    <ControlPopover label={t('layers')} icon={<MapIcon name="layers" />}>
      <Choices
        title={t('base.title')}
        value={baseId ?? ''}
        options={[
          { value: '', label: t('base.offline') },
          ...tileSources.map((source) => ({ value: source.id, label: baseName(source, t) })),
        ]}
        onChange={(value) => onBase(value === '' ? null : value)}
      />
      <fieldset className={styles['choices']}>
        <legend>{t('shown.title')}</legend>
        {PREFERENCES.filter((name) => !without.includes(name)).map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={preferences[name]}
              onChange={(event) => onPreferences({ ...preferences, [name]: event.currentTarget.checked })}
            />
            {t(`shown.${name}`)}
          </label>
        ))}
      </fieldset>
    </ControlPopover>
  );
}

function Choices<T extends string>({
  title,
  value,
  options,
  onChange,
}: {
  readonly title: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles['choices']}>
      <legend>{title}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
