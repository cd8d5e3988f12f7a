import { decide, hasBilling, isQrDriver, isShared, mayBrand } from '@rastro/fleet';
import { isWidgetKind, WIDGET_KINDS, type WidgetAccess } from '@rastro/fleet/layouts';
import type { SignedIn } from '../../kernel/session/session.ts';
import { hasFeature } from '../../kernel/use-feature.ts';

type Session = Pick<SignedIn, 'user' | 'server' | 'branding'>;
/** Reason why a widget is not shown; null = it is. */
export type Hidden = 'unknown' | 'forbidden' | 'absent' | null;

/** Whether its reader may see a kind of widget; the routes behind it decide the same. */
export function hiddenReason(kind: string, { user, server, branding }: Session): Hidden {
  if (!isWidgetKind(kind)) return 'unknown';
  const { requires, tier, feature }: WidgetAccess = WIDGET_KINDS[kind];
  const { brand } = branding;
  const context = { brand, plus: server.plus, serverAttributes: server.server.attributes };
  if (feature !== undefined && !hasFeature(server, feature)) return 'absent';
  if (tier === 'plus' && !server.plus) return 'absent';
  if (tier === 'billing' && !hasBilling(context)) return 'absent';
  if (isShared(user) || isQrDriver(user, brand)) return 'forbidden';
  const may = requires === 'sellers' ? mayBrand(user, brand) : decide(user, requires, context).allowed;
  return may ? null : 'forbidden';
}
