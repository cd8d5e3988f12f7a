import type { CopyProgress } from '../../entities/server-features.ts';
import { z } from 'zod';
import type { BrandingConfig, TileArchive, TileSource } from '../../entities/branding.ts';
import { COMMAND_STATUSES, type DeviceCommand } from '../../entities/command.ts';
import {
  DIAGNOSIS_VERDICTS,
  FINDING_KINDS,
  type Diagnosis,
  type DiagnosisFinding,
} from '../../entities/diagnosis.ts';
import { DELIVERY_STATUSES, type NotificationDelivery } from '../../entities/notification.ts';
import {
  TRACE_REASONS,
  type NotificationTrace,
  type TracedChannel,
  type TracedEvent,
  type TracedRule,
} from '../../entities/notification-trace.ts';
import { EVENT_TYPES } from '../../entities/event.ts';
import type { ExpressionTry } from '../../entities/linked-objects.ts';
import type { LogLine, LogPage } from '../../entities/log-page.ts';
import type { TrafficMessage, TrafficRecord, TrafficRecording } from '../../entities/traffic.ts';
import type { AcknowledgedEvents } from '../../entities/acknowledged-events.ts';
import { REPLICA_STATES, type Health } from '../../entities/health.ts';
import type { PostcodeAddress } from '../../entities/postcode.ts';
import type { VisitorDetails, VisitorWeather } from '../../entities/visitor.ts';
import { LANGUAGES } from '../../languages/language.ts';
import { NetworkAnswer } from './history.ts';
import {
  attributes,
  instant,
  maybeInstant,
  maybeString,
  number,
  shapeOf,
  whole,
  string,
  yesNo,
} from './shape.ts';

const LogLineAnswer = shapeOf<LogLine>()({
  id: whole(),
  actionTime: instant(),
  address: string(),
  userId: whole(),
  actionType: string(),
  objectType: string(),
  objectId: whole(),
  attributes: attributes(),
});

const maybeNumber = () => number().nullable();

const TrafficRecordAnswer = shapeOf<TrafficRecord>()({
  deviceTime: maybeInstant(),
  fixTime: maybeInstant(),
  valid: yesNo(),
  latitude: maybeNumber(),
  longitude: maybeNumber(),
  altitude: maybeNumber(),
  speed: maybeNumber(),
  course: maybeNumber(),
  network: NetworkAnswer.nullable(),
  attributes: attributes(),
});
const TrafficMessageAnswer = shapeOf<TrafficMessage>()({
  sequence: whole(),
  time: instant(),
  direction: z.enum(['in', 'out']),
  protocol: string(),
  host: string(),
  bytes: whole(),
  hex: string(),
  text: maybeString(),
  records: z.array(TrafficRecordAnswer),
  error: maybeString(),
  damaged: yesNo(),
});
const DiagnosisFindingAnswer = shapeOf<DiagnosisFinding>()({
  kind: z.enum(FINDING_KINDS),
  at: maybeInstant(),
  value: z.union([string(), number(), yesNo(), z.null()]),
  count: maybeNumber(),
});
const VisitorWeatherAnswer = shapeOf<VisitorWeather>()({
  temperature: number(),
  code: whole(),
  isDay: yesNo(),
});
const TileArchiveAnswer = shapeOf<TileArchive>()({
  url: string(),
  bounds: z.strictObject({ west: number(), south: number(), east: number(), north: number() }),
  minZoom: whole(),
  maxZoom: whole(),
  attribution: string(),
});
const TileSourceAnswer = shapeOf<TileSource>()({
  id: string(),
  name: string(),
  url: string(),
  attribution: string(),
  maxZoom: whole(),
  format: z.enum(['style', 'archives']).exactOptional(),
  darkUrl: string().exactOptional(),
  archives: z.array(TileArchiveAnswer).exactOptional(),
  kind: z.enum(['streets', 'satellite']).exactOptional(),
  keyAttribute: string().exactOptional(),
});
const command = {
  id: whole(),
  attributes: attributes(),
  deviceId: whole(),
  type: string(),
  textChannel: yesNo(),
};

const traceReasons = () => z.array(z.enum(TRACE_REASONS));
const TracedChannelAnswer = shapeOf<TracedChannel>()({
  channel: string(),
  status: z.enum(DELIVERY_STATUSES).nullable(),
  reason: maybeString(),
  target: maybeString(),
  changedTime: maybeInstant(),
});
const TracedRuleAnswer = shapeOf<TracedRule>()({
  notificationId: whole(),
  description: maybeString(),
  isGone: yesNo(),
  reasons: traceReasons(),
  channels: z.array(TracedChannelAnswer),
});
const TracedEventAnswer = shapeOf<TracedEvent>()({
  id: whole(),
  type: z.enum(EVENT_TYPES),
  eventTime: instant(),
  alarm: maybeString(),
  reasons: traceReasons(),
  rules: z.array(TracedRuleAnswer),
});

/** Jobs and commands of the server, and the extension. Mostly our own. */
export const WORK_ANSWERS = {
  Typed: z.strictObject({ type: string() }),
  /** A command that was sent as it was asked for; 0 = it was not a saved one. */
  SentCommand: z.strictObject({ ...command, description: maybeString() }),
  /** A command that waits, by its number in the queue. */
  HeldCommand: z.strictObject(command),
  QueuedCommand: shapeOf<DeviceCommand>()({
    ...command,
    description: maybeString(),
    userId: whole(),
    status: z.enum(COMMAND_STATUSES),
    createdTime: instant(),
    expirationTime: maybeInstant(),
    sentTime: maybeInstant(),
    changedTime: instant(),
    result: maybeString(),
    reason: maybeString(),
  }),
  Delivery: shapeOf<NotificationDelivery>()({
    id: whole(),
    userId: whole(),
    notificationId: whole(),
    eventId: whole(),
    eventType: string(),
    deviceId: whole(),
    channel: string(),
    target: maybeString(),
    status: z.enum(DELIVERY_STATUSES),
    reason: maybeString(),
    tries: whole(),
    createdTime: instant(),
    changedTime: instant(),
  }),
  TracedChannel: TracedChannelAnswer,
  TracedRule: TracedRuleAnswer,
  TracedEvent: TracedEventAnswer,
  NotificationTrace: shapeOf<NotificationTrace>()({
    userId: whole(),
    deviceId: whole(),
    from: instant(),
    to: instant(),
    reasons: traceReasons(),
    events: z.array(TracedEventAnswer),
    isCut: yesNo(),
  }),
  Webhook: z.strictObject({ url: maybeString(), hasSecret: yesNo() }),
  PushKey: z.strictObject({ publicKey: string() }),
  TrafficRecord: TrafficRecordAnswer,
  TrafficMessage: TrafficMessageAnswer,
  Traffic: shapeOf<TrafficRecording>()({
    state: z.enum(['none', 'recording', 'ended']),
    startedAt: maybeInstant(),
    endsAt: maybeInstant(),
    total: whole(),
    messages: z.array(TrafficMessageAnswer),
  }),
  ExpressionTry: shapeOf<ExpressionTry>()({
    positionId: whole(),
    fixTime: instant(),
    value: z.union([string(), number(), yesNo(), z.null()]),
    error: maybeString(),
  }),
  DiagnosisFact: DiagnosisFindingAnswer,
  Diagnosis: shapeOf<Diagnosis>()({
    deviceId: whole(),
    verdict: z.enum(DIAGNOSIS_VERDICTS),
    silentSince: maybeInstant(),
    facts: z.array(DiagnosisFindingAnswer),
  }),
  PlaceAddress: z.strictObject({
    latitude: number(),
    longitude: number(),
    address: maybeString(),
    town: maybeString(),
  }),
  FoundPlace: z.strictObject({ name: string(), latitude: number(), longitude: number() }),
  Action: z.strictObject({
    id: whole(),
    attributes: attributes(),
    actionTime: instant(),
    address: string(),
    userId: whole(),
    userEmail: maybeString(),
    actionType: string(),
    objectType: string(),
    objectId: whole(),
  }),
  LogPage: shapeOf<LogPage>()({
    lines: z.array(LogLineAnswer),
    next: maybeString(),
  }),
  Statistics: z.strictObject({
    id: whole(),
    attributes: attributes(),
    captureTime: instant(),
    activeUsers: whole(),
    activeDevices: whole(),
    requests: whole(),
    messagesReceived: whole(),
    messagesStored: whole(),
    mailSent: whole(),
    smsSent: whole(),
    geocoderRequests: whole(),
    geolocationRequests: whole(),
    protocols: z.record(string(), whole()),
  }),
  VisitorWeather: VisitorWeatherAnswer,
  AcknowledgedEvents: shapeOf<AcknowledgedEvents>()({
    ids: z.array(z.int()),
    until: z.int().exactOptional(),
    open: z.array(z.int()).exactOptional(),
  }),
  Visitor: shapeOf<VisitorDetails>()({ city: maybeString(), weather: VisitorWeatherAnswer.nullable() }),
  CopyProgress: shapeOf<CopyProgress>()({ total: whole(), done: whole() }),
  Postcode: shapeOf<PostcodeAddress>()({
    postcode: string(),
    street: string(),
    district: string(),
    city: string(),
    state: string(),
  }),
  Health: shapeOf<Health>()({
    startedAt: instant(),
    address: z.strictObject({ publicUrl: maybeString(), hasMail: yesNo() }),
    integrity: z.strictObject({
      checkedAt: maybeInstant(),
      damages: z.array(z.strictObject({ database: string(), table: maybeString(), detail: string() })),
    }),
    ingest: z
      .strictObject({
        perSecond: number(),
        perMinute: z.array(whole()),
        connections: whole(),
        doors: z.array(
          z.strictObject({ protocol: string(), port: whole(), messages: whole(), failures: whole() }),
        ),
        refused: z.record(string(), whole()),
      })
      .nullable(),
    devices: z
      .strictObject({
        total: whole(),
        online: whole(),
        silent: whole(),
        never: whole(),
        assigned: whole(),
        unassigned: whole(),
      })
      .nullable(),
    queues: z
      .strictObject({
        rows: whole(),
        mostRows: whole(),
        commands: whole(),
        deliveries: whole(),
        books: whole(),
      })
      .nullable(),
    disk: z.strictObject({
      freeBytes: maybeNumber(),
      totalBytes: maybeNumber(),
      databaseBytes: number(),
      walBytes: maybeNumber(),
      growthPerDay: maybeNumber(),
      daysLeft: maybeNumber(),
    }),
    memory: z.strictObject({ usedBytes: number(), mostBytes: number() }),
    loop: z.strictObject({ p99Ms: number(), longestMs: number() }),
    versions: z.strictObject({
      product: string(),
      runtime: string(),
      database: maybeString(),
      replica: z.enum(REPLICA_STATES).exactOptional(),
    }),
  }),
  TileArchive: TileArchiveAnswer,
  TileSource: TileSourceAnswer,
  Branding: shapeOf<BrandingConfig>()({
    brand: string(),
    title: string(),
    headLogo: maybeString(),
    whatsapp: maybeString(),
    androidApp: maybeString(),
    appleApp: maybeString(),
    dataPolicy: maybeString(),
    push: z.strictObject({ vapidPublicKey: string() }).nullable(),
    tileSources: z.array(TileSourceAnswer),
    color: string().optional(),
    icon: string().optional(),
    languages: z.array(z.enum(LANGUAGES)).optional(),
    loginTitle: string().optional(),
    loginText: string().optional(),
  }),
};
