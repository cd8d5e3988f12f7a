import {
  attributeName,
  DRIVER_ATTRIBUTES,
  fitsAttribute,
  type Attributes,
  type AttributeValue,
  type Driver,
  type DriverAttribute,
  type Language,
  type NamedAttribute,
} from '@rastro/fleet';
import {
  isNumeric,
  namedAttributeText,
  namedAttributeValue,
} from '../../kernel/formats/named-attribute-text.ts';
import { recordOf } from '../../ui/fields/record-of.ts';
import { attributeDrafts, attributesOf, type AttributeDraft } from '../../ui/attributes-field.tsx';

export const FLAGS = ['qrUnlock', 'qrLogoutOnIgnitionOff'] as const satisfies readonly DriverAttribute[];
/** A login is an account and stands in no attribute (`QrAccessCard`). What was written there before stays, unseen. */
const UNSEEN = ['qrAccess', 'qrUsername'] as const satisfies readonly DriverAttribute[];
export type DriverFlag = (typeof FLAGS)[number];
/** Everything else that the form knows by name is typed. */
export type TypedField = Exclude<DriverAttribute, DriverFlag | (typeof UNSEEN)[number]>;

const isTyped = (field: string): field is TypedField =>
  Object.hasOwn(DRIVER_ATTRIBUTES, field) && ![...FLAGS, ...UNSEEN].some((other) => other === field);
export const TYPED: readonly TypedField[] = Object.keys(DRIVER_ATTRIBUTES).filter(isTyped);

/** Values of the fields, as they are typed; dates as `YYYY-MM-DD`. */
export interface DriverValues
  extends Readonly<Record<TypedField | 'name' | 'uniqueId', string>>, Readonly<Record<DriverFlag, boolean>> {
  /** Attributes without a field. */
  readonly attributes: readonly AttributeDraft[];
}
export interface DriverContext {
  readonly brand: string;
  readonly language: Language;
}
/** Keys of the texts (`drivers:problem.*`). */
export type DriverProblem = 'required' | 'text' | 'date' | 'number';
export type DriverProblems = Readonly<Partial<Record<'name' | 'uniqueId' | TypedField, DriverProblem>>>;

export const attributeOf = (field: DriverAttribute): NamedAttribute => DRIVER_ATTRIBUTES[field];

export function driverValues({ name, uniqueId, attributes }: Driver, context: DriverContext): DriverValues {
  const nameOf = (field: DriverAttribute): string => attributeName(context.brand, attributeOf(field));
  const stored = (field: DriverAttribute): AttributeValue | undefined => attributes[nameOf(field)];
  return {
    name,
    uniqueId,
    ...recordOf(TYPED, (field) => namedAttributeText(stored(field), attributeOf(field), context.language)),
    qrUnlock: stored('qrUnlock') === true,
    qrLogoutOnIgnitionOff: stored('qrLogoutOnIgnitionOff') === true,
    attributes: attributeDrafts(attributes, new Set([...TYPED, ...FLAGS, ...UNSEEN].map(nameOf))),
  };
}

/** The driver to write. Untouched values stay exactly as they were, even invalid ones; emptied values are removed. */
export function changedDriver(driver: Driver, values: DriverValues, context: DriverContext): Driver {
  const before = driverValues(driver, context);
  const named: Record<string, AttributeValue> = {};
  const set = (field: DriverAttribute, isSame: boolean, value: AttributeValue): void => {
    const name = attributeName(context.brand, attributeOf(field));
    const former = driver.attributes[name];
    if (isSame && former !== undefined) named[name] = former;
    if (!isSame && value !== null && value !== false) named[name] = value;
  };
  for (const field of UNSEEN) set(field, true, null);
  for (const field of TYPED) {
    const text = values[field];
    set(field, text === before[field], namedAttributeValue(text, attributeOf(field), context.language));
  }
  for (const flag of FLAGS) set(flag, values[flag] === before[flag], values[flag]);
  const attributes: Attributes = { ...attributesOf(values.attributes), ...named };
  return { ...driver, name: values.name.trim(), uniqueId: values.uniqueId.trim(), attributes };
}

/** Errors by field. Untouched values are not checked. */
export function checkDriver(driver: Driver, values: DriverValues, context: DriverContext): DriverProblems {
  const before = driverValues(driver, context);
  const problems: Partial<Record<keyof DriverProblems, DriverProblem>> = {};
  for (const field of ['name', 'uniqueId'] as const)
    if (values[field].trim() === '') problems[field] = 'required';
  for (const field of TYPED) {
    const text = values[field];
    const attribute = attributeOf(field);
    const value = namedAttributeValue(text, attribute, context.language);
    if (text === before[field] || value === null || fitsAttribute(attribute, value)) continue;
    problems[field] = problemOf(attribute);
  }
  return problems;
}

const problemOf = (attribute: NamedAttribute): DriverProblem =>
  isNumeric(attribute) ? 'number' : attribute.is === 'date' ? 'date' : 'text';

/** The field that the server rejected. @param attribute With the brand. */
export function rejectedField(attribute: string | null, { brand }: DriverContext): DriverProblems {
  const field = TYPED.find((each) => attributeName(brand, attributeOf(each)) === attribute);
  return field === undefined ? {} : { [field]: problemOf(attributeOf(field)) };
}
