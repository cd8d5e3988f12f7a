/** Where this browser says that it is: an IANA name. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
