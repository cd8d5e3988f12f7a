import { z } from 'zod';
import type { BrandingConfig, TileArchive, TileSource } from '../../entities/branding.ts';
import { COMMAND_STATUSES, type DeviceCommand } from '../../entities/command.ts';
import {
  DIAGNOSIS_VERDICTS,
  FACT_KINDS,
  type Diagnosis,
  type DiagnosisFact,
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
import type { Health } from '../../entities/health.ts';
import type { PostcodeAddress } from '../../entities/postcode.ts';
import type { VisitorFacts, VisitorWeather } from '../../entities/visitor.ts';
import { LANGUAGES } from '../../preferences/language.ts';
import { NetworkAnswer } from './history.ts';
import {
  attributes,
  instant,
  maybeInstant,
  maybeWords,
  number,
  shapeOf,
  whole,
  words,
  yesNo,
} from './shape.ts';

const LogLineAnswer = shapeOf<LogLine>()({
  id: whole(),
  actionTime: instant(),
  address: words(),
  userId: whole(),
  actionType: words(),
  objectType: words(),
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
  protocol: words(),
  host: words(),
  bytes: whole(),
  hex: words(),
  text: maybeWords(),
  records: z.array(TrafficRecordAnswer),
  error: maybeWords(),
  damaged: yesNo(),
});
const DiagnosisFactAnswer = shapeOf<DiagnosisFact>()({
  kind: z.enum(FACT_KINDS),
  at: maybeInstant(),
  value: z.union([words(), number(), yesNo(), z.null()]),
  count: maybeNumber(),
});
const VisitorWeatherAnswer = shapeOf<VisitorWeather>()({
  temperature: number(),
  code: whole(),
  isDay: yesNo(),
});
const TileArchiveAnswer = shapeOf<TileArchive>()({
  url: words(),
  bounds: z.strictObject({ west: number(), south: number(), east: number(), north: number() }),
  minZoom: whole(),
  maxZoom: whole(),
  attribution: words(),
});
const TileSourceAnswer = shapeOf<TileSource>()({
  id: words(),
  name: words(),
  url: words(),
  attribution: words(),
  maxZoom: whole(),
  format: z.enum(['style', 'archives']).exactOptional(),
  darkUrl: words().exactOptional(),
  archives: z.array(TileArchiveAnswer).exactOptional(),
  kind: z.enum(['streets', 'satellite']).exactOptional(),
  keyAttribute: words().exactOptional(),
});
const command = {
  id: whole(),
  attributes: attributes(),
  deviceId: whole(),
  type: words(),
  textChannel: yesNo(),
};

const traceReasons = () => z.array(z.enum(TRACE_REASONS));
const TracedChannelAnswer = shapeOf<TracedChannel>()({
  channel: words(),
  status: z.enum(DELIVERY_STATUSES).nullable(),
  reason: maybeWords(),
  target: maybeWords(),
  changedTime: maybeInstant(),
});
const TracedRuleAnswer = shapeOf<TracedRule>()({
  notificationId: whole(),
  description: maybeWords(),
  isGone: yesNo(),
  reasons: traceReasons(),
  channels: z.array(TracedChannelAnswer),
});
const TracedEventAnswer = shapeOf<TracedEvent>()({
  id: whole(),
  type: z.enum(EVENT_TYPES),
  eventTime: instant(),
  alarm: maybeWords(),
  reasons: traceReasons(),
  rules: z.array(TracedRuleAnswer),
});

/** What the server is busy with or was told to do, and what sits on top of it. Mostly our own. */
export const WORK_ANSWERS = {
  Typed: z.strictObject({ type: words() }),
  /** A command that was sent as it was asked for; 0 = it was not a saved one. */
  SentCommand: z.strictObject({ ...command, description: maybeWords() }),
  /** A command that waits, by its number in the queue. */
  HeldCommand: z.strictObject(command),
  QueuedCommand: shapeOf<DeviceCommand>()({
    ...command,
    description: maybeWords(),
    userId: whole(),
    status: z.enum(COMMAND_STATUSES),
    createdTime: instant(),
    expirationTime: instant(),
    sentTime: maybeInstant(),
    changedTime: instant(),
    result: maybeWords(),
    reason: maybeWords(),
  }),
  Delivery: shapeOf<NotificationDelivery>()({
    id: whole(),
    userId: whole(),
    notificationId: whole(),
    eventId: whole(),
    eventType: words(),
    deviceId: whole(),
    channel: words(),
    target: maybeWords(),
    status: z.enum(DELIVERY_STATUSES),
    reason: maybeWords(),
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
  Webhook: z.strictObject({ url: maybeWords(), hasSecret: yesNo() }),
  PushKey: z.strictObject({ publicKey: words() }),
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
    value: z.union([words(), number(), yesNo(), z.null()]),
    error: maybeWords(),
  }),
  DiagnosisFact: DiagnosisFactAnswer,
  Diagnosis: shapeOf<Diagnosis>()({
    deviceId: whole(),
    verdict: z.enum(DIAGNOSIS_VERDICTS),
    silentSince: maybeInstant(),
    facts: z.array(DiagnosisFactAnswer),
  }),
  PlaceAddress: z.strictObject({
    latitude: number(),
    longitude: number(),
    address: maybeWords(),
    town: maybeWords(),
  }),
  FoundPlace: z.strictObject({ name: words(), latitude: number(), longitude: number() }),
  Action: z.strictObject({
    id: whole(),
    attributes: attributes(),
    actionTime: instant(),
    address: words(),
    userId: whole(),
    userEmail: maybeWords(),
    actionType: words(),
    objectType: words(),
    objectId: whole(),
  }),
  LogPage: shapeOf<LogPage>()({
    lines: z.array(LogLineAnswer),
    next: maybeWords(),
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
    protocols: z.record(words(), whole()),
  }),
  VisitorWeather: VisitorWeatherAnswer,
  AcknowledgedEvents: shapeOf<AcknowledgedEvents>()({
    ids: z.array(z.int()),
    until: z.int().exactOptional(),
    open: z.array(z.int()).exactOptional(),
  }),
  Visitor: shapeOf<VisitorFacts>()({ city: maybeWords(), weather: VisitorWeatherAnswer.nullable() }),
  Postcode: shapeOf<PostcodeAddress>()({
    postcode: words(),
    street: words(),
    district: words(),
    city: words(),
    state: words(),
  }),
  Health: shapeOf<Health>()({
    startedAt: instant(),
    address: z.strictObject({ publicUrl: maybeWords(), hasMail: yesNo() }),
    ingest: z
      .strictObject({
        perSecond: number(),
        perMinute: z.array(whole()),
        connections: whole(),
        doors: z.array(
          z.strictObject({ protocol: words(), port: whole(), messages: whole(), failures: whole() }),
        ),
        refused: z.record(words(), whole()),
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
      freeBytes: number(),
      totalBytes: number(),
      databaseBytes: number(),
      walBytes: number(),
      growthPerDay: maybeNumber(),
      daysLeft: maybeNumber(),
    }),
    memory: z.strictObject({ usedBytes: number(), mostBytes: number() }),
    loop: z.strictObject({ p99Ms: number(), longestMs: number() }),
    versions: z.strictObject({ product: words(), runtime: words(), database: maybeWords() }),
  }),
  TileArchive: TileArchiveAnswer,
  TileSource: TileSourceAnswer,
  Branding: shapeOf<BrandingConfig>()({
    brand: words(),
    title: words(),
    headLogo: maybeWords(),
    whatsapp: maybeWords(),
    androidApp: maybeWords(),
    appleApp: maybeWords(),
    dataPolicy: maybeWords(),
    push: z.strictObject({ vapidPublicKey: words() }).nullable(),
    tileSources: z.array(TileSourceAnswer),
    color: words().optional(),
    icon: words().optional(),
    languages: z.array(z.enum(LANGUAGES)).optional(),
    loginTitle: words().optional(),
    loginText: words().optional(),
  }),
};
