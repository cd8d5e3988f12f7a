import { z } from 'zod';
import { ACCESS_KINDS, type AccessLogEntry, type AccessLogPage } from '../../entities/access-log.ts';
import { instant, maybeString, shapeOf, whole, string, yesNo } from './shape.ts';

const AccessLogEntryAnswer = shapeOf<AccessLogEntry>()({
  hour: instant(),
  userId: whole(),
  userName: string(),
  isGuest: yesNo(),
  kind: z.enum(ACCESS_KINDS),
  byToken: yesNo(),
  devices: whole(),
  deviceIds: z.array(whole()),
});

export const ACCESS_LOG_ANSWERS = {
  Viewing: AccessLogEntryAnswer,
  ViewingPage: shapeOf<AccessLogPage>()({
    lines: z.array(AccessLogEntryAnswer),
    next: maybeString(),
    driven: z.object({ vehicles: whole(), byCheckInsAlone: yesNo() }).nullable(),
    keptDays: whole(),
  }),
};
