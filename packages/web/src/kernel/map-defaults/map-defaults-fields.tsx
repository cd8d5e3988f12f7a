import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CustomField } from '../../ui/fields/field-table.ts';
import { baseName } from '../map/entry-points.ts';
import { useMapDrawing } from '../map/map-drawing.tsx';
import { OFFLINE_BASE } from './map-bases.ts';
import { checkMapDefaults, presentView, type MapDefaults } from './map-defaults.ts';
import { useBases } from './use-map-base.ts';

interface MapDefaultsFieldsProps {
  readonly values: MapDefaults;
  readonly problems: ReturnType<typeof checkMapDefaults>;
  /** Clusters are each user's own: a value of the server is not read. */
  readonly hasClusters?: boolean;
  readonly onChange: (part: Partial<MapDefaults>) => void;
}

/** First view and contents of the map: for one user, or for the installation. */
function MapDefaultsFields({ values, problems, hasClusters = true, onChange }: MapDefaultsFieldsProps) {
  const { t } = useTranslation(['account', 'map']);
  const { map } = useMapDrawing();
  const bases = useBases();
  const field = (name: 'latitude' | 'longitude' | 'zoom') => ({
    label: t(`account:map.${name}`),
    value: values[name],
    inputMode: 'decimal' as const,
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ [name]: event.currentTarget.value }),
  });
  const takeView = (): void => {
    if (map !== null) onChange(presentView(map.getCenter(), map.getZoom()));
  };
  return (
    <>
      <NativeSelect
        label={t('map:base.title')}
        data={[
          { value: '', label: t('account:map.usual') },
          { value: OFFLINE_BASE, label: t('map:base.offline') },
          ...bases.map((base) => ({ value: base.id, label: baseName(base, t) })),
        ]}
        value={values.map}
        onChange={(event) => onChange({ map: event.currentTarget.value })}
      />
      <TextInput
        {...field('latitude')}
        description={t('account:map.centreHint')}
        error={problems.centre !== undefined}
      />
      <TextInput
        {...field('longitude')}
        error={problems.centre === undefined ? null : t(`account:map.${problems.centre}`)}
      />
      <TextInput
        {...field('zoom')}
        error={problems.zoom === undefined ? null : t(`account:map.${problems.zoom}`)}
      />
      <Button variant="default" onClick={takeView} disabled={map === null}>
        {t('account:map.takeView')}
      </Button>
      {hasClusters && (
        <Switch
          label={t('map:shown.clustered')}
          checked={values.cluster}
          onChange={(event) => onChange({ cluster: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** The start of the map as a field. */
export function mapDefaultsField(
  values: MapDefaults,
  { hasClusters = true }: Pick<MapDefaultsFieldsProps, 'hasClusters'> = {},
): CustomField<MapDefaults> {
  const problems = checkMapDefaults(values);
  return {
    kind: 'custom',
    label: '',
    // Each of its inputs says what is wrong.
    problem: problems.centre ?? problems.zoom ?? null,
    render: ({ value, error, onChange }) => (
      <MapDefaultsFields
        values={value}
        problems={error === null ? {} : problems}
        hasClusters={hasClusters}
        onChange={(part) => onChange({ ...value, ...part })}
      />
    ),
  };
}
