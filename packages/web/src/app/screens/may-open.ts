import { decide, hasBilling, isShared, mayBrand } from '@rastro/fleet';
import type { SignedIn } from '../../kernel/session/session.ts';
import { hasFeature } from '../../kernel/use-feature.ts';
import { mayHaveUsers } from '../../kernel/use-rights.ts';
import type { ScreenAccess } from './screen.ts';

type Session = Pick<SignedIn, 'user' | 'server' | 'branding'>;

const contextOf = ({ server, branding }: Session) => ({
  brand: branding.brand,
  plus: server.plus,
  serverAttributes: server.server.attributes,
});

/** Whether a user may open what requires this, by address, menu, palette or help. */
export function mayOpen(access: ScreenAccess, session: Session): boolean {
  const { user, server, branding } = session;
  // A guest has no right by name, and sees what was shared all the same.
  if (isShared(user)) return access.guests === true;
  const context = contextOf(session);
  const { requires, tier } = access;
  if (lacksFeature(access, session)) return false;
  if (tier === 'plus' && !server.plus) return false;
  if (tier === 'billing' && !hasBilling(context)) return false;
  if (requires === 'nothing') return true;
  if (requires === 'administrator') return user.administrator;
  if (requires === 'sellers') return mayBrand(user, branding.brand);
  if (requires === 'managers') return mayHaveUsers(user) && decide(user, 'users.view', context).allowed;
  const rights = typeof requires === 'string' ? [requires] : requires;
  return rights.some((right) => decide(user, right, context).allowed);
}

/** A screen that this tracking server cannot fill. */
export const lacksFeature = ({ feature }: ScreenAccess, { server }: Session): boolean =>
  feature !== undefined && !hasFeature(server, feature);

/** A screen of money where none is taken, for who can switch that on. */
export function wantsBilling({ tier }: ScreenAccess, session: Session): boolean {
  const { user, server } = session;
  return tier === 'billing' && user.administrator && server.plus && !hasBilling(contextOf(session));
}
