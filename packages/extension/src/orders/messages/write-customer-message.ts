import type { Language } from '@rastro/fleet';
import type { ArrivalView, CustomerMoment } from '@rastro/fleet/orders';
import type { MailContent } from '@rastro/outgoing';
import { MESSAGE_TEXTS, type MessageFields } from './message-texts.ts';

/** A language alone does not say in which order day and month stand. */
const LOCALES: Readonly<Record<Language, string>> = { 'pt-BR': 'pt-BR', es: 'es-419', en: 'en-US' };
/** A text message has 160 characters; a reference or an address would make two of it. */
const MAX_COMPANY = 40;
/** A span to the minute would promise more than a plan knows. */
const PLAN_STEP_MS = 15 * 60_000;
/** Around a planned arrival, as long as the way there is not learned. */
const LEAST_SPAN_MS = 30 * 60_000;

export interface CustomerMessageInput {
  readonly moment: CustomerMoment;
  readonly view: ArrivalView;
  readonly company: string;
  /** Of the arrival; null = it is not shared, or the server does not know its own address. */
  readonly link: string | null;
}
export interface WrittenMessage {
  readonly mail: MailContent;
  /** One line. */
  readonly text: string;
}

/** Writes the message for a moment, in the language, zone and clock of the company. */
export function writeCustomerMessage({ moment, view, company, link }: CustomerMessageInput): WrittenMessage {
  const { language } = view.formats;
  const texts = MESSAGE_TEXTS[language];
  const fields = fieldsOf(view, moment, oneLine(company));
  const sentence = texts.sentence[moment](fields);
  const isOpen = moment === 'planned' || moment === 'onTheWay';
  const isShown = isOpen && link !== null;
  const detail = (label: string, text: string) => (text === '' ? [] : [{ label, text }]);
  const short = { ...fields, company: fields.company.slice(0, MAX_COMPANY) };
  return {
    text: oneLine(
      [`${short.company}: ${texts.sentence[moment](short)}`, ...(isShown ? [link] : [])].join(' '),
    ),
    mail: {
      subject: texts.subject[moment](fields),
      title: sentence,
      paragraphs: isShown ? [texts.follow] : [],
      details: [
        ...detail(texts.reference, view.reference),
        ...detail(texts.place, view.address),
        ...(isOpen ? [...detail(texts.driver, view.driverName), ...detail(texts.code, view.code)] : []),
      ],
      button: isShown ? { label: texts.button, url: link } : null,
      showsAddress: isShown,
      note: isOpen && view.code !== '' ? texts.codeNote : null,
      reason: texts.reason(fields),
    },
  };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function fieldsOf(view: ArrivalView, moment: CustomerMoment, company: string): MessageFields {
  const { formats, answeredAt, endedAt } = view;
  const span = spanOf(view, moment);
  const write = (at: number, options: Intl.DateTimeFormatOptions): string =>
    oneLine(
      new Intl.DateTimeFormat(LOCALES[formats.language], { ...options, timeZone: formats.zone }).format(at),
    );
  const time = (at: number): string =>
    write(at, { hour: '2-digit', minute: '2-digit', hour12: formats.hour12 });
  const day = span?.from ?? (view.from === null ? answeredAt : Date.parse(view.from));
  return {
    company,
    day: write(day, { weekday: 'long', day: 'numeric', month: 'long' }),
    span: span === null ? '' : `${time(span.from)} – ${time(span.to)}`,
    ended: time(endedAt === null ? answeredAt : Date.parse(endedAt)),
  };
}

/** The span in which it is expected, else the window that was agreed. Milliseconds since 1970; null = neither is known. */
function spanOf(
  { expected, from, to }: ArrivalView,
  moment: CustomerMoment,
): { readonly from: number; readonly to: number } | null {
  const span = expected ?? (from === null || to === null ? null : { from, to });
  if (span === null) return null;
  const [begin, end] = [Date.parse(span.from), Date.parse(span.to)];
  if (moment !== 'planned' || expected === null) return { from: begin, to: end };
  const more = Math.max(0, (LEAST_SPAN_MS - (end - begin)) / 2);
  return {
    from: Math.floor((begin - more) / PLAN_STEP_MS) * PLAN_STEP_MS,
    to: Math.ceil((end + more) / PLAN_STEP_MS) * PLAN_STEP_MS,
  };
}
