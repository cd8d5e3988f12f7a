import { z } from 'zod';
import { VIEWING_KINDS, type Viewing, type ViewingPage } from '../../entities/viewing.ts';
import { instant, maybeWords, shapeOf, whole, words, yesNo } from './shape.ts';

const ViewingAnswer = shapeOf<Viewing>()({
  hour: instant(),
  userId: whole(),
  userName: words(),
  isGuest: yesNo(),
  kind: z.enum(VIEWING_KINDS),
  byToken: yesNo(),
  devices: whole(),
  deviceIds: z.array(whole()),
});

export const VIEWING_ANSWERS = {
  Viewing: ViewingAnswer,
  ViewingPage: shapeOf<ViewingPage>()({
    lines: z.array(ViewingAnswer),
    next: maybeWords(),
    driven: z.object({ vehicles: whole(), byCheckInsAlone: yesNo() }).nullable(),
    keptDays: whole(),
  }),
};
