import type { HealthOfDevices, HealthOfIngest } from '@rastro/fleet';

/** What makes a fleet work, and what makes it a business: the second is nobody's duty. */
const FLEET_STEPS = ['zone', 'brand', 'vehicle', 'message', 'user', 'rule'] as const;
const SELLING_STEPS = ['billing', 'customer', 'invoice'] as const;
export type Step = (typeof FLEET_STEPS)[number] | (typeof SELLING_STEPS)[number];
const NEEDED: readonly Step[] = ['vehicle', 'message', 'user', 'rule'];
/** A larger fleet than this has been at work for long: nobody is told there how to sell. */
const MAX_BEGINNER_VEHICLES = 10;

export interface SetupState {
  readonly title: string;
  readonly logo: string | null;
  /** Somebody has said in which time zone days begin; set-up in a browser does. */
  readonly hasZone: boolean;
  /** Brand, customers and invoices are there on Plus alone. */
  readonly plus: boolean;
  readonly devices: HealthOfDevices;
  /** A vehicle whose tracker was never heard; null = there is none, or nobody looked. */
  readonly neverConnectedId: number | null;
  readonly users: number;
  readonly rules: number;
  readonly isBilling: boolean;
  /** Users who get invoices. */
  readonly customers: number;
  readonly invoices: number;
}
/** The name of the product, until somebody gives it another one. */
const UNNAMED = 'Rastro';

/** What there is to do here, in its order. */
export const stepsOf = ({ plus }: SetupState): readonly Step[] =>
  plus ? [...FLEET_STEPS, ...SELLING_STEPS] : FLEET_STEPS.filter((step) => step !== 'brand');

/** Where each is done. */
export function pathOf(step: Step, { neverConnectedId, isBilling }: SetupState): string | null {
  const paths: Readonly<Record<Step, string | null>> = {
    zone: '/server',
    brand: '/theme',
    vehicle: '/devices/new',
    message: neverConnectedId === null ? null : `/devices/${neverConnectedId}/connect`,
    user: '/users/new',
    rule: '/notifications/new',
    billing: '/billing',
    customer: '/users/new?as=customer',
    // Where billing is off there is only its switch.
    invoice: isBilling ? '/billing?new=1' : null,
  };
  return paths[step];
}

/** What is done already: nobody ticks anything. */
export function doneSteps(setupState: SetupState): ReadonlySet<Step> {
  const { title, logo, hasZone, devices, users, rules, isBilling, customers, invoices } = setupState;
  const isDone: Readonly<Record<Step, boolean>> = {
    zone: hasZone,
    brand: title !== UNNAMED || logo !== null,
    vehicle: devices.assigned > 0,
    message: devices.total > devices.never,
    user: users > 1,
    rule: rules > 0,
    billing: isBilling,
    customer: customers > 0,
    invoice: invoices > 0,
  };
  return new Set(stepsOf(setupState).filter((step) => isDone[step]));
}

/** Of a beginner everything; of a larger fleet what it needs to work. */
export function isAllDone(setupState: SetupState): boolean {
  const done = doneSteps(setupState);
  const steps = setupState.devices.assigned > MAX_BEGINNER_VEHICLES ? NEEDED : stepsOf(setupState);
  return steps.every((step) => done.has(step));
}

/** What is known of the first message that does not come; the first that applies. */
export type ListenerVerdict = 'noDoor' | 'unknown' | 'refused' | 'unread' | 'silent';
export function listenerVerdict({
  doors,
  refused,
}: Pick<HealthOfIngest, 'doors' | 'refused'>): ListenerVerdict {
  const times = (...reasons: readonly string[]): number =>
    reasons.reduce((sum, reason) => sum + (refused[reason] ?? 0), 0);
  if (doors.length === 0) return 'noDoor';
  if (times('unknown') > 0) return 'unknown';
  if (times('disabled', 'expired', 'secret') > 0) return 'refused';
  return doors.some(({ failures }) => failures > 0) ? 'unread' : 'silent';
}
