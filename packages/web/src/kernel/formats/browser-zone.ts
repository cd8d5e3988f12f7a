/** Time zone of this browser: an IANA name. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
