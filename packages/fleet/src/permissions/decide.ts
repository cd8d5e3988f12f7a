import { isSet, type Attributes } from '../entities/attributes.ts';
import { attributeName } from '../entities/named-attributes.ts';
import { SERVER_ATTRIBUTES } from '../entities/server-attributes.ts';
import { bitOf, hasBit, type Right } from '../rights/areas.ts';

/** Fields of the user that the decision needs. */
export interface Subject {
  readonly administrator: boolean;
  readonly attributes: Attributes;
  readonly temporary?: boolean;
}
/** Fields of the deployment that the decision needs. */
export interface LicenceContext {
  /** Attribute prefix, `{brand}` in the spec. */
  readonly brand: string;
  /** From the `licensemode` response header. */
  readonly plus: boolean;
  readonly serverAttributes: Attributes;
}
export type Decision = { readonly allowed: true } | { readonly allowed: false; readonly missing: Right };

const ALLOWED: Decision = { allowed: true };

/** A QR driver signed in through the driver flow (docs/reference/requirements.md SPEC §6). */
export function isQrDriver(subject: Subject, brand: string): boolean {
  const value = subject.attributes[`${brand}.isQrDriverId`];
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== '';
}

/** A guest with a share link. */
export function isShared(subject: Subject): boolean {
  return isSet(subject.attributes, 'isShared') || subject.temporary === true;
}

/**
 * Is billing on? Only on Plus, and where an administrator enabled it.
 * @source docs/reference/requirements.md SPEC §6
 */
export const hasBilling = ({ plus, serverAttributes, brand }: LicenceContext): boolean =>
  plus && isSet(serverAttributes, attributeName(brand, SERVER_ATTRIBUTES.enableBilling));

/**
 * The decision rule of docs/reference/requirements.md SPEC §6, in its order. The browser uses it to show, the gateway
 * to enforce.
 * @returns allowed, or the right that is missing.
 */
export function decide(subject: Subject, right: Right, context: LicenceContext): Decision {
  const refused: Decision = { allowed: false, missing: right };
  if (isQrDriver(subject, context.brand)) return refused;
  if (subject.administrator) return ALLOWED;
  if (!context.plus) return ALLOWED;
  if (isSet(context.serverAttributes, `${context.brand}.enableAdvancedPerms`)) {
    return hasBit(subject.attributes[`${context.brand}.advancedPerms`], bitOf(right)) ? ALLOWED : refused;
  }
  return isShared(subject) ? refused : ALLOWED;
}

/**
 * As `decide`, for actions of administrators and of users with the right by name: without advanced permissions no other
 * user has it.
 */
export function decideGiven(subject: Subject, right: Right, context: LicenceContext): Decision {
  const named = isSet(context.serverAttributes, `${context.brand}.enableAdvancedPerms`) && context.plus;
  if (!subject.administrator && !named) return { allowed: false, missing: right };
  return decide(subject, right, context);
}
