import { DAY_MS, HOUR_MS } from '@rastro/base';
import type { DrivingEventItem, User } from '@rastro/fleet';
import type { CoachingDeps } from '@rastro/extension';
import { coachingHandlers } from '@rastro/extension';
import type { DemoClient } from './demo-client.ts';

/** Days of events that cases are made of; a month of talks, and two weeks after the first of them. */
const DAYS = 40;
/** An event of which the effect of the talk is known by now. */
const TALKED_DAYS = 16;
/** Later than so, an event is contested no more; what waits for an answer is younger. */
const CONTEST_DAYS = 6;

type Named = Pick<DrivingEventItem, 'deviceId' | 'kind' | 'startTime'>;

interface CoachingStage {
  readonly coaching: CoachingDeps;
  /** Reads the events, with the rights of who works with them. */
  readonly customer: DemoClient;
  readonly manager: User;
  readonly helper: User;
  /** Where the past ends, in ms since 1970. */
  readonly beganAt: number;
}

/**
 * Cases of driving events in every state, as a manager would have made them on the days after the events. The events
 * are those of the past, so that an interrupted start does the same again: what is there stays, for the handlers refuse
 * a second one.
 */
export async function addCoaching(stage: CoachingStage): Promise<void> {
  const { customer, beganAt } = stage;
  const period = `from=${iso(beganAt - DAYS * DAY_MS)}&to=${iso(beganAt)}`;
  const events = (await customer.list<DrivingEventItem>(`/api/reports/harsh?${period}`))
    .filter(({ source, driverUniqueId }) => source !== 'partly' && driverUniqueId !== null)
    .toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime));
  const isBefore = (days: number) => (event: DrivingEventItem) =>
    Date.parse(event.startTime) < beganAt - days * DAY_MS;
  const old = events.filter(isBefore(TALKED_DAYS));
  const recent = events.filter((event) => !isBefore(CONTEST_DAYS)(event) && isBefore(1)(event));
  const between = events.filter((event) => isBefore(CONTEST_DAYS)(event) && !isBefore(TALKED_DAYS)(event));
  await talks(stage, { old, recent, between });
  await contests(stage, recent);
}

interface Found {
  readonly old: readonly DrivingEventItem[];
  readonly between: readonly DrivingEventItem[];
  readonly recent: readonly DrivingEventItem[];
}

async function talks(stage: CoachingStage, { old, between, recent }: Found): Promise<void> {
  const { manager, helper } = stage;
  // A short past has no month: its oldest events do.
  const talked = (old.length > 2 ? old.slice(-3) : recent.slice(0, 2)).map((event, at) => ({
    event,
    note: DONE_NOTES[at % DONE_NOTES.length] ?? '',
  }));
  for (const { event, note } of talked) {
    await write(stage, event, {
      after: DAY_MS / 3,
      version: 0,
      state: 'assigned',
      assigneeId: helper.id,
      note: '',
    });
    await write(stage, event, { after: DAY_MS, version: 1, state: 'done', assigneeId: helper.id, note });
  }
  const [first, second, third] = [...between.toReversed(), ...recent.slice(2)];
  if (first)
    await write(stage, first, {
      after: 5 * HOUR_MS,
      version: 0,
      state: 'assigned',
      assigneeId: helper.id,
      note: 'Conversar na troca de turno',
    });
  if (second)
    await write(stage, second, {
      after: 3 * HOUR_MS,
      version: 0,
      state: 'open',
      assigneeId: 0,
      note: 'Pedir a imagem da câmera antes de falar com o motorista',
    });
  if (third)
    await write(stage, third, {
      after: 2 * HOUR_MS,
      version: 0,
      state: 'dismissed',
      assigneeId: manager.id,
      note: 'Freou para um pedestre; não há o que conversar',
    });
}

const DONE_NOTES = [
  'Conversa no pátio: guardar mais distância do carro da frente',
  'Revisto o trajeto; evitar a descida depois da chuva',
  'Curso de direção econômica marcado e feito',
];

/** One waits for an answer, one was accepted, one declined. */
async function contests(stage: CoachingStage, recent: readonly DrivingEventItem[]): Promise<void> {
  const [accepted, declined, waiting] = recent.toReversed();
  if (accepted) {
    await contest(stage, accepted, 'Um carro saiu da garagem na minha frente');
    await answer(stage, accepted, 'accepted', 'A câmera mostra o carro; não conta');
  }
  if (declined) {
    await contest(stage, declined, 'O rastreador estava solto no painel');
    await answer(stage, declined, 'declined', 'O suporte foi conferido na véspera e estava firme');
  }
  if (waiting) await contest(stage, waiting, 'Buraco na pista, tive que frear para não quebrar a roda');
}

interface Writing {
  /** Milliseconds after the event. */
  readonly after: number;
  readonly version: number;
  readonly state: 'open' | 'assigned' | 'done' | 'dismissed';
  readonly assigneeId: number;
  readonly note: string;
}

const write = (stage: CoachingStage, event: DrivingEventItem, { after, ...change }: Writing) =>
  handlersAt(stage, event, after)['PUT /coaching/cases']({
    ...callBy(stage),
    method: 'PUT',
    body: { ...namedOf(event), ...change },
  });

const contest = (stage: CoachingStage, event: DrivingEventItem, reason: string) =>
  handlersAt(stage, event, 4 * HOUR_MS)['POST /coaching/contests']({
    ...callBy(stage),
    method: 'POST',
    body: { ...namedOf(event), reason },
  });

const answer = (
  stage: CoachingStage,
  event: DrivingEventItem,
  state: 'accepted' | 'declined',
  text: string,
) =>
  handlersAt(stage, event, 20 * HOUR_MS)['PUT /coaching/contests/answer']({
    ...callBy(stage),
    method: 'PUT',
    body: { ...namedOf(event), state, answer: text },
  });

const namedOf = ({ deviceId, kind, startTime }: DrivingEventItem): Named => ({ deviceId, kind, startTime });

const callBy = ({ manager }: CoachingStage) => ({
  caller: manager,
  params: {},
  query: undefined,
  host: '',
  address: '',
  header: null,
});

/** The handlers of users, on a day of the past. */
const handlersAt = ({ coaching }: CoachingStage, { endTime }: DrivingEventItem, after: number) =>
  coachingHandlers({ ...coaching, clock: { ...coaching.clock, now: () => Date.parse(endTime) + after } });

const iso = (at: number): string => new Date(at).toISOString();
