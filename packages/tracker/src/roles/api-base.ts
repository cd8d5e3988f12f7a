import { availableParallelism } from 'node:os';
import type { Language } from '@rastro/fleet';
import { Authenticator } from '../access/authenticate.ts';
import { Credentials } from '../access/credentials.ts';
import { Delegation } from '../access/delegation.ts';
import { shareCredentials } from '../access/share-credentials.ts';
import { newSealKey } from '../access/sealed.ts';
import { sharePrivateValues, type PrivateStore } from '../access/private-store.ts';
import { LastSeen } from '../access/last-seen.ts';
import { OneTimeCodes } from '../access/one-time-codes.ts';
import { OpenIdLogin } from '../access/open-id-login.ts';
import { Restrictions } from '../access/restrictions.ts';
import { Visibility } from '../access/visibility.ts';
import { NO_BRANDS } from '../brands/brand-heads.ts';
import { userMailer } from '../brands/user-mailer.ts';
import { FirstAdministrator } from '../access/first-administrator.ts';
import { countReceived } from '../audit/received-messages.ts';
import { Statistics } from '../audit/statistics.ts';
import { CommandClient } from '../commands/command-client.ts';
import { preferencesOf } from '../directory/reader.ts';
import { createGeocoder } from '../geocoding/geocoder.ts';
import { Places } from '../geocoding/places.ts';
import { CommittedDevices } from '../committed/committed-devices.ts';
import { sharedLimits } from '../messages/shared-limits.ts';
import { settleTrips } from '../messages/settle-trips.ts';
import type { TrackerBus } from '../messages/topics.ts';
import { createMailer, createSafeFetch, createSmsGateway } from '@rastro/outgoing';
import { DeviceOptions } from '../pipeline/device-options.ts';
import { referenceDataOf } from '../pipeline/reference-data.ts';
import { ReportPool } from '../reports/jobs/report-pool.ts';
import type { ApiDeps, ApiOptions } from './api-options.ts';

const GEOCODER_MS = 5000;

/** Without choices of their own, a reader gets those of the installation. */
const NOBODY = { attributes: {}, coordinateFormat: null };

/** Sessions and secrets, the same in all processes. */
async function openShared({ clock }: ApiOptions, { bus, storage, directory }: ApiDeps) {
  const credentials = new Credentials(storage, clock);
  const sharedCredentials = await shareCredentials(credentials, storage, bus);
  const { privateStore, shared: sharedValues } = await sharePrivateValues(storage, bus);
  const stopForgetting = directory.users.watch(({ before, after }) => {
    if (before && !after) privateStore.forget(before.id);
  });
  const close = (): void => {
    stopForgetting();
    sharedCredentials.close();
    sharedValues.close();
  };
  return { credentials, privateStore, shared: { close } };
}

export type ApiBase = Awaited<ReturnType<typeof openBase>>;

/** Dependencies of routes, browsers and notifications. */
export async function openBase(options: ApiOptions, deps: ApiDeps) {
  const { clock } = options;
  const { bus, storage, directory, states } = deps;
  const limits = sharedLimits(bus);
  const live = await (states
    ? CommittedDevices.of(states, bus, directory)
    : CommittedDevices.load(storage, bus, directory));
  const { credentials, privateStore, shared } = await openShared(options, deps);
  const visibility = new Visibility(directory);
  const delegation = new Delegation(directory, options.plus);
  const deviceOptions = new DeviceOptions(options.pipeline, directory, visibility);
  const statistics = new Statistics(storage, clock);
  const services = outgoing(options, statistics);
  const { brands = NO_BRANDS, publicUrl } = options;
  const language = (): Language => preferencesOf(directory, NOBODY).language;
  const places = new Places({ storage, bus, geocoder: services.geocoder, language, clock, log: options.log });
  return {
    ...options,
    bus,
    limits,
    storage,
    directory,
    visibility,
    live,
    credentials,
    privateStore,
    shared,
    statistics,
    lastSeen: new LastSeen(storage, clock),
    delegation,
    authenticator: new Authenticator({ directory, credentials, delegation, clock }, !options.openId?.force),
    restrictions: new Restrictions({
      directory,
      visibility,
      delegation,
      deviceLimit: () => options.deviceLimit(directory.server.attributes),
    }),
    around: referenceDataOf(directory, visibility, live, deviceOptions),
    oneTimeCodes: new OneTimeCodes(storage, clock),
    firstAdministrator: await FirstAdministrator.open(directory, privateStore),
    commandClient: new CommandClient(bus),
    reports: new ReportPool(storage.location, Math.min(4, Math.max(2, availableParallelism() - 1)), {
      places,
      settled: (deviceIds) => tripsSettled(bus, deviceIds),
    }),
    openId: await openIdOf(options, privateStore),
    ...services,
    brands,
    mailer: userMailer({ mailer: createMailer(options.outgoing.mail), brands, directory, publicUrl }),
    places,
  };
}

async function openIdOf(
  { openId, publicUrl, clock }: ApiOptions,
  privateStore: PrivateStore,
): Promise<OpenIdLogin | null> {
  if (!openId || !publicUrl) return null;
  return new OpenIdLogin(openId, {
    publicUrl,
    clock,
    key: await privateStore.once('openid-key', newSealKey),
  });
}

/** Derived history that is not ready by then is computed from positions. */
const TRIPS_TIMEOUT_MS = 3000;

async function tripsSettled(bus: TrackerBus, deviceIds: readonly number[]): Promise<void> {
  await settleTrips(bus, deviceIds, TRIPS_TIMEOUT_MS).catch(() => null);
}

function outgoing({ outgoing: settings, geocoder, clock }: ApiOptions, statistics: Statistics) {
  const { allowPrivateUrls: allowPrivate, timeoutMs } = settings;
  const safeFetch = createSafeFetch({ allowPrivate, timeoutMs });
  return {
    safeFetch,
    sms: createSmsGateway(settings.sms, safeFetch),
    geocoder: createGeocoder(geocoder, createSafeFetch({ allowPrivate: true, timeoutMs: GEOCODER_MS }), {
      clock,
      onRequest: () => statistics.count('geocoderRequests'),
    }),
  };
}

/** Saves counters and times in memory; reports what cannot be stored any more. */
export async function saveWaiting(base: ApiBase, log: ApiOptions['log']): Promise<void> {
  const { statistics, credentials, lastSeen } = base;
  const waiting = [
    { what: 'statistics', save: () => countReceived(base).then(() => statistics.save()) },
    { what: 'when sessions were used', save: () => credentials.saveUses() },
    { what: 'who was here', save: () => lastSeen.save() },
  ];
  for (const { what, save } of waiting)
    await save().catch((error: unknown) => log.error({ err: error }, `cannot keep ${what}`));
}
