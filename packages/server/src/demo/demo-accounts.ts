/** Who can sign in to the demonstration: one account of every role. */
export interface DemoAccount {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly fields: {
    readonly administrator?: boolean;
    readonly userLimit?: number;
    readonly deviceLimit?: number;
    readonly readonly?: boolean;
    readonly temporary?: boolean;
    readonly attributes?: { readonly [name: string]: boolean };
  };
  /** Groups of the fleet that the account sees; null = all. */
  readonly groups: readonly string[] | null;
}

/** The customer account manages the ones after it. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    email: 'admin@demo.rastro',
    name: 'Alice Admin',
    role: 'administrator',
    fields: { administrator: true, userLimit: -1, deviceLimit: -1 },
    groups: null,
  },
  {
    email: 'customer@demo.rastro',
    name: 'Carlos Cliente',
    role: 'customer (manages users)',
    fields: { userLimit: 20, deviceLimit: 200 },
    groups: null,
  },
  {
    email: 'operator@demo.rastro',
    name: 'Olga Operadora',
    role: 'operator',
    fields: { deviceLimit: -1 },
    groups: null,
  },
  {
    email: 'readonly@demo.rastro',
    name: 'Rita Relatórios',
    role: 'read-only',
    fields: { readonly: true },
    groups: null,
  },
  {
    email: 'guest@demo.rastro',
    name: 'Gustavo Convidado',
    role: 'guest (shared)',
    fields: { readonly: true, temporary: true, attributes: { isShared: true } },
    groups: [],
  },
];
