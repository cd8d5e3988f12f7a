import { DAY_MS, HOUR_MS } from '@rastro/base';
import { distanceIn, knots, measureOf, speedIn, type EventType, type ReaderPreferences } from '@rastro/fleet';
import type { MailContent } from '@rastro/outgoing';
import type { StoredEvent } from '@rastro/storage';
import type { EventSubjects, Message } from './message.ts';
import { ALARM_NAMES } from './texts/alarm-names.ts';
import { LABELS, LOCALES, MAIL_LOCALES, SENTENCES, type SentenceFields } from './texts/sentences.ts';

type MessageTexts = Pick<Message, 'subject' | 'digest' | 'mail' | 'place' | 'link'>;

/** An event in the language, zone and units of its reader. Names are typed in by users: writers of HTML escape them. */
export function writeEvent(
  event: StoredEvent,
  subjects: EventSubjects,
  reader: ReaderPreferences,
): MessageTexts {
  const what = sentenceOf(event, subjects, reader);
  const subject = oneLine(`${subjects.deviceName} ${what}`);
  const time = instantText(event.eventTime, reader);
  const link = subjects.publicUrl === null ? null : `${subjects.publicUrl}${placeOf(event)}`;
  return {
    subject,
    digest: `${subject} · ${time}`,
    mail: mailOf(event, subjects, { reader, subject, link }),
    place: subjects.address === null ? null : oneLine(subjects.address),
    link,
  };
}

/** The same, repeated because nobody has acknowledged it. */
export function writeEscalation(
  messageTexts: MessageTexts,
  minutes: number,
  { language }: ReaderPreferences,
): MessageTexts {
  const why = LABELS[language].unacknowledged(minutes);
  return {
    ...messageTexts,
    subject: `${why}: ${messageTexts.subject}`,
    digest: `${why}: ${messageTexts.digest}`,
    mail: { ...messageTexts.mail, subject: `${why}: ${messageTexts.mail.subject}`, warning: why },
  };
}

/** Where the web application shows the vehicle, at the place of the event if it has one. */
const placeOf = ({ deviceId, positionId }: StoredEvent): string =>
  positionId > 0 ? `/devices/${deviceId}?position=${positionId}` : `/devices/${deviceId}`;

/** A text that a user wrote, or a test. */
export function writePlain(subject: string, body: string, { language }: ReaderPreferences): MessageTexts {
  const labels = LABELS[language];
  const isTest = subject === '' && body === '';
  const title = oneLine(subject === '' ? labels.test : subject);
  return {
    subject: title,
    digest: oneLine(body === '' ? title : body),
    mail: {
      subject: title,
      namesProduct: true,
      title,
      paragraphs: isTest ? [labels.testBody] : body === '' ? [] : [body],
      reason: isTest ? labels.testReason : labels.announcementReason,
    },
    place: null,
    link: null,
  };
}

/** Sentence of an event, without vehicle and time. */
function sentenceOf(event: StoredEvent, subjects: EventSubjects, reader: ReaderPreferences): string {
  const { unknown } = LABELS[reader.language];
  const { attributes } = event;
  const speed = (value: unknown): string => (typeof value === 'number' ? speedText(value, reader) : unknown);
  const text = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : unknown;
  const litres = (value: unknown): string =>
    typeof value === 'number' ? `${numberText(value, 1, reader)} L` : unknown;
  const alarm = text(attributes['alarm']);
  const since = attributes['lastUpdate'];
  const sentenceFields: SentenceFields = {
    alarm: ALARM_NAMES[reader.language][alarm] ?? alarm,
    speed: speed(attributes['speed']),
    limit: speed(attributes['speedLimit']),
    geofence: subjects.geofence ?? unknown,
    driver: subjects.driver ?? text(attributes['driverUniqueId']),
    result: text(attributes['result']),
    text: text(attributes['text']),
    before: litres(attributes['before']),
    after: litres(attributes['after']),
    maintenance: maintenanceText(event, subjects, reader) ?? unknown,
    left: amountText(subjects.maintenance?.type ?? '', attributes['left'], reader) ?? unknown,
    day: dayText(attributes['licenceValidity'], reader) ?? unknown,
    since: typeof since === 'number' ? instantText(since, reader) : unknown,
    linked: subjects.linkedDevice ?? unknown,
    media: text(attributes['file'] ?? attributes['media']),
    minutes: text(attributes['minutesLeft']),
    budget: text(attributes['budget']),
    percent: text(attributes['percent']),
    isAfter: attributes['phase'] === 'after',
    isForecast: attributes['alert'] === 'forecast',
  };
  const sentences: Partial<Record<EventType, (known: SentenceFields) => string>> = SENTENCES[reader.language];
  return sentences[event.type]?.(sentenceFields) ?? event.type;
}

function maintenanceText(
  event: StoredEvent,
  { maintenance }: EventSubjects,
  reader: ReaderPreferences,
): string | null {
  if (!maintenance) return null;
  const amount =
    measureOf(maintenance.type) === 'date'
      ? null
      : amountText(maintenance.type, event.attributes[maintenance.type], reader);
  return amount === null ? maintenance.name : `${maintenance.name} (${amount})`;
}

/** In the unit of a maintenance; null = no readable value. */
function amountText(type: string, value: unknown, reader: ReaderPreferences): string | null {
  if (typeof value !== 'number') return null;
  const measure = measureOf(type);
  if (measure === 'distance') return distanceText(value, reader);
  if (measure === 'hours') return `${numberText(value / HOUR_MS, 0, reader)} h`;
  return measure === 'date' ? LABELS[reader.language].days(Math.ceil(value / DAY_MS)) : null;
}

/** A day of the calendar has no zone. */
const dayText = (day: unknown, { language }: ReaderPreferences): string | null =>
  typeof day === 'string' && Number.isFinite(Date.parse(day))
    ? new Date(day).toLocaleDateString(LOCALES[language], { timeZone: 'UTC' })
    : null;

interface MailInput {
  readonly reader: ReaderPreferences;
  readonly subject: string;
  readonly link: string | null;
}
function mailOf(
  event: StoredEvent,
  { deviceName, devicePlate, position, address, publicUrl }: EventSubjects,
  { reader, subject, link }: MailInput,
): MailContent {
  const labels = LABELS[reader.language];
  const plate = devicePlate === null ? '' : ` · ${devicePlate}`;
  const details = [
    { label: labels.vehicle, text: `${deviceName}${plate}` },
    { label: labels.time, text: mailTime(event.eventTime, reader) },
  ];
  if (position && event.positionId > 0) {
    const { latitude, longitude, speed } = position;
    details.push({ label: labels.place, text: address ?? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}` });
    details.push({ label: labels.speed, text: speedText(speed, reader) });
  }
  return {
    subject,
    title: subject,
    paragraphs: [],
    details,
    button: link === null ? null : { label: labels.open, url: link },
    reason: labels.reason,
    change: publicUrl === null ? null : { label: labels.change, url: `${publicUrl}/notifications` },
  };
}

/** With the day of the week: a mail is read later than it is written. */
const mailTime = (at: number, { language, zone, hour12 }: ReaderPreferences): string =>
  oneLine(
    new Intl.DateTimeFormat(MAIL_LOCALES[language], {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hour12,
      timeZone: zone,
    }).format(at),
  );

const formats = new Map<string, Intl.DateTimeFormat>();

function instantText(at: number, { language, zone, hour12 }: ReaderPreferences): string {
  const key = `${language} ${zone} ${hour12}`;
  let format = formats.get(key);
  if (!format) {
    // Making a format costs far more than using it.
    format = new Intl.DateTimeFormat(LOCALES[language], {
      dateStyle: 'short',
      timeStyle: 'medium',
      hour12,
      timeZone: zone,
    });
    formats.set(key, format);
  }
  return oneLine(format.format(at));
}
const numberText = (value: number, digits: number, { language }: ReaderPreferences): string =>
  value.toLocaleString(LOCALES[language], { maximumFractionDigits: digits });

function speedText(value: number, reader: ReaderPreferences): string {
  const unit = reader.speedUnit === 'kmh' ? 'km/h' : reader.speedUnit;
  return `${numberText(speedIn(knots(value), reader.speedUnit), 0, reader)} ${unit}`;
}
const distanceText = (metres: number, reader: ReaderPreferences): string =>
  `${numberText(distanceIn(metres, reader.distanceUnit), 0, reader)} ${reader.distanceUnit}`;

/** Line breaks and other control characters would begin new headers and commands elsewhere. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
