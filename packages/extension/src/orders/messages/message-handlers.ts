import type { CustomerMessages, CustomerMessageState } from '@rastro/fleet/orders';
import type { ExtensionHandler } from '../../extension-route.ts';
import { withTrackingApi } from '../../with-tracking-api.ts';
import { arrivalErrors, SHARING_RIGHTS } from '../arrival-deps.ts';
import { giverOf } from '../arrival-view.ts';
import { orderErrors } from '../order-deps.ts';
import { notGuest, seenOrder } from '../seen-orders.ts';
import type { MessageContext, MessageDeps } from './message-deps.ts';
import { companyKey, messageSettings, MESSAGE_SETTINGS, messagesOf, shownMessage } from './message-store.ts';

/** Handlers of messages to customers. */
export const messageHandlers = (deps: MessageDeps) => ({
  'GET /orders/messages': readSettings(deps),
  'PUT /orders/messages': changeSettings(deps),
  'GET /orders/:id/messages': readMessages(deps),
});

const readSettings = (deps: MessageDeps): ExtensionHandler<'GET /orders/messages'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller }) => {
      const { own } = await here.companiesOf(caller);
      return { status: 200, body: await stateOf(here, own) };
    }),
  );

const changeSettings = (deps: MessageDeps): ExtensionHandler<'PUT /orders/messages'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, body }) => {
      // Messages open arrivals: whoever may not share one does not have all of them shared.
      if (!(await here.allows(caller, SHARING_RIGHTS))) return arrivalErrors.noShareRight();
      const { own } = await here.companiesOf(caller);
      const settings = { ...body, moments: [...new Set(body.moments)] };
      const put = { kind: MESSAGE_SETTINGS, key: companyKey(own), body: settings, replaces: null };
      await here.storage.commit({ put: [put] });
      return { status: 200, body: await stateOf(here, own) };
    }),
  );

async function stateOf(here: MessageContext, companyId: number): Promise<CustomerMessageState> {
  const { settings } = await messageSettings(here.storage, companyId);
  const sender = await here.senderOf(companyId);
  return {
    ...settings,
    canMail: sender?.canMail === true,
    canText: here.text !== null,
    hasLink: sender !== null && sender.publicUrl !== null,
    mayShare: (await giverOf(here, companyId)) !== null,
  };
}

const readMessages = (deps: MessageDeps): ExtensionHandler<'GET /orders/:id/messages'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, params }) => {
      if ((await seenOrder(here, caller, params.id)) === null) return orderErrors.unknown();
      const { messages } = await messagesOf(here.storage, params.id);
      const body: CustomerMessages = { messages: messages.map(shownMessage) };
      return { status: 200, body };
    }),
  );
