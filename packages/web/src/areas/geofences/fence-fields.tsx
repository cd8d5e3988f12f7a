import { FIELD_LIMITS, type Geofence } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useCalendars } from '../../kernel/calendars/use-calendars.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { useFeature } from '../../kernel/use-feature.ts';
import { ColorField } from '../../ui/color-field.tsx';
import type { FieldTable } from '../../ui/fields/field-table.ts';
import { optionsOf } from '../../ui/fields/options-of.ts';
import { withUsualWidth } from './fence-corridor.ts';
import type { FenceWriting } from './fence-length.ts';
import { checkFence, withRadius, type FenceField, type FenceValues } from './fence-values.ts';
import { shapeOf } from './shape-kind.ts';

/** Fields of a geofence below each legend. */
export const FENCE_GROUPS = {
  identity: ['name', 'description', 'color', 'radius', 'width'],
  rules: [
    'speedLimit',
    'calendarId',
    'lockOnEnter',
    'lockOnExit',
    'corridor',
    'corridorOuter',
    'corridorSeconds',
  ],
} as const satisfies Readonly<Record<string, readonly (keyof FenceValues)[]>>;

/** Colors that are easy to distinguish on both base maps. */
const COLORS = [
  { name: 'blue', color: '#2f6fde' },
  { name: 'green', color: '#1f9d61' },
  { name: 'amber', color: '#c77700' },
  { name: 'red', color: '#d6393c' },
  { name: 'purple', color: '#8a4fd3' },
  { name: 'teal', color: '#0f8f9c' },
  { name: 'pink', color: '#d0478f' },
  { name: 'grey', color: '#66707f' },
] as const;

type Fields = FieldTable<FenceValues>;
/** Why the value of a field cannot be saved; null = it can. */
type ProblemOf = (name: FenceField) => string | null;

/** The fields of a geofence. */
export function useFenceFields(fence: Geofence, writing: FenceWriting): (values: FenceValues) => Fields {
  const { t } = useTranslation('geofences');
  const identityFields = useIdentityFields(writing);
  const ruleFields = useRuleFields(fence, writing);
  const corridorFields = useCorridorFields(writing);
  return (values) => {
    const problems = checkFence(values, writing);
    const problemOf: ProblemOf = (name) => {
      const problem = problems[name];
      return problem === undefined ? null : t(`geofences:${problem}`);
    };
    return {
      ...identityFields(values, problemOf),
      ...ruleFields(values, problemOf),
      ...corridorFields(values, problemOf),
    };
  };
}

function useIdentityFields({ language, radiusIn }: FenceWriting) {
  const { t } = useTranslation('geofences');
  return (values: FenceValues, problemOf: ProblemOf): Fields => ({
    name: {
      kind: 'text',
      label: t('geofences:name'),
      required: true,
      maxLength: FIELD_LIMITS.geofence.name,
      problem: problemOf('name'),
    },
    description: {
      kind: 'text',
      label: t('geofences:description'),
      maxLength: FIELD_LIMITS.geofence.description,
    },
    color: {
      kind: 'custom',
      label: t('geofences:color.label'),
      render: ({ label, value, onChange }) => (
        <ColorField
          label={label}
          colors={COLORS.map(({ name, color }) => ({ color, name: t(`geofences:color.${name}`) }))}
          otherLabel={t('geofences:color.other')}
          value={value}
          onChange={onChange}
        />
      ),
    },
    radius: {
      kind: 'text',
      label: t(radiusIn === 'ft' ? 'geofences:radiusFeet' : 'geofences:radius'),
      isHidden: shapeOf(values.area) !== 'circle',
      problem: problemOf('radius'),
      also: (radius) => withRadius(values, radius, language, radiusIn),
      input: { inputMode: 'decimal' },
    },
  });
}

function useRuleFields(fence: Geofence, writing: FenceWriting) {
  const { t } = useTranslation(['geofences', 'common']);
  const { may } = useRights();
  const calendars = useCalendars(may('calendars.view')).data ?? [];
  // Without the right, a user can only remove a lock.
  const mayLock = may('devices.lock');
  const hasLocks = useFeature('fenceLocks');
  const lock = (name: 'lockOnEnter' | 'lockOnExit', isOn: boolean) => ({
    kind: 'switch' as const,
    label: t(`geofences:${name}`),
    isDisabled: !mayLock && !isOn,
    isHidden: !hasLocks && !isOn,
  });
  return (values: FenceValues, problemOf: ProblemOf): Fields => ({
    speedLimit: {
      kind: 'text',
      label: t('geofences:speedLimit', { unit: t(`common:speedUnit.${writing.unit}`) }),
      hint: t('geofences:speedHint'),
      problem: problemOf('speedLimit'),
      input: { inputMode: 'decimal' },
    },
    calendarId: {
      kind: 'select',
      label: t('geofences:calendar'),
      hint: t('geofences:calendarHint'),
      options: optionsOf(calendars, fence.calendarId, {
        none: t('geofences:always'),
        foreign: t('geofences:calendarOf', { id: fence.calendarId }),
      }),
    },
    lockOnEnter: {
      ...lock('lockOnEnter', values.lockOnEnter),
      hint: mayLock ? undefined : t('geofences:lockRight'),
    },
    lockOnExit: lock('lockOnExit', values.lockOnExit),
  });
}

/** Width of a line, and of one that vehicles are to follow when they have left it. */
function useCorridorFields(writing: FenceWriting) {
  const { t } = useTranslation('geofences');
  const hasEvent = useFeature('ownEvents');
  const unit = writing.radiusIn ?? 'm';
  return (values: FenceValues, problemOf: ProblemOf): Fields => {
    const isLine = shapeOf(values.area) === 'line';
    const isFollowed = isLine && values.corridor;
    return {
      width: {
        kind: 'text',
        label: t('geofences:corridor.width', { unit }),
        hint: t('geofences:corridor.widthHint'),
        isHidden: !isLine,
        problem: problemOf('width'),
        input: { inputMode: 'decimal' },
      },
      corridor: {
        kind: 'switch',
        label: t('geofences:corridor.follow'),
        hint: t('geofences:corridor.followHint'),
        isHidden: !isLine || (!hasEvent && !values.corridor),
        also: (corridor) => withUsualWidth(values, corridor, writing),
      },
      corridorOuter: {
        kind: 'text',
        label: t('geofences:corridor.outer', { unit }),
        hint: t('geofences:corridor.outerHint'),
        isHidden: !isFollowed,
        problem: problemOf('corridorOuter'),
        input: { inputMode: 'decimal' },
      },
      corridorSeconds: {
        kind: 'text',
        label: t('geofences:corridor.seconds'),
        hint: t('geofences:corridor.secondsHint'),
        isHidden: !isFollowed,
        problem: problemOf('corridorSeconds'),
        input: { inputMode: 'numeric' },
      },
    };
  };
}
