import { hasBilling, isShared, mayBrand, RIGHTS, type Right } from '@rastro/fleet';
import type { SignedIn } from '../../kernel/session/session.ts';
import { mayHaveUsers, mayIssue } from '../../kernel/use-rights.ts';

/**
 * What a screen needs beside a session; stands with its route. `managers` = who looks
 * after people; `brands` = who looks after a brand; `sellers` = administrators and resellers; `issuers` = who issues
 * invoices; `billed` = whoever may have some; `nothing` = whoever has an account of their own.
 */
export type ScreenNeeds =
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
  readonly needs: ScreenNeeds;
  /** Guests see their vehicles and nothing else, whatever rights the licence gives or keeps from everybody. */
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
  const { needs } = handle;
  if (handle.plus === true && !server.plus) return false;
  if (needs === 'nothing') return true;
  if (needs === 'administrator') return user.administrator;
  if (needs === 'administratorOfPlus') return user.administrator && server.plus;
  if (needs === 'issuers') return mayIssue({ user, server, branding });
  if (needs === 'brands') return server.plus && mayBrand(user, branding.brand);
  const context = { brand: branding.brand, plus: server.plus, serverAttributes: server.server.attributes };
  if (needs === 'billed') return hasBilling(context);
  if (needs === 'sellers') return mayBrand(user, branding.brand);
  return needs === 'managers' ? mayHaveUsers(user) && may('users.view') : may(needs);
}

const NEEDS: readonly ScreenNeeds[] = [
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
  if (typeof handle !== 'object' || handle === null || !('needs' in handle)) return null;
  const needs = NEEDS.find((need) => need === handle.needs);
  if (needs === undefined) return null;
  return {
    needs,
    ...('guests' in handle && handle.guests === true && { guests: true }),
    ...('plus' in handle && handle.plus === true && { plus: true }),
  };
}

/** A screen of money where none is taken, for who can switch that on. */
export function wantsBilling({ needs }: ScreenHandle, { user, server, branding }: SignedIn): boolean {
  const context = { brand: branding.brand, plus: server.plus, serverAttributes: server.server.attributes };
  const isOfMoney = needs === 'issuers' || needs === 'billed';
  return isOfMoney && user.administrator && server.plus && !hasBilling(context);
}
