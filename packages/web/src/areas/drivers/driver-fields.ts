import { DRIVER_GRANTS, FIELD_LIMITS, type Driver, type DriverAttribute } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { moneySign } from '../../i18n/number-text.ts';
import type { FieldsContext } from '../../kernel/screens/use-entity-form.ts';
import { useRights } from '../../kernel/use-rights.ts';
import type { FieldTable } from '../../ui/fields/field-table.ts';
import { recordOf } from '../../ui/fields/record-of.ts';
import {
  attributeOf,
  checkDriver,
  FLAGS,
  rejectedField,
  TYPED,
  type DriverContext,
  type DriverProblem,
  type DriverValues,
} from './driver-values.ts';

type Fields = FieldTable<DriverValues>;

/** Fields of a driver below each legend. */
export const DRIVER_GROUPS = {
  identity: ['name', 'uniqueId', 'taxId', 'birthDate', 'filiation', 'observations'],
  licence: ['licence', 'category', 'validity', 'firstLicence', 'state'],
  costs: ['litresPer100Km', 'fuelCost'],
  checkIn: ['qrUnlock', 'qrLogoutOnIgnitionOff', 'qrLockAfter', 'qrLogoutAfter'],
} as const satisfies Readonly<Record<string, readonly (keyof DriverValues)[]>>;

/** Identity of the driver, license, cost, and the effect of checking in. */
export function useDriverFields(
  driver: Driver,
  context: DriverContext,
): (values: DriverValues, context: FieldsContext<DriverValues>) => Fields {
  const { t } = useTranslation('drivers');
  const { may } = useRights();
  // May this user give what a check-in grants? The server decides the same.
  const mayGive = (field: DriverAttribute): boolean =>
    DRIVER_GRANTS.every(([granted, right]) => granted !== field || may(right));
  return (values, { rejected }) => {
    const problems = checkDriver(driver, values, context);
    const rejections = rejectedField(rejected, context);
    const textOf = (problem: DriverProblem | undefined): string | null =>
      problem === undefined ? null : t(`drivers:problem.${problem}`);
    const core = (name: 'name' | 'uniqueId') => ({
      kind: 'text' as const,
      label: t(`drivers:field.${name}`),
      required: t('drivers:problem.required'),
      maxLength: FIELD_LIMITS.driver[name],
    });
    return {
      name: core('name'),
      uniqueId: { ...core('uniqueId'), hint: t('drivers:uniqueIdHint') },
      ...recordOf(TYPED, (name) => ({
        ...kindOf(name),
        label: t(`drivers:field.${name}`, { money: moneySign(context.language) }),
        isDisabled: !mayGive(name),
        problem: textOf(problems[name]),
        rejection: textOf(rejections[name]),
      })),
      ...recordOf(FLAGS, (name) => ({
        kind: 'switch' as const,
        label: t(`drivers:field.${name}`),
        isDisabled: !mayGive(name),
      })),
    };
  };
}

function kindOf(name: (typeof TYPED)[number]) {
  if (name === 'observations') return { kind: 'longText' } as const;
  const { is } = attributeOf(name);
  if (is === 'date') return { kind: 'date' } as const;
  const inputMode = is === 'text' ? ('text' as const) : ('decimal' as const);
  return { kind: 'text', input: { autoComplete: 'off', inputMode } } as const;
}
