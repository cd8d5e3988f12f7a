import type { StoredDocument } from '@rastro/storage';
import { emailKey, PLAIN_ACCOUNT } from '@rastro/tracker';

export interface FirstAdministrator {
  readonly email: string;
  readonly passwordHash: string;
}

/**
 * Accounts among which one can sign in: the one of that e-mail gets the password, or is added.
 * @param administrator Null = all stay as they are.
 */
export function withAdministrator(
  accounts: readonly StoredDocument[],
  administrator: FirstAdministrator | null,
): readonly StoredDocument[] {
  if (!administrator) return accounts;
  const { email, passwordHash } = administrator;
  const key = emailKey(email);
  const role = { administrator: true, disabled: false, passwordHash };
  if (accounts.some((account) => account.key === key))
    return accounts.map((account) =>
      account.key === key ? { ...account, body: { ...account.body, ...role } } : account,
    );
  const id = accounts.reduce((highest, account) => Math.max(highest, account.id), 0) + 1;
  const limits = { deviceLimit: -1, userLimit: -1 };
  return [
    ...accounts,
    { id, key, body: { ...PLAIN_ACCOUNT, name: 'Administrator', email, ...limits, ...role } },
  ];
}
