import type { HealthOfDevices, HealthOfIngest } from '@rastro/fleet';

export const STEPS = ['brand', 'vehicle', 'message', 'user', 'rule'] as const;
export type Step = (typeof STEPS)[number];
/** Where each is done; null = not on a screen. */
export const STEP_PATHS: Readonly<Record<Step, string | null>> = {
  brand: null,
  vehicle: '/devices/new',
  message: null,
  user: '/users/new',
  rule: '/notifications/new',
};

export interface FirstFacts {
  readonly title: string;
  readonly logo: string | null;
  readonly devices: HealthOfDevices;
  readonly users: number;
  readonly rules: number;
}
/** The name of the product, until somebody gives it another one. */
const UNNAMED = 'Rastro';

/** What is done already: nobody ticks anything himself. */
export const doneSteps = ({ title, logo, devices, users, rules }: FirstFacts): ReadonlySet<Step> =>
  new Set(
    STEPS.filter(
      (step) =>
        ({
          brand: title !== UNNAMED || logo !== null,
          vehicle: devices.assigned > 0,
          message: devices.total > devices.never,
          user: users > 1,
          rule: rules > 0,
        })[step],
    ),
  );

/** A name of one's own is nobody's duty: what works without it works. */
export const isAllDone = (done: ReadonlySet<Step>): boolean =>
  STEPS.every((step) => step === 'brand' || done.has(step));

/** What is known of the first message that does not come; the first that applies. */
export type DoorVerdict = 'noDoor' | 'unknown' | 'refused' | 'unread' | 'silent';
export function doorVerdict({ doors, refused }: Pick<HealthOfIngest, 'doors' | 'refused'>): DoorVerdict {
  const times = (...reasons: readonly string[]): number =>
    reasons.reduce((sum, reason) => sum + (refused[reason] ?? 0), 0);
  if (doors.length === 0) return 'noDoor';
  if (times('unknown') > 0) return 'unknown';
  if (times('disabled', 'expired', 'secret') > 0) return 'refused';
  return doors.some(({ failures }) => failures > 0) ? 'unread' : 'silent';
}
