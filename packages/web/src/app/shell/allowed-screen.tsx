import { hasBilling, isShared, mayBrand, RIGHTS, type Right } from '@rastro/fleet';
import { useState, type ReactNode } from 'react';
import { useLocation, useMatches } from 'react-router';
import { useSignedIn } from '../../kernel/services.tsx';
import { mayHaveUsers, mayIssue, useRights } from '../../kernel/use-rights.ts';
import { latePart } from '../../ui/late-part.tsx';
import { LeadHome } from './lead-home.tsx';

const BillingOff = latePart('screen', async () => (await import('./billing-off.tsx')).BillingOff);

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

/** The open screen. Who may not see it, or not any more, is led home, where it is said. */
export function AllowedScreen({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { user, server, branding } = useSignedIn();
  const { may } = useRights();
  const handle = handleIn(useMatches().at(-1)?.handle);
  const [allowedAt, setAllowedAt] = useState<string | null>(null);
  const context = { brand: branding.brand, plus: server.plus, serverAttributes: server.server.attributes };
  const isAllowed = (): boolean => {
    if (handle === null) return true;
    // A guest has no right by name, and sees what was shared all the same.
    if (isShared(user)) return handle.guests === true;
    const { needs } = handle;
    if (handle.plus === true && !server.plus) return false;
    if (needs === 'nothing') return true;
    if (needs === 'administrator') return user.administrator;
    if (needs === 'administratorOfPlus') return user.administrator && server.plus;
    if (needs === 'issuers') return mayIssue({ user, server, branding });
    if (needs === 'brands') return server.plus && mayBrand(user, branding.brand);
    if (needs === 'billed') return hasBilling(context);
    if (needs === 'sellers') return mayBrand(user, branding.brand);
    return needs === 'managers' ? mayHaveUsers(user) && may('users.view') : may(needs);
  };
  const isOfMoney = handle?.needs === 'issuers' || handle?.needs === 'billed';
  if (isOfMoney && user.administrator && server.plus && !hasBilling(context)) return <BillingOff />;
  if (!isAllowed()) return <LeadHome reason={allowedAt === pathname ? 'lost' : 'forbidden'} />;
  if (allowedAt !== pathname) setAllowedAt(pathname);
  return children;
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

function handleIn(handle: unknown): ScreenHandle | null {
  if (typeof handle !== 'object' || handle === null || !('needs' in handle)) return null;
  const needs = NEEDS.find((need) => need === handle.needs);
  if (needs === undefined) return null;
  return {
    needs,
    ...('guests' in handle && handle.guests === true && { guests: true }),
    ...('plus' in handle && handle.plus === true && { plus: true }),
  };
}
