import type { HealthOfDevices, HealthOfIngest } from '@rastro/fleet';

/** Steps that make a fleet work. Those that make it a business follow, and are optional. */
const FLEET_STEPS = ['zone', 'brand', 'vehicle', 'message', 'user', 'rule'] as const;
const SELLING_STEPS = ['billing', 'customer', 'invoice'] as const;
export type Step = (typeof FLEET_STEPS)[number] | (typeof SELLING_STEPS)[number];
const NEEDED: readonly Step[] = ['vehicle', 'message', 'user', 'rule'];
/** A fleet larger than this has been in use for a while: its users are not shown how to sell. */
const MAX_BEGINNER_VEHICLES = 10;

export interface SetupState {
  readonly title: string;
  readonly logo: string | null;
  /** The time zone in which days begin is set; setup in a browser does that. */
  readonly hasZone: boolean;
  /** Only Plus has brand, customers and invoices. */
  readonly plus: boolean;
  readonly devices: HealthOfDevices;
  /** A vehicle whose tracker has never connected; null = there is none, or it was not checked. */
  readonly neverConnectedId: number | null;
  readonly users: number;
  readonly rules: number;
  readonly isBilling: boolean;
  /** Users who get invoices. */
  readonly customers: number;
  readonly invoices: number;
}
/** The name of the product, until an administrator gives it another one. */
const UNNAMED = 'Rastro';

/** The steps that apply here, in order. */
export const stepsOf = ({ plus }: SetupState): readonly Step[] =>
  plus ? [...FLEET_STEPS, ...SELLING_STEPS] : FLEET_STEPS.filter((step) => step !== 'brand');

/** Path of the screen where a step is done. */
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

/** The steps that are done, derived from the setup, not ticked by hand. */
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

/** A beginner needs every step; a larger fleet only those that it needs to work. */
export function isAllDone(setupState: SetupState): boolean {
  const done = doneSteps(setupState);
  const steps = setupState.devices.assigned > MAX_BEGINNER_VEHICLES ? NEEDED : stepsOf(setupState);
  return steps.every((step) => done.has(step));
}

/** Reason why the first message has not arrived, as far as it is known; the first that applies. */
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
