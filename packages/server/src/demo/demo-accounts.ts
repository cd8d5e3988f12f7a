import { attributeName, USER_ATTRIBUTES, type Attributes } from '@rastro/fleet';
import { DEMO_RESELLERS } from './demo-resellers.ts';

/** Accounts that can sign in to the demonstration. */
export interface DemoAccount {
  readonly email: string;
  readonly name: string;
  /** Description that the console prints; null = not printed. */
  readonly role: string | null;
  readonly fields: {
    readonly administrator?: boolean;
    readonly userLimit?: number;
    readonly deviceLimit?: number;
    readonly readonly?: boolean;
    readonly temporary?: boolean;
  };
  readonly attributes: Attributes;
  /** Groups of the fleet that the account sees; `fleet` = those of the large customer, `one` = a single vehicle. */
  readonly groups: readonly string[] | 'fleet' | 'one';
  /** Address of the account that manages it; null = administrators do. */
  readonly manager: string | null;
}

export const CUSTOMER = 'customer@demo.rastro';
export const OPERATOR = 'operator@demo.rastro';
const DOMAIN = '@demo.rastro';

/** All accounts, those that manage before those that are managed. */
export function demoAccounts(brand: string): readonly DemoAccount[] {
  const [reseller, domain, limit] = (['reseller', 'resellerDomain', 'resellerLimit'] as const).map((key) =>
    attributeName(brand, USER_ATTRIBUTES[key]),
  );
  const resellers = DEMO_RESELLERS.map(
    ({ key, user, theme, domain: own, customers, stock }): DemoAccount => ({
      email: key + DOMAIN,
      name: user,
      role: `reseller ${theme.title}`,
      fields: { userLimit: 60, deviceLimit: 400 },
      attributes: { [reseller ?? '']: true, [domain ?? '']: own, [limit ?? '']: 400 },
      groups: [...customers.map(({ name }) => name), stock],
      manager: null,
    }),
  );
  const customers = DEMO_RESELLERS.flatMap(({ key: reseller, customers: theirs }) =>
    theirs.flatMap((customer) => accountsOf(customer, reseller + DOMAIN)),
  );
  return [...OWN_ACCOUNTS, ...resellers, ...customers, ...accountsOf(DIRECT_CUSTOMER, null)];
}

/** A customer beside the large one that no reseller brought. */
export const DIRECT_CUSTOMER = {
  key: 'frigorifico',
  name: 'Frigorífico Serra Azul',
  user: 'Sérgio Bellini',
} as const;

/** A customer, and a read-only user. */
function accountsOf(
  { key, name, user }: { readonly key: string; readonly name: string; readonly user: string },
  manager: string | null,
): readonly DemoAccount[] {
  const shared = { role: null, attributes: {}, groups: [name] };
  return [
    { ...shared, email: key + DOMAIN, name, fields: { userLimit: 5, deviceLimit: 20 }, manager },
    {
      ...shared,
      email: `${key}.equipe${DOMAIN}`,
      name: user,
      fields: { readonly: true },
      manager: key + DOMAIN,
    },
  ];
}

const OWN_ACCOUNTS: readonly DemoAccount[] = [
  {
    email: 'admin@demo.rastro',
    name: 'Alice Admin',
    role: 'administrator',
    fields: { administrator: true, userLimit: -1, deviceLimit: -1 },
    attributes: {},
    groups: 'fleet',
    manager: null,
  },
  {
    email: CUSTOMER,
    name: 'Carlos Cliente',
    role: 'customer, manages users',
    fields: { userLimit: 20, deviceLimit: 200 },
    attributes: {},
    groups: 'fleet',
    manager: null,
  },
  {
    email: OPERATOR,
    name: 'Olga Operadora',
    role: 'operator',
    fields: { deviceLimit: -1 },
    attributes: {},
    groups: 'fleet',
    manager: CUSTOMER,
  },
  {
    email: 'readonly@demo.rastro',
    name: 'Rita Relatórios',
    role: 'read-only',
    fields: { readonly: true },
    attributes: {},
    groups: 'fleet',
    manager: CUSTOMER,
  },
  {
    email: 'guest@demo.rastro',
    name: 'Gustavo Convidado',
    role: 'guest with an account',
    fields: { readonly: true, temporary: true },
    attributes: { isShared: true },
    groups: 'one',
    manager: CUSTOMER,
  },
];
