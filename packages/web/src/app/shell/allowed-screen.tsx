import { useState, type ReactNode } from 'react';
import { useLocation, useMatches } from 'react-router';
import { useSignedIn } from '../../kernel/services.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { lacksFeature, mayOpen, wantsBilling } from '../screens/may-open.ts';
import { accessIn } from '../screens/screen-handle.ts';
import { LeadHome } from './lead-home.tsx';

const BillingOff = latePart('screen', async () => (await import('./billing-off.tsx')).BillingOff);
const FeatureAbsent = latePart('screen', async () => (await import('./feature-absent.tsx')).FeatureAbsent);

/** The open screen. A user who may not see it, or no longer, is led home with a notice. */
export function AllowedScreen({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const signedIn = useSignedIn();
  const access = accessIn(useMatches().at(-1)?.handle);
  const [allowedAt, setAllowedAt] = useState<string | null>(null);
  if (access !== null && wantsBilling(access, signedIn)) return <BillingOff />;
  if (access !== null && lacksFeature(access, signedIn)) return <FeatureAbsent feature={access.feature} />;
  if (access !== null && !mayOpen(access, signedIn))
    return <LeadHome reason={allowedAt === pathname ? 'lost' : 'forbidden'} />;
  if (allowedAt !== pathname) setAllowedAt(pathname);
  return children;
}
