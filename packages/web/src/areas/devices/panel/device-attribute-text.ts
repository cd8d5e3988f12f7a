import { DEVICE_ATTRIBUTES, DEVICE_STATES, knots, type AttributeValue } from '@rastro/fleet';
import { attributeName, attributeText, type TextContext } from '../../../kernel/formats/attribute-text.ts';
import { FIELD_NAMES, fieldOf, type DeviceField } from '../fields/device-fields.ts';

/**
 * Attributes that this product keeps about a device; `{brand}.` may stand before them
 * (docs/reference/requirements.md SPEC §3).
 */
const OF_DEVICE: ReadonlyMap<string, DeviceField> = new Map(
  FIELD_NAMES.map(fieldOf).flatMap((field): (readonly [string, DeviceField])[] => {
    if ('core' in field.at) return [];
    return [['attribute' in field.at ? field.at.attribute : field.at.branded, field]];
  }),
);

/** Like `attributeName`, for attributes stored about the device. */
export function deviceAttributeName(
  key: string,
  { t, brand }: Pick<TextContext, 't'> & { brand: string },
): string {
  const bare = key.startsWith(`${brand}.`) ? key.slice(brand.length + 1) : key;
  const field = OF_DEVICE.get(bare);
  return field === undefined ? attributeName(key, { t }) : t(`attributes:ofDevice.${field.name}`);
}

/** Text of an attribute stored about a device, the same as in its form. */
export function deviceAttributeText(key: string, value: AttributeValue, textContext: TextContext): string {
  const kind = OF_DEVICE.get(key)?.kind;
  if (kind === 'money' && typeof value === 'number') return textContext.format.money(value);
  if (kind === 'speed' && typeof value === 'number') return textContext.format.speed(knots(value));
  if (kind === 'date' && typeof value === 'string') return textContext.format.day(value);
  const isState = key === DEVICE_ATTRIBUTES.state && DEVICE_STATES.some((state) => state === value);
  if (isState) return textContext.t(`devices:deviceState.${value as (typeof DEVICE_STATES)[number]}`);
  return attributeText(key, value, textContext);
}
