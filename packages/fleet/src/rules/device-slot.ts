/** User who would add a device, and the settings of the deployment. */
export interface DeviceSlotSubject {
  /** From the `devicelimit` header; null = it names none. */
  readonly installationLimit: number | null;
  /** The server attribute `{brand}.deviceLimit`, as it came. */
  readonly serverLimit: unknown;
  readonly user: { readonly administrator: boolean; readonly deviceLimit: number };
  /** Devices that the user sees now. */
  readonly devices: number;
}
/** Which limit forbids another device. */
export interface DeviceSlotError {
  readonly by: 'installation' | 'server' | 'user';
  readonly limit: number;
}

/**
 * Checks whether one more device may be added, judging by the user's own devices; the server counts again.
 * @returns null = it may.
 * @source docs/reference/requirements.md SPEC §5 "Adding devices is allowed only if…"
 */
export function deviceSlotError(subject: DeviceSlotSubject): DeviceSlotError | null {
  const { installationLimit, user, devices } = subject;
  if (installationLimit !== null && (installationLimit <= 0 || devices >= installationLimit)) {
    return { by: 'installation', limit: Math.max(0, installationLimit) };
  }
  const serverLimit = Number(subject.serverLimit ?? 0);
  if (serverLimit > 0 && devices >= serverLimit) return { by: 'server', limit: serverLimit };
  // The tracking server binds administrators by the first two alone (docs/reference/tracking-api.md §5).
  const isBound = !user.administrator && user.deviceLimit >= 0;
  return isBound && devices >= user.deviceLimit ? { by: 'user', limit: user.deviceLimit } : null;
}
