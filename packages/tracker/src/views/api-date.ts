/** `2026-08-21T09:18:51.000+00:00` */
export const apiDate = (ms: number): string => new Date(ms).toISOString().replace('Z', '+00:00');
