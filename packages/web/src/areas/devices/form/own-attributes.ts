import { DEVICE_ATTRIBUTES, type Device } from '@rastro/fleet';
import { attributeDrafts, attributesOf, type AttributeDraft } from '../../../ui/attributes-field.tsx';

/** Attributes that fields, pictures and deletion store there. */
const ELSEWHERE: ReadonlySet<string> = new Set(Object.values(DEVICE_ATTRIBUTES));

/** Everything below the prefix of the deployment is written by the screens that it belongs to. */
const isOwn = (name: string, brand: string): boolean => !ELSEWHERE.has(name) && !name.startsWith(`${brand}.`);

/** The attributes of a device that no field of its form knows. */
export const ownAttributes = ({ attributes }: Device, brand: string): readonly AttributeDraft[] =>
  attributeDrafts(Object.fromEntries(Object.entries(attributes).filter(([name]) => isOwn(name, brand))));

/** The device with those as they were written; names that belong to a field are left to it. */
export function withOwnAttributes(device: Device, drafts: readonly AttributeDraft[], brand: string): Device {
  const rest = Object.entries(device.attributes).filter(([name]) => !isOwn(name, brand));
  const own = Object.entries(attributesOf(drafts)).filter(([name]) => isOwn(name, brand));
  return { ...device, attributes: Object.fromEntries([...rest, ...own]) };
}
