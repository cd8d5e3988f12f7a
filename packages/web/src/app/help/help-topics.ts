import { isShared } from '@rastro/fleet';
import type { SignedIn } from '../../kernel/session/session.ts';
import type { useRights } from '../../kernel/use-rights.ts';
import { mayOpen, type ScreenHandle } from '../screens/may-open.ts';

/** Parts of the index, in its order. */
export const HELP_SECTIONS = ['start', 'vehicles', 'past', 'rules', 'people', 'business', 'system'] as const;
export type HelpSection = (typeof HELP_SECTIONS)[number];

interface HelpEntry {
  readonly section: HelpSection;
  /** The same as of its screen, so that nobody reads about what is not there for them. Absent = for drivers or guests. */
  readonly screen: ScreenHandle | null;
}
const of = (section: HelpSection, requirement: ScreenHandle['requires'], plus = false): HelpEntry => ({
  section,
  screen: { requires: requirement, ...(plus && { plus: true as const }) },
});

/** Every page of help; its text is `docs/help/<language>/<topic>.md`. */
export const HELP_PAGES = {
  help: of('start', 'nothing'),
  map: of('start', 'devices.view'),
  account: of('start', 'nothing'),
  devices: of('vehicles', 'devices.view'),
  device: of('vehicles', 'devices.view'),
  'device-form': of('vehicles', 'devices.create'),
  connect: of('vehicles', 'devices.create'),
  'device-import': of('vehicles', 'devices.create'),
  autolink: of('vehicles', 'devices.create'),
  groups: of('vehicles', 'groups.view'),
  nearest: of('vehicles', 'devices.view'),
  split: of('vehicles', 'devices.view'),
  commands: of('vehicles', 'commands.view'),
  'many-commands': of('vehicles', 'devices.sendCommand'),
  history: of('past', 'reports.view'),
  reports: of('past', 'reports.view'),
  'saved-reports': of('past', 'reports.view'),
  events: of('past', 'events.view'),
  geofences: of('rules', 'geofences.view'),
  notifications: of('rules', 'notifications.view'),
  deliveries: of('rules', 'notifications.view'),
  calendars: of('rules', 'calendars.view'),
  maintenances: of('rules', 'maintenance.view'),
  computed: of('rules', 'computed.view'),
  drivers: of('people', 'drivers.view'),
  'check-ins': of('people', 'drivers.view'),
  users: of('people', 'managers'),
  shares: of('people', 'share.view', true),
  viewings: of('people', 'managers'),
  customers: of('business', 'brands'),
  stock: of('business', 'sellers'),
  billing: of('business', 'issuers'),
  invoices: of('business', 'billed'),
  integrations: of('business', 'issuers'),
  brand: of('business', 'brands'),
  server: of('system', 'administrator'),
  health: of('system', 'administrator'),
  logs: of('system', 'administratorOfPlus'),
  traffic: of('system', 'administrator'),
  guest: { section: 'start', screen: null },
  driving: { section: 'start', screen: null },
} as const satisfies Readonly<Record<string, HelpEntry>>;
export type HelpTopic = keyof typeof HELP_PAGES;
export const isHelpTopic = (name: unknown): name is HelpTopic =>
  typeof name === 'string' && Object.hasOwn(HELP_PAGES, name);
export const HELP_TOPICS: readonly HelpTopic[] = Object.keys(HELP_PAGES).filter(isHelpTopic);

/** Handle of a route that names its help page. */
export interface Helped {
  readonly help: HelpTopic;
}

/** The pages that somebody may read, in the order of the index. Guests have one, about what they see. */
export function topicsFor(
  signedIn: SignedIn,
  may: ReturnType<typeof useRights>['may'],
): readonly HelpTopic[] {
  if (isShared(signedIn.user)) return ['guest'];
  return HELP_TOPICS.filter((topic) => {
    const { screen } = HELP_PAGES[topic];
    return screen !== null && mayOpen(screen, signedIn, may);
  });
}

/** The page that the route of a screen names; null = it names none. @param handle What the route says. */
export function topicIn(handle: unknown): HelpTopic | null {
  const named = typeof handle === 'object' && handle !== null && 'help' in handle ? handle.help : null;
  return isHelpTopic(named) ? named : null;
}
