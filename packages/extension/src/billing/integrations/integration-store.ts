import { randomCode, randomToken, type Clock, type Log } from '@rastro/base';
import type { Integrations, InvoiceIntegration, PaymentEnvironment } from '@rastro/fleet';
import { CHARGE_PROVIDERS, type ChargeProviderName, type PaymentProviderName } from '@rastro/fleet/billing';
import type {
  InvoiceIntegrationBody,
  MailIntegrationBody,
  PaymentIntegrationBody,
} from '@rastro/fleet/schemas';
import type { MailOptions } from '@rastro/outgoing';
import type { ExtensionStorage } from '@rastro/storage';
import {
  INTEGRATION_KIND as KIND,
  PROBLEM_KIND,
  readProblem,
  keyOf,
  readInvoice,
  readMail,
  readPayment,
  type StoredMail,
  type StoredPayment,
  type StoredSecret,
} from './stored-integrations.ts';
import type { SecretBox } from './secret-box.ts';

/** Account through which an issuer's charges are made. */
export interface PaymentAccount {
  readonly owner: number;
  readonly provider: ChargeProviderName;
  readonly environment: PaymentEnvironment;
  readonly apiKey: string;
  /** Null = nobody may send events. */
  readonly webhookToken: string | null;
  readonly tag: string;
}
export interface IntegrationStoreOptions {
  readonly storage: Pick<ExtensionStorage, 'document' | 'documents' | 'commit'>;
  readonly box: SecretBox;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** Path for events of services, with a slash at its end. */
  readonly webhookPath: string;
}
type Name = 'payment' | 'smtp' | 'invoice';
const TAG_LENGTH = 6;
const PAGE = 500;
const TOKEN_LENGTH = 43;

/** The integrations of all issuers. Only what calls outside gets a secret out of it. */
export class IntegrationStore {
  readonly #options: IntegrationStoreOptions;

  constructor(options: IntegrationStoreOptions) {
    this.#options = options;
  }

  /** Returns the fields that may be shown. @param newWebhookToken Token that was just created. */
  async describe(owner: number, newWebhookToken: string | null = null): Promise<Integrations> {
    const payment = readPayment((await this.#read(owner, 'payment'))?.body);
    const { password, ...mail } = readMail((await this.#read(owner, 'smtp'))?.body);
    const place = keyOf(owner, 'payment');
    const apiKeySetAt = this.#setAt(payment.apiKey, `${place}.apiKey`);
    const webhookTokenSetAt = this.#setAt(payment.webhookToken, `${place}.webhookToken`);
    const passwordSetAt = this.#setAt(password, `${keyOf(owner, 'smtp')}.password`);
    return {
      owner,
      payment: {
        provider: payment.provider,
        environment: payment.environment,
        hasApiKey: apiKeySetAt !== null,
        apiKeySetAt,
        hasWebhookToken: webhookTokenSetAt !== null,
        webhookTokenSetAt,
        problem: await this.#problem(owner),
        webhookPath: `${this.#options.webhookPath}${chargeProviderOf(payment.provider)}/${owner}`,
      },
      smtp: { ...mail, hasPassword: passwordSetAt !== null, passwordSetAt },
      invoice: await this.invoice(owner),
      newWebhookToken,
    };
  }

  async invoice(owner: number): Promise<InvoiceIntegration> {
    return readInvoice((await this.#read(owner, 'invoice'))?.body);
  }
  /** Provider that makes the charges of an issuer, with or without a key. */
  async providerOf(owner: number): Promise<PaymentProviderName> {
    return readPayment((await this.#read(owner, 'payment'))?.body).provider;
  }
  /** Null = paid past the product, or the key is missing. */
  async payment(owner: number): Promise<PaymentAccount | null> {
    const stored = readPayment((await this.#read(owner, 'payment'))?.body);
    const place = keyOf(owner, 'payment');
    const { provider, environment, tag } = stored;
    const apiKey = provider === 'manual' ? null : this.#open(stored.apiKey, `${place}.apiKey`);
    if (provider === 'manual' || apiKey === null) return null;
    const webhookToken = this.#open(stored.webhookToken, `${place}.webhookToken`);
    return { owner, provider, environment, apiKey, webhookToken, tag };
  }
  /** Issuers who have, or had, a provider. */
  async owners(): Promise<readonly number[]> {
    const owners: number[] = [];
    const ending = keyOf(0, 'payment').slice(1);
    for await (const page of this.#options.storage.documents({ kind: KIND, prefix: '', pageSize: PAGE }))
      for (const { key } of page) if (key.endsWith(ending)) owners.push(Number(key.slice(0, -ending.length)));
    return owners;
  }
  /** Stores the provider's complaint about the account, until it sends another; '' = none. */
  async writeProblem(owner: number, text: string): Promise<void> {
    const put = { kind: PROBLEM_KIND, key: String(owner), body: { text }, replaces: null };
    await this.#options.storage.commit({ put: [put] });
  }
  async #problem(owner: number): Promise<string> {
    const stored = await this.#options.storage.document(PROBLEM_KIND, String(owner));
    return stored ? readProblem(stored.body) : '';
  }
  /** Mail server for the customers of an issuer; null = the issuer has none of their own. */
  async mail(owner: number): Promise<MailOptions | null> {
    const { host, port, secure, user, from, password } = readMail((await this.#read(owner, 'smtp'))?.body);
    if (host === '') return null;
    const opened = this.#open(password, `${keyOf(owner, 'smtp')}.password`);
    const login = user === '' || opened === null ? null : { user, password: opened };
    return { server: { host, port, secure, login }, from };
  }

  /** @returns a token that was made; null = none was. */
  async writePayment(owner: number, body: PaymentIntegrationBody): Promise<string | null> {
    const stored = await this.#read(owner, 'payment');
    const before = readPayment(stored?.body);
    const place = keyOf(owner, 'payment');
    const isTokenMissing = body.provider !== 'manual' && before.webhookToken === null;
    const token = body.renewWebhookToken || isTokenMissing ? randomToken(TOKEN_LENGTH) : null;
    const next: StoredPayment = {
      provider: body.provider,
      environment: body.environment,
      apiKey: this.#written(before.apiKey, body.apiKey, `${place}.apiKey`),
      webhookToken: this.#written(before.webhookToken, token ?? undefined, `${place}.webhookToken`),
      tag: before.tag === '' ? randomCode(TAG_LENGTH) : before.tag,
    };
    await this.#write(owner, 'payment', next, stored?.version ?? 0);
    await this.writeProblem(owner, '');
    return token;
  }
  async writeMail(owner: number, { password, ...body }: MailIntegrationBody): Promise<void> {
    const stored = await this.#read(owner, 'smtp');
    const before = readMail(stored?.body);
    const place = `${keyOf(owner, 'smtp')}.password`;
    // Another server would get to know it.
    const isElsewhere = before.host !== body.host || before.user !== body.user;
    const secret = isElsewhere && password === undefined ? null : password;
    const next: StoredMail = { ...body, password: this.#written(before.password, secret, place) };
    await this.#write(owner, 'smtp', next, stored?.version ?? 0);
  }
  async writeInvoice(owner: number, body: InvoiceIntegrationBody): Promise<void> {
    const stored = await this.#read(owner, 'invoice');
    await this.#write(owner, 'invoice', body, stored?.version ?? 0);
  }

  #read(owner: number, name: Name) {
    return this.#options.storage.document(KIND, keyOf(owner, name));
  }
  /** @throws StorageError CONFLICT when another write came first. */
  #write(owner: number, name: Name, body: object, replaces: number): Promise<void> {
    return this.#options.storage.commit({ put: [{ kind: KIND, key: keyOf(owner, name), body, replaces }] });
  }
  #written(before: StoredSecret, typed: string | null | undefined, place: string): StoredSecret {
    const { box, clock } = this.#options;
    if (typed === undefined) return before;
    return typed === null ? null : { sealed: box.seal(typed, place), setAt: clock.now() };
  }
  #open(secret: StoredSecret, place: string): string | null {
    if (secret === null) return null;
    const opened = this.#options.box.open(secret.sealed, place);
    if (opened === null) this.#options.log.error({ place }, 'cannot open a secret: the key is another one');
    return opened;
  }
  /** One that cannot be decrypted counts as missing: it has to be typed in again. */
  #setAt(secret: StoredSecret, place: string): string | null {
    return secret === null || this.#open(secret, place) === null
      ? null
      : new Date(secret.setAt).toISOString();
  }
}

/** Of an issuer who has chosen none yet, the first. */
const chargeProviderOf = (provider: PaymentProviderName): ChargeProviderName =>
  provider === 'manual' ? CHARGE_PROVIDERS[0].name : provider;
