import { z } from 'zod';
import {
  STOCK_OUTCOMES,
  type AutolinkCode,
  type AutolinkOffer,
  type StockMovement,
  type StockOutcome,
} from '../../entities/stock.ts';
import type { DeviceConnection, OpenListener, UnknownCaller } from '../../entities/device-connection.ts';
import type { UnassignedDevice } from '../../entities/unassigned-device.ts';
import { instant, maybeInstant, maybeString, shapeOf, whole, string } from './shape.ts';

const OpenListenerAnswer = shapeOf<OpenListener>()({
  protocol: string(),
  port: whole(),
  lastMessage: maybeInstant(),
  lastFailure: maybeInstant(),
});
const UnknownCallerAnswer = shapeOf<UnknownCaller>()({
  uniqueId: string(),
  protocol: string(),
  at: instant(),
});

export const STOCK_ANSWERS = {
  OpenListener: OpenListenerAnswer,
  UnknownCaller: UnknownCallerAnswer,
  DeviceConnection: shapeOf<DeviceConnection>()({
    deviceId: whole(),
    host: maybeString(),
    listeners: z.array(OpenListenerAnswer),
    refused: z.object({ reason: z.enum(['disabled', 'expired', 'secret']), at: instant() }).nullable(),
    undecoded: z.object({ reason: string(), at: instant() }).nullable(),
    unknown: z.array(UnknownCallerAnswer),
  }),
  UnassignedDevice: shapeOf<UnassignedDevice>()({
    deviceId: whole(),
    name: string(),
    uniqueId: string(),
    model: maybeString(),
    protocol: maybeString(),
    lastUpdate: maybeInstant(),
  }),
  AutolinkCode: shapeOf<AutolinkCode>()({
    deviceId: whole(),
    deviceName: string(),
    model: string(),
    code: string(),
    until: instant(),
  }),
  AutolinkOffer: shapeOf<AutolinkOffer>()({
    model: string(),
    category: maybeString(),
    lastUpdate: maybeInstant(),
    until: instant(),
  }),
  StockMovement: shapeOf<StockMovement>()({
    deviceId: whole(),
    deviceName: string(),
    at: instant(),
    userId: whole(),
    userName: string(),
    from: string(),
    to: string(),
    note: string(),
  }),
  StockOutcome: shapeOf<StockOutcome>()({ deviceId: whole(), outcome: z.enum(STOCK_OUTCOMES) }),
};
