/** A host name as browsers send it. Addresses of machines are domains for the operator only. */
const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

export const isDomain = (text: string): boolean => DOMAIN.test(text);
