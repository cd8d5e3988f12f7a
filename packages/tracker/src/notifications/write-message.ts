import { distanceIn, knots, measureOf, speedIn, type EventType, type ReaderPreferences } from '@rastro/fleet';
import type { StoredEvent } from '@rastro/storage';
import type { EventSubjects, Message } from './message.ts';
import { ALARM_NAMES } from './texts/alarm-names.ts';
import { LABELS, LOCALES, SENTENCES, type Facts } from './texts/sentences.ts';

type Words = Pick<Message, 'subject' | 'digest' | 'html' | 'place' | 'link'>;

/** An event in the words, zone and units of its reader. Names are people's: in HTML they are escaped. */
export function writeEvent(event: StoredEvent, subjects: EventSubjects, reader: ReaderPreferences): Words {
  const what = sentenceOf(event, subjects, reader);
  const subject = oneLine(`${subjects.deviceName} ${what}`);
  const time = instantText(event.eventTime, reader);
  const link = subjects.publicUrl === null ? null : `${subjects.publicUrl}${placeOf(event)}`;
  return {
    subject,
    digest: `${subject} · ${time}`,
    html: pageOf(event, subjects, { reader, what, time, link }),
    place: subjects.address === null ? null : oneLine(subjects.address),
    link,
  };
}

/** The same, said again because nobody has acknowledged it. */
export function writeEscalation(words: Words, minutes: number, { language }: ReaderPreferences): Words {
  const why = LABELS[language].unacknowledged(minutes);
  return {
    ...words,
    subject: `${why}: ${words.subject}`,
    digest: `${why}: ${words.digest}`,
    html: `<p><strong>${escapeHtml(why)}</strong></p>${words.html}`,
  };
}

/** Where the web application shows the vehicle, at the place of the event if it has one. */
const placeOf = ({ deviceId, positionId }: StoredEvent): string =>
  positionId > 0 ? `/devices/${deviceId}?position=${positionId}` : `/devices/${deviceId}`;

/** A message that somebody wrote, or a test. */
export function writePlain(subject: string, body: string, reader: ReaderPreferences): Words {
  const text = subject === '' ? LABELS[reader.language].test : subject;
  const digest = oneLine(body === '' ? text : body);
  return {
    subject: oneLine(text),
    digest,
    html: `<p>${escapeHtml(body === '' ? text : body)}</p>`,
    place: null,
    link: null,
  };
}

/** What happened, without who and when. */
function sentenceOf(event: StoredEvent, subjects: EventSubjects, reader: ReaderPreferences): string {
  const { unknown } = LABELS[reader.language];
  const { attributes } = event;
  const speed = (value: unknown): string => (typeof value === 'number' ? speedText(value, reader) : unknown);
  const word = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : unknown;
  const amount = (value: unknown): string =>
    typeof value === 'number' ? numberText(value, 1, reader) : unknown;
  const alarm = word(attributes['alarm']);
  const since = attributes['lastUpdate'];
  const facts: Facts = {
    alarm: ALARM_NAMES[reader.language][alarm] ?? alarm,
    speed: speed(attributes['speed']),
    limit: speed(attributes['speedLimit']),
    geofence: subjects.geofence ?? unknown,
    driver: subjects.driver ?? word(attributes['driverUniqueId']),
    result: word(attributes['result']),
    text: word(attributes['text']),
    before: amount(attributes['before']),
    after: amount(attributes['after']),
    maintenance: maintenanceText(event, subjects, reader) ?? unknown,
    left: amountText(subjects.maintenance?.type ?? '', attributes['left'], reader) ?? unknown,
    day: dayText(attributes['licenceValidity'], reader) ?? unknown,
    since: typeof since === 'number' ? instantText(since, reader) : unknown,
    linked: subjects.linkedDevice ?? unknown,
    media: word(attributes['file'] ?? attributes['media']),
  };
  const sentences: Partial<Record<EventType, (known: Facts) => string>> = SENTENCES[reader.language];
  return sentences[event.type]?.(facts) ?? event.type;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

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

/** As a maintenance counts; null = nothing that people read. */
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

interface PageParts {
  readonly reader: ReaderPreferences;
  readonly what: string;
  readonly time: string;
  readonly link: string | null;
}
function pageOf(
  event: StoredEvent,
  { deviceName, position, address }: EventSubjects,
  parts: PageParts,
): string {
  const { reader, what, time, link } = parts;
  const labels = LABELS[reader.language];
  const rows: (readonly [string, string])[] = [
    [labels.vehicle, deviceName],
    [labels.time, time],
  ];
  if (position && event.positionId > 0) {
    const { latitude, longitude, speed } = position;
    rows.push([labels.place, address ?? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`]);
    rows.push([labels.speed, speedText(speed, reader)]);
  }
  const table = rows.map(
    ([label, value]) => `<tr><td><b>${escapeHtml(label)}</b></td><td>${escapeHtml(value)}</td></tr>`,
  );
  const button = link === null ? '' : `\n<p><a href="${escapeHtml(link)}">${escapeHtml(labels.open)}</a></p>`;
  return `<p>${escapeHtml(oneLine(`${deviceName} ${what}`))}</p>\n<table>\n${table.join('\n')}\n</table>${button}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function instantText(at: number, { language, zone }: ReaderPreferences): string {
  const key = `${language} ${zone}`;
  let format = formats.get(key);
  if (!format) {
    // Making a format costs far more than using it.
    format = new Intl.DateTimeFormat(LOCALES[language], {
      dateStyle: 'short',
      timeStyle: 'medium',
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

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (c) => ENTITIES[c] ?? c);
