import { hasBilling, isShared, mayBrand, RIGHTS, type Right } from '@rastro/fleet';
import type { SignedIn } from '../../kernel/session/session.ts';
import { mayHaveUsers, mayIssue } from '../../kernel/use-rights.ts';

/**
 * Requirement of a screen besides a session; stored with its route. `managers` = manages users; `brands` = manages a
 * brand; `sellers` = administrators and resellers; `issuers` = issues invoices; `billed` = may receive invoices;
 * `nothing` = anyone with an account of their own.
 */
export type ScreenRequirement =
  | Right
  | 'administrator'
  | 'administratorOfPlus'
  | 'managers'
  | 'brands'
  | 'issuers'
  | 'billed'
  | 'sellers'
  | 'nothing';
export interface ScreenHandle {
  readonly requires: ScreenRequirement;
  /** Guests see their vehicles and nothing else, whatever rights the license gives or keeps from everybody. */
  readonly guests?: true;
  /** Nothing of it exists without Plus, whatever rights the standard tier gives to everybody. */
  readonly plus?: true;
}

/** Whether somebody may open what needs this, by address, menu, palette or help. */
export function mayOpen(
  handle: ScreenHandle,
  { user, server, branding }: Pick<SignedIn, 'user' | 'server' | 'branding'>,
  may: (right: Right) => boolean,
): boolean {
  // A guest has no right by name, and sees what was shared all the same.
  if (isShared(user)) return handle.guests === true;
  const { requires } = handle;
  if (handle.plus === true && !server.plus) return false;
  if (requires === 'nothing') return true;
  if (requires === 'administrator') return user.administrator;
  if (requires === 'administratorOfPlus') return user.administrator && server.plus;
  if (requires === 'issuers') return mayIssue({ user, server, branding });
  if (requires === 'brands') return server.plus && mayBrand(user, branding.brand);
  const context = { brand: branding.brand, plus: server.plus, serverAttributes: server.server.attributes };
  if (requires === 'billed') return hasBilling(context);
  if (requires === 'sellers') return mayBrand(user, branding.brand);
  return requires === 'managers' ? mayHaveUsers(user) && may('users.view') : may(requires);
}

const SCREEN_REQUIREMENTS: readonly ScreenRequirement[] = [
  'nothing',
  'administrator',
  'administratorOfPlus',
  'managers',
  'brands',
  'issuers',
  'billed',
  'sellers',
  ...RIGHTS,
];

/** Reads what a route says of itself; null = it needs nothing. */
export function handleIn(handle: unknown): ScreenHandle | null {
  if (typeof handle !== 'object' || handle === null || !('requires' in handle)) return null;
  const requires = SCREEN_REQUIREMENTS.find((each) => each === handle.requires);
  if (requires === undefined) return null;
  return {
    requires,
    ...('guests' in handle && handle.guests === true && { guests: true }),
    ...('plus' in handle && handle.plus === true && { plus: true }),
  };
}

/** A screen of money where none is taken, for who can switch that on. */
export function wantsBilling({ requires }: ScreenHandle, { user, server, branding }: SignedIn): boolean {
  const context = { brand: branding.brand, plus: server.plus, serverAttributes: server.server.attributes };
  const isOfMoney = requires === 'issuers' || requires === 'billed';
  return isOfMoney && user.administrator && server.plus && !hasBilling(context);
}
