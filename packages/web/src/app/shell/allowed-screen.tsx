import { useState, type ReactNode } from 'react';
import { useLocation, useMatches } from 'react-router';
import { useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { latePart } from '../../ui/late-part.tsx';
import { LeadHome } from './lead-home.tsx';
import { handleIn, mayOpen, wantsBilling } from '../screens/may-open.ts';

const BillingOff = latePart('screen', async () => (await import('./billing-off.tsx')).BillingOff);

/** The open screen. A user who may not see it, or no longer, is led home with a notice. */
export function AllowedScreen({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const signedIn = useSignedIn();
  const { may } = useRights();
  const handle = handleIn(useMatches().at(-1)?.handle);
  const [allowedAt, setAllowedAt] = useState<string | null>(null);
  if (handle !== null && wantsBilling(handle, signedIn)) return <BillingOff />;
  if (handle !== null && !mayOpen(handle, signedIn, may))
    return <LeadHome reason={allowedAt === pathname ? 'lost' : 'forbidden'} />;
  if (allowedAt !== pathname) setAllowedAt(pathname);
  return children;
}
