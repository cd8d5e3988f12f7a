import { startSmtpSimulator } from '@rastro/outgoing/testing';
import type { NotificationDelivery } from '@rastro/fleet';
import { CommandProbe } from './command-probe.ts';
import { FAULTS } from './faults.ts';
import { FleetWork, type Vehicle } from './fleet-work.ts';
import { InvoiceProbe } from './invoice-probe.ts';
import { LiveProbe } from './live-probe.ts';
import { LocalCluster } from './local-cluster.ts';
import { Operator } from './operator.ts';
import { SessionProbe } from './session-probe.ts';

const ADMIN = { email: 'admin@example.com', password: 'correct horse' };
const VIEWER = { email: 'viewer@example.com', password: 'battery staple' };
/** Between two faults everything works for a while. */
const QUIET_MS = 1500;
/** Mails, commands and takeovers that are under way at the end. */
const SETTLES_MS = 90_000;
/** Deliveries that are answered at a time. */
const PAGE = 1000;
/** Faults of our own, which no fault of a part explains. */
const OF_PROGRAM = /"type":"(?:Type|Range|Reference|Syntax)Error"|ERR_HTTP_|ERR_STREAM_/;
/** Vehicles that get commands. Between two records the answer is a position of its own, which hides a change of the ignition. */
const COMMANDED = 4;

export interface ClusterRun {
  readonly seconds: number;
  readonly seed: number;
  /** When trackers are answered: as the setting ACK. */
  readonly ack: 'store' | 'stream';
  /** Only faults with this in their names. */
  readonly only?: string;
  readonly log: (line: string) => void;
}
export interface ClusterReport {
  /** All that is not as it must be. */
  readonly violations: readonly string[];
  /** Numbers of things that were looked at, by name. */
  readonly counts: Readonly<Record<string, number>>;
  /** Logs of all processes, for whoever reads a violation. */
  readonly logs: string;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Works with an installation of two of each role while its parts die, stand still and restart, and compares at the end:
 * acknowledged is stored once, events, notifications and invoices are there once, commands were done once or are
 * reported as uncertain, sessions and rights ended everywhere within two seconds.
 */
export async function runCluster(run: ClusterRun): Promise<ClusterReport> {
  const { log } = run;
  const smtp = await startSmtpSimulator();
  const cluster = await LocalCluster.start({
    natsServers: 3,
    protocols: 'teltonika:0',
    nodes: { i1: 'ingest', i2: 'ingest', p1: 'process', p2: 'process', a1: 'api', a2: 'api' },
    env: {
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'rastro@example.com',
      NOTIFICATION_LIMIT: '10000',
      ACK: run.ack,
      STREAM_GB: '1',
    },
  });
  try {
    log('all processes have started');
    const nodes = () => cluster.withRole('api');
    const operator = new Operator(nodes, ADMIN.email, ADMIN.password);
    const fleet = await FleetWork.create(cluster, operator);
    const rule = { type: 'ignitionOn', always: true, notificators: 'mail', attributes: {} };
    await operator.json('POST', '/api/notifications', rule);
    const allowed = fleet.vehicles.slice(0, 3).map(({ id }) => id);
    const viewer = await createViewer(operator, allowed);
    const commands = new CommandProbe(operator, fleet.vehicles.slice(0, COMMANDED));
    const sessions = new SessionProbe(nodes, ADMIN);
    const live = new LiveProbe(nodes, operator, { ...VIEWER, id: viewer.id }, allowed);
    const invoices = await InvoiceProbe.create(operator);
    const probes = [commands, sessions, live, invoices];
    fleet.start();
    for (const probe of probes) probe.start();
    await breakParts(cluster, run);
    await Promise.all(probes.map((probe) => probe.stop()));
    await fleet.stop();
    log('everything that was sent is acknowledged');
    // Who owes what is looked at every few minutes, and by a process that starts.
    await nodes()[0]?.restart();
    const stored = await allStored(operator, fleet.vehicles);
    const deliveries = await settled(operator, [commands, invoices]);
    const events = stored.reduce((sum, each) => sum + each.events.length, 0);
    return {
      violations: [
        ...sessions.violations,
        ...live.violations,
        ...(await commands.check()),
        ...(await invoices.check()),
        ...stored.flatMap(checkRecords),
        ...stored.slice(COMMANDED).flatMap(checkEvents),
        ...checkLogs(cluster),
        ...checkNotifications(events, deliveries, smtp.mails),
      ],
      counts: {
        records: fleet.vehicles.reduce((sum, { device }) => sum + device.acknowledged.length, 0),
        connections: fleet.vehicles.reduce((sum, { device }) => sum + device.connections, 0),
        events,
        mails: smtp.mails.length,
        commands: commands.sent,
        invoices: invoices.issued,
        sessions: sessions.ended,
        frames: live.frames,
        rightsTaken: live.taken,
      },
      logs: logsOf(cluster),
    };
  } catch (error) {
    throw new Error(`The run failed:\n${logsOf(cluster)}`, { cause: error });
  } finally {
    await cluster.close();
    await smtp.close();
  }
}

/** The newest lines of each process. */
const logsOf = (cluster: LocalCluster): string =>
  cluster.nodes.map(({ name, output }) => `${name}:\n${output.slice(-3000)}`).join('\n');

const checkLogs = (cluster: LocalCluster): readonly string[] =>
  cluster.nodes.flatMap(({ name, output }) => {
    const lines = output.split('\n').filter((line) => OF_PROGRAM.test(line));
    return lines.length === 0 ? [] : [`${name} logged ${lines.length} errors of its own: ${lines[0]}`];
  });

async function createViewer(
  operator: Operator,
  allowed: readonly number[],
): Promise<{ readonly id: number }> {
  const viewer = await operator.json<{ id: number }>('POST', '/api/users', { name: 'Viewer', ...VIEWER });
  for (const deviceId of allowed)
    await operator.json('POST', '/api/permissions', { userId: viewer.id, deviceId });
  return viewer;
}

/** Each fault once, in an order of the seed, and again, until the time is over. */
async function breakParts(
  cluster: LocalCluster,
  { seconds, seed, ack, only = '', log }: ClusterRun,
): Promise<void> {
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(random() * from.length)];
    if (found === undefined) throw new Error('Cannot pick one of none');
    return found;
  };
  const end = Date.now() + seconds * 1000;
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  while (Date.now() < end) {
    const order = FAULTS.filter(
      ({ name, isOfStream }) => name.includes(only) && (ack === 'stream' || !isOfStream),
    )
      .map((fault) => ({ fault, place: random() }))
      .toSorted((a, b) => a.place - b.place);
    for (const { fault } of order) {
      if (Date.now() > end) break;
      log(fault.name);
      await fault.run(cluster, pick);
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    }
  }
}

/** Waits until no mail and no command is under way, and all are billed. @returns all deliveries. */
async function settled(
  operator: Operator,
  probes: readonly { open(): Promise<number> }[],
): Promise<readonly NotificationDelivery[]> {
  const end = Date.now() + SETTLES_MS;
  for (;;) {
    const deliveries = await allDeliveries(operator);
    const areOpen = deliveries.some(({ status }) => status === 'waiting' || status === 'sending');
    const open = await Promise.all(probes.map((probe) => probe.open()));
    if ((!areOpen && open.every((count) => count === 0)) || Date.now() > end) return deliveries;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function allDeliveries(operator: Operator): Promise<readonly NotificationDelivery[]> {
  const found: NotificationDelivery[] = [];
  for (;;) {
    const path = `/api/notifications/deliveries?all=true&limit=${PAGE}&offset=${found.length}`;
    const page = await operator.json<NotificationDelivery[]>('GET', path);
    found.push(...page);
    if (page.length < PAGE) return found;
  }
}

/** Of a vehicle, in ms since 1970. */
interface Stored {
  readonly vehicle: Vehicle;
  /** Times of its records, in order. */
  readonly records: readonly number[];
  /** Moments at which its ignition went on, in order. */
  readonly events: readonly number[];
}
async function storedOf(operator: Operator, vehicle: Vehicle): Promise<Stored> {
  const query = `deviceId=${vehicle.id}&from=2020-01-01T00:00:00Z&to=2040-01-01T00:00:00Z`;
  const positions = await operator.json<{ fixTime: string; attributes: { result?: string } }[]>(
    'GET',
    `/api/positions?${query}`,
  );
  const events = await operator.json<{ eventTime: string }[]>(
    'GET',
    `/api/reports/events?${query}&type=ignitionOn`,
  );
  // Answers to commands are positions, too.
  const records = positions.filter(({ attributes }) => attributes.result === undefined);
  return {
    vehicle,
    records: records.map(({ fixTime }) => Date.parse(fixTime)),
    events: events.map(({ eventTime }) => Date.parse(eventTime)).toSorted((a, b) => a - b),
  };
}

/** Waits until all that was acknowledged is stored: with ACK=stream that is later. */
async function allStored(operator: Operator, vehicles: readonly Vehicle[]): Promise<readonly Stored[]> {
  const end = Date.now() + SETTLES_MS;
  for (;;) {
    const stored = await Promise.all(vehicles.map((vehicle) => storedOf(operator, vehicle)));
    const areAll = stored.every(
      ({ vehicle: { device }, records }) => new Set(records).size >= device.acknowledged.length,
    );
    if (areAll || Date.now() > end) return stored;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

function checkRecords({ vehicle: { name, device }, records }: Stored): readonly string[] {
  const found: string[] = [];
  const sent = new Set(device.acknowledged.map(({ time }) => time));
  const missing = sent.difference(new Set(records)).size;
  if (missing > 0) found.push(`${name}: ${missing} of ${sent.size} acknowledged records are not stored`);
  const twice = records.length - new Set(records).size;
  if (twice > 0) found.push(`${name}: ${twice} records are stored twice`);
  return found;
}
/** The ignition went on where one acknowledged record says off and the next one on. */
function checkEvents({ vehicle: { name, device }, events }: Stored): readonly string[] {
  const records = device.acknowledged.toSorted((a, b) => a.time - b.time);
  const expected = records.flatMap(({ time, ignition }, at) =>
    ignition === true && records[at - 1]?.ignition === false ? [time] : [],
  );
  const [missing, more] = [
    new Set(expected).difference(new Set(events)).size,
    events.length - new Set(events).intersection(new Set(expected)).size,
  ];
  return missing + more === 0 ? [] : [`${name}: ${missing} events are missing, and ${more} are too many`];
}

function checkNotifications(
  events: number,
  deliveries: readonly NotificationDelivery[],
  mails: readonly { readonly source: string }[],
): readonly string[] {
  const found: string[] = [];
  const byEvent = Map.groupBy(deliveries, ({ eventId }) => eventId);
  if (byEvent.size !== events) found.push(`${byEvent.size} of ${events} events were notified`);
  for (const [event, all] of byEvent)
    if (all.length > 1) found.push(`event ${event} was notified ${all.length} times`);
  const isOver: readonly string[] = ['sent', 'unknown'];
  for (const { id, status } of deliveries)
    if (!isOver.includes(status)) found.push(`delivery ${id} is ${status}`);
  // Customers are written to about what they owe.
  const arrived = mails.map(({ source }) => headOf(source)).filter((head) => head.startsWith('Vehicle '));
  const twice = arrived.length - new Set(arrived).size;
  if (twice > 0) found.push(`${twice} mails arrived twice`);
  const sent = deliveries.filter(({ status }) => status === 'sent').length;
  if (arrived.length < sent || arrived.length > deliveries.length)
    found.push(`${arrived.length} mails arrived, ${sent} of ${deliveries.length} are known as sent`);
  return found;
}

/** Vehicle and time, as the first line of a mail has them. */
function headOf(source: string): string {
  const text = Buffer.from(
    source
      .replaceAll('=\r\n', '')
      .replaceAll(/=([\dA-F]{2})/g, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
  const [head = source] = /Vehicle [A-Z] · [^<]*?\d\d:\d\d:\d\d/.exec(text) ?? [];
  return head;
}
