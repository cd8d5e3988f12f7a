import { DAY_MS } from '@rastro/base';
import { host } from '@rastro/base/host';
import {
  isOpenOrder,
  momentOf,
  ORDER_STATES,
  type ArrivalView,
  type CustomerMoment,
  type MessagedRoute,
  type OrderState,
  type RoadOrderDetail,
} from '@rastro/fleet/orders';
import type { StoredMessageSettings } from '@rastro/fleet/schemas';
import { StorageError } from '@rastro/storage';
import type { Job, JobRun } from '../../job.ts';
import { TrackingFailure } from '../../tracking-failure.ts';
import { arrivalShareOf, ArrivalStore } from '../arrival-store.ts';
import { formatsOf, giverOf, viewArrival } from '../arrival-view.ts';
import { orderIn, orderKey, orderOf, ORDERS } from '../order-store.ts';
import { routesBetween } from '../route-store.ts';
import type { MessageSender, SendOutcome } from '../../message-sender.ts';
import type { MessageContext, MessageDeps } from './message-deps.ts';
import { hasMessage, messagesOf, messagesPut, messagingCompanies } from './message-store.ts';
import { writeCustomerMessage, type WrittenMessage } from './write-customer-message.ts';

const EVERY_MS = 15_000;
/** A customer whose address is not known may have one by then. */
const AGAIN_MS = 300_000;
/** Days are those of the company, anywhere on earth. */
const [BEFORE_MS, AFTER_MS] = [2 * DAY_MS, 2 * DAY_MS];
/** Orders without a route may be a few days late. */
const LOOSE_BEFORE_MS = 7 * DAY_MS;
const PAGE = 100;
const TIMEOUT_MS = 60_000;
const MAX_NOTED = 50_000;

/** An order that may have a message now. */
interface Candidate {
  readonly order: RoadOrderDetail;
  readonly route: MessagedRoute | null;
}
/** The last moment of an order that was looked at: nothing is read of it until the next one, or for a while. */
interface Noted {
  readonly moment: CustomerMoment;
  /** Milliseconds since 1970. */
  readonly until: number;
}
interface Company {
  readonly companyId: number;
  readonly settings: StoredMessageSettings;
  readonly sender: MessageSender;
  readonly hourOf: (at: number) => number;
}

/**
 * Writes to customers whose order comes near, is done or has failed. Each message is stored before the next one is sent:
 * after a crash one at most is sent again.
 */
export function sendMessagesJob(deps: MessageDeps): Job {
  const store = new ArrivalStore(deps);
  const noted = new Map<number, Noted>();
  /** Links of messages that nobody has taken yet, by order. */
  const links = new Map<number, string>();
  return {
    name: 'orders.messages',
    everyMs: EVERY_MS,
    due: (_done, now) => [now],
    isIdle: async () =>
      deps.trackingApi === null || (await messagingCompanies(deps.storage).next()).done === true,
    perform: async (_now, run) => {
      const { trackingApi } = deps;
      if (trackingApi === null) return {};
      const here = { ...deps, trackingApi };
      for await (const { companyId, settings } of messagingCompanies(deps.storage))
        await apart(deps, companyId, async () => {
          const company = await companyOf(here, companyId, settings);
          if (company !== null) await writeToCustomers(here, company, { run, store, noted, links });
        });
      return {};
    },
  };
}

/** Does the work of one company: what goes wrong at its mail server or its tracking server is its own. */
async function apart({ log }: MessageDeps, companyId: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // Nothing more is sent by a process that stops, or that has lost its lease and could not say what it sent.
    if (error instanceof DOMException || error instanceof StorageError) throw error;
    if (!(error instanceof TrackingFailure))
      log.warn({ err: error, companyId }, 'customers cannot be written to now');
  }
}

/** Null = its account is gone, suspended, or may not share: nobody is written to. */
async function companyOf(
  here: MessageContext,
  companyId: number,
  settings: StoredMessageSettings,
): Promise<Company | null> {
  const giver = await giverOf(here, companyId);
  const sender = giver && (await here.senderOf(companyId));
  if (giver === null || sender === null) return null;
  const { zone } = await formatsOf(here, companyId, giver);
  const clock = new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
  return { companyId, settings, sender, hourOf: (at) => Number(clock.format(at)) };
}

interface Sending {
  readonly run: JobRun;
  readonly store: ArrivalStore;
  readonly noted: Map<number, Noted>;
  readonly links: Map<number, string>;
}

async function writeToCustomers(here: MessageContext, company: Company, sending: Sending): Promise<void> {
  const { noted } = sending;
  const isNew = (orderId: number, moment: CustomerMoment): boolean => {
    const former = noted.get(orderId);
    return former?.moment !== moment || former.until <= here.clock.now();
  };
  const note = (orderId: number, moment: CustomerMoment, forMs = Infinity): void => {
    if (noted.size >= MAX_NOTED) noted.clear();
    noted.set(orderId, { moment, until: here.clock.now() + forMs });
  };
  for await (const { order, route } of candidates(here, company, isNew)) {
    sending.run.signal.throwIfAborted();
    const moment = momentOf(order, route, { now: here.clock.now(), hourOf: company.hourOf });
    if (moment === null) {
      // Its end is too long ago to be news.
      if (order.state === 'done' || order.state === 'failed') note(order.id, order.state);
      continue;
    }
    if (!company.settings.moments.includes(moment) || !isNew(order.id, moment)) continue;
    const channel = channelOf(here, company, order);
    const outcome = channel && (await sendOne(here, company, { order, moment, channel }, sending));
    // Nobody takes mails now: the others would only wait for it, too.
    if (outcome === 'later') return;
    if (outcome === 'sent') note(order.id, moment);
    if (outcome === null) note(order.id, moment, AGAIN_MS);
  }
}

type Channel = 'mail' | 'text';
function channelOf(
  { text }: MessageContext,
  { settings: { usesText }, sender }: Company,
  { contact: { email, phone } }: RoadOrderDetail,
): Channel | null {
  if (email !== '' && sender.canMail) return 'mail';
  return phone !== '' && usesText && text !== null ? 'text' : null;
}

interface Due {
  readonly order: RoadOrderDetail;
  readonly moment: CustomerMoment;
  readonly channel: Channel;
}
/** @returns `nothing` = it is not the moment yet. */
async function sendOne(
  here: MessageContext,
  company: Company,
  due: Due,
  { run, store, links }: Sending,
): Promise<'sent' | 'later' | 'nothing'> {
  const { order, moment, channel } = due;
  const { storage, clock } = here;
  const messages = await messagesOf(storage, order.id);
  if (hasMessage(messages, moment, order.attempt)) return 'sent';
  const former = (await arrivalShareOf(storage, order.id))?.share ?? null;
  const { companyId, sender, settings } = company;
  const giver = { giverId: companyId, showsDriver: settings.showsDriver };
  const view = await viewArrival(here, {
    orderId: order.id,
    share: { ...giver, sharedAt: former?.sharedAt ?? clock.now(), hashes: [] },
  });
  if (view === null || !isAt(moment, view)) return 'nothing';
  // Somebody has ended the links of this order: a message does not open it again.
  const isLinked = sender.publicUrl !== null && isOpenOrder(order.state) && former?.hashes.length !== 0;
  const token = isLinked
    ? (links.get(order.id) ?? (await store.share(order.id, giver, 'message')).token)
    : null;
  if (token !== null) links.set(order.id, token);
  const link = token === null ? null : `${sender.publicUrl}/arrival/${token}`;
  const written = writeCustomerMessage({ moment, view, company: sender.name, link });
  const sent = await send(here, company, { ...due, written, view }, run.signal);
  if (sent.outcome === 'later') return 'later';
  links.delete(order.id);
  const failure = sent.outcome === 'never' ? sent.reason : '';
  const message = { moment, attempt: order.attempt, channel, sentAt: clock.now(), failure };
  await run.save({ put: [messagesPut(order.id, messages, message)] });
  return 'sent';
}

/** Whether the vehicle agrees. */
const isAt = (moment: CustomerMoment, { state }: ArrivalView): boolean =>
  moment === 'planned' ? state === 'planned' || state === 'onTheWay' : state === moment;

interface Written extends Due {
  readonly written: WrittenMessage;
  readonly view: ArrivalView;
}
async function send(
  { text }: MessageContext,
  { sender }: Company,
  { order: { contact }, channel, written, view: { formats } }: Written,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const within = AbortSignal.any([signal, host.timeout(TIMEOUT_MS)]);
  if (channel === 'mail') return sender.mail(contact.email, written.mail, formats, within);
  if (text === null) return { outcome: 'later' };
  return text({ phone: contact.phone.replaceAll(/[^\d+]/g, ''), message: written.text }, within);
}

type IsNew = (orderId: number, moment: CustomerMoment) => boolean;
/** Orders of a company that may have a message now: those of the routes of these days, and those of none. */
async function* candidates(
  { storage, clock }: MessageContext,
  { companyId, hourOf }: Company,
  isNew: IsNew,
): AsyncGenerator<Candidate, void> {
  const now = clock.now();
  const days = { from: now - BEFORE_MS, to: now + AFTER_MS, ownerIds: [companyId] };
  for await (const routes of routesBetween(storage, days))
    for (const { stops, deviceId, beginsAt } of routes) {
      // Most stops have had their message: of them only the states are read.
      const keys = stops.map(({ orderId }) => orderKey(orderId));
      const states = await storage.listedStates(ORDERS, keys);
      const stateOf = (id: number): OrderState | null => stateIn(states.get(orderKey(id)));
      const next = stops.find(({ orderId }) => ['assigned', 'underWay'].includes(stateOf(orderId) ?? ''));
      for (const { orderId } of stops) {
        const state = stateOf(orderId);
        const route = { beginsAt, isNext: orderId === next?.orderId };
        const endedAt = new Date(now).toISOString();
        const moment = state && momentOf({ state, deviceId, from: null, endedAt }, route, { now, hourOf });
        if (moment === null || !isNew(orderId, moment)) continue;
        const order = await orderOf(storage, orderId);
        if (order !== null) yield { order, route };
      }
    }
  yield* looseOrders({ storage }, companyId, { from: now - LOOSE_BEFORE_MS, to: now + AFTER_MS });
}

const stateIn = (state: string | undefined): OrderState | null =>
  ORDER_STATES.find((each) => each === state) ?? null;

async function* looseOrders(
  { storage }: Pick<MessageContext, 'storage'>,
  companyId: number,
  period: { readonly from: number; readonly to: number },
): AsyncGenerator<Candidate, void> {
  let after: Parameters<typeof storage.listedDocuments>[0]['after'] = null;
  do {
    const page: Awaited<ReturnType<typeof storage.listedDocuments>> = await storage.listedDocuments({
      kind: ORDERS,
      ownerIds: [companyId],
      deviceIds: null,
      states: ['assigned', 'underWay', 'done', 'failed'],
      ...period,
      text: null,
      sort: 'at',
      isDescending: false,
      after,
      limit: PAGE,
    });
    for (const document of page.documents) {
      const order = orderIn(document);
      if (order.routeId === 0) yield { order, route: null };
    }
    after = page.next;
  } while (after !== null);
}
