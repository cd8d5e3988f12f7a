import { isShared } from '@rastro/fleet';
import type { SignedIn } from '../../kernel/session/session.ts';
import { DRIVER_SCREENS } from '../screens/driver-screens.ts';
import { mayOpen } from '../screens/may-open.ts';
import { SECTIONS } from '../screens/registry.ts';
import type { Screen, ScreenAccess } from '../screens/screen.ts';

/** Name of a page of help, as screens have it. */
export type HelpTopic = string;
interface HelpEntry {
  readonly section: string;
  /** The requirement of its screen, so that users read only about their features. null = for drivers or guests. */
  readonly access: ScreenAccess | null;
}

/** About what guests see; no screen of its own. */
export const GUEST_TOPIC: HelpTopic = 'guest';

/** Parts of the index, in its order. */
export const HELP_SECTIONS = Object.keys(SECTIONS);

/** Every page of help, in the order of the index; its text is `docs/help/<language>/<topic>.md`. */
export const HELP_PAGES: ReadonlyMap<HelpTopic, HelpEntry> = pagesOf();
export const isHelpTopic = (name: unknown): name is HelpTopic =>
  typeof name === 'string' && HELP_PAGES.has(name);

/** A page has section and access of the first screen that names it. */
function pagesOf(): ReadonlyMap<HelpTopic, HelpEntry> {
  const pages = new Map<HelpTopic, HelpEntry>();
  for (const [section, screens] of Object.entries<readonly Screen[]>(SECTIONS))
    for (const { help, helpRequires, requires, tier } of screens)
      if (!pages.has(help))
        pages.set(help, { section, access: { requires: helpRequires ?? requires, ...(tier && { tier }) } });
  for (const topic of [GUEST_TOPIC, ...DRIVER_SCREENS.map(({ help }) => help)])
    pages.set(topic, { section: 'start', access: null });
  return pages;
}

/** The pages that a user may read, in the order of the index. Guests have one, about what they see. */
export function topicsFor(signedIn: SignedIn): readonly HelpTopic[] {
  if (isShared(signedIn.user)) return [GUEST_TOPIC];
  return [...HELP_PAGES].flatMap(([topic, { access }]) =>
    access !== null && mayOpen(access, signedIn) ? [topic] : [],
  );
}

/** The page that the route of a screen names; null = it names none. @param handle Its screen. */
export function topicIn(handle: unknown): HelpTopic | null {
  const named = typeof handle === 'object' && handle !== null && 'help' in handle ? handle.help : null;
  return isHelpTopic(named) ? named : null;
}
