import { attributeName, decide, isShared, USER_ATTRIBUTES, type Right } from '@rastro/fleet';
import { WIDGET_KINDS } from '@rastro/fleet/layouts';
import type { SessionState } from './session.ts';

const MAP = '/home';
const OVERVIEW = '/overview';

/** Screens on which a person may land after signing in; the first is the usual one. */
export const LANDINGS = ['map', 'overview'] as const;
export type Landing = (typeof LANDINGS)[number];

/** Rights of which one opens the overview: those of its widgets. */
export const OVERVIEW_RIGHTS: readonly Right[] = [
  ...new Set(
    Object.values(WIDGET_KINDS).flatMap(({ requires }) => (requires === 'sellers' ? [] : [requires])),
  ),
];

/** Path on which a person lands who asked for none: their choice, as far as they may open it. */
export function landingOf(state: SessionState): string {
  if (state.kind !== 'signedIn') return MAP;
  const { user, server, branding } = state;
  const { brand } = branding;
  if (isShared(user) || user.attributes[attributeName(brand, USER_ATTRIBUTES.landing)] !== 'overview')
    return MAP;
  const context = { brand, plus: server.plus, serverAttributes: server.server.attributes };
  return OVERVIEW_RIGHTS.some((right) => decide(user, right, context).allowed) ? OVERVIEW : MAP;
}
