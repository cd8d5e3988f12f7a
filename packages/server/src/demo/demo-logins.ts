import type { DemoAccount } from './demo-accounts.ts';
import { DEMO_RESELLERS } from './demo-resellers.ts';

export interface DemoLogins {
  readonly url: string;
  readonly port: number;
  readonly password: string;
  readonly accounts: readonly DemoAccount[];
  /** E-mail of the driver who may check in; null = drivers have no login. */
  readonly driver: string | null;
  /** Opens the share of a vehicle; null = there is none. */
  readonly guestUrl: string | null;
}

/** Text for the console: accounts, addresses and passwords. */
export function loginsText({ url, port, password, accounts, driver, guestUrl }: DemoLogins): string {
  const listed = accounts.filter(({ role }) => role !== null);
  const resellers = new Map(DEMO_RESELLERS.map((each) => [`${each.key}@demo.rastro`, each]));
  const width = Math.max(...listed.map(({ email }) => email.length));
  const line = (email: string, text: string): string => `  ${email.padEnd(width)}  ${text}`;
  const lines = listed.map(({ email, role }) => {
    const reseller = resellers.get(email);
    const hasBrand = reseller !== undefined && driver !== null;
    return line(email, hasBrand ? `${role}: http://${reseller.domain}:${port}` : String(role));
  });
  return [
    '',
    `Demonstration: open ${url} and sign in with password ${password} as`,
    ...lines,
    ...(driver === null ? [] : [line(driver, `driver: ${url}/motorista`)]),
    ...(guestUrl === null ? [] : [`Guest, without a password: ${guestUrl}`]),
    '',
    '',
  ].join('\n');
}
