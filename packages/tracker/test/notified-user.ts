import assert from 'node:assert/strict';
import { systemClock } from '@rastro/base';
import type { NotificationDelivery } from '@rastro/fleet';
import {
  startHttpSimulator,
  startSmtpSimulator,
  type HttpSimulator,
  type Script,
  type SmtpSimulator,
} from '@rastro/outgoing/testing';
import { eventually, NO_OUTGOING, openTestTracker, type TestTracker } from './open-test-tracker.ts';

const TAKES: Script = () => ({ status: 200 });

/**
 * A tracker with a mail and a text message service, and in each test another user with a vehicle who gets its
 * notifications.
 */
export class NotifiedUser {
  t!: TestTracker;
  sms!: HttpSimulator;
  smtp!: SmtpSimulator;
  port = 0;
  deviceId = 0;
  userId = 0;
  cookie = '';
  counter = 0;
  /** Time by which the tracker's clock is ahead. */
  laterMs = 0;
  #uniqueId = '';
  #seconds = 0;

  async open(): Promise<void> {
    this.sms = await startHttpSimulator(TAKES);
    this.smtp = await startSmtpSimulator();
    const server = { host: '127.0.0.1', port: this.smtp.port, secure: false, login: null };
    this.t = await openTestTracker({
      clock: { ...systemClock, now: () => Date.now() + this.laterMs },
      outgoing: {
        ...NO_OUTGOING,
        mail: { server, from: 'rastro@example.com' },
        sms: { url: this.sms.url, template: '{phone} {message}', headers: {} },
        notificationLimit: 3,
        timeoutMs: 300,
      },
    });
    this.port = await this.t.port('osmand');
  }
  async close(): Promise<void> {
    await this.t.dispose();
    await Promise.all([this.sms.close(), this.smtp.close()]);
  }
  async anotherUser(): Promise<void> {
    this.sms.script(TAKES);
    this.smtp.script('RCPT', null);
    this.#uniqueId = `n-${this.counter++}`;
    this.deviceId = await this.t.addDevice(this.#uniqueId, { name: `Van ${this.counter}` });
    this.userId = await this.t.addUser({
      email: `u${this.counter}@example.com`,
      phone: `+${this.counter}`,
      attributes: { language: 'en' },
    });
    this.cookie = await this.t.signIn(this.userId);
    await this.link('device', this.deviceId);
  }
  link(propertyKind: string, propertyId: number, ownerKind = 'user', ownerId = this.userId): Promise<void> {
    const link = { ownerKind, ownerId, propertyKind, propertyId };
    return this.t.tracker.directory.links.change([link], []);
  }
  /** A rule of the user of this test. */
  async rule(fields: object = {}): Promise<number> {
    const body = {
      attributes: { alarms: 'sos' },
      description: null,
      type: 'alarm' as const,
      always: true,
      notificators: 'mail',
      commandId: 0,
      calendarId: 0,
      ...fields,
    };
    const { id } = await this.t.tracker.directory.linked.notification.create(body);
    await this.link('notification', id);
    return id;
  }
  /** A report by HTTP. */
  async report(values: Record<string, string> = {}): Promise<number> {
    const time = Math.floor((Date.now() + this.laterMs) / 1000) - 600 + this.#seconds++;
    const place = { id: this.#uniqueId, lat: '1', lon: '2', timestamp: `${time}` };
    const query = new URLSearchParams({ ...place, ...values });
    const answer = await fetch(`http://127.0.0.1:${this.port}/?${query.toString()}`);
    return answer.status;
  }
  async alarm(name = 'sos'): Promise<void> {
    assert.equal(await this.report(), 200);
    assert.equal(await this.report({ alarm: name }), 200);
  }
  async deliveries(query = ''): Promise<readonly NotificationDelivery[]> {
    return (await this.t.api('GET', `/notifications/deliveries?${query}`, this.cookie)).json;
  }
  async outcomes(): Promise<readonly (readonly [string, string, string | null])[]> {
    const all = await this.deliveries();
    return all.map(({ channel, status, reason }) => [channel, status, reason] as const).toReversed();
  }
  settled(count: number): Promise<void> {
    return eventually(async () => {
      const all = await this.deliveries();
      return all.length >= count && all.every(({ status }) => status !== 'waiting' && status !== 'sending');
    });
  }
  mailsTo(email: string): SmtpSimulator['mails'] {
    return this.smtp.mails.filter(({ to }) => to.includes(email));
  }
}
