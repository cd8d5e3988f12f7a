import { measureFormat, metresFrom, type MeasureFormat, type ReaderPreferences } from '@rastro/fleet';
import type {
  AnsweredItem,
  ChecklistItem,
  Defect,
  DefectSeverity,
  DefectState,
  DefectStep,
  InspectionDetail,
  InspectionResult,
} from '@rastro/fleet/inspections';
import type { PaperBrand } from '../../paper-brand.ts';
import type {
  InspectionPaper,
  PaperAnswer,
  PaperDefect,
  PaperField,
  PaperMark,
  PaperTone,
} from './inspection-paper.ts';
import { PAPER_LABELS, type PaperLabels } from './paper-labels.ts';

export interface PaperInput {
  readonly inspection: InspectionDetail;
  /** Those that it found and that are still there, as they are now. */
  readonly defects: readonly Defect[];
  /** By id; a picture that is missing is named. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  readonly brand: PaperBrand;
  readonly reader: ReaderPreferences;
  readonly now: number;
}
interface Writing {
  readonly labels: PaperLabels;
  readonly format: MeasureFormat;
  readonly moment: (at: string | number) => string;
  readonly day: (date: string) => string;
}

const RESULT_TONES: Readonly<Record<InspectionResult, PaperTone>> = {
  clean: 'good',
  minor: 'notice',
  major: 'warning',
  unsafe: 'bad',
};
const STATE_TONES: Readonly<Record<DefectState, PaperTone>> = {
  open: 'bad',
  inWork: 'warning',
  deferred: 'warning',
  repaired: 'good',
  noRepairNeeded: 'good',
  confirmed: 'good',
};

/** Puts an inspection into the language, time zone and units of its reader. */
export function writePaper({
  inspection,
  defects,
  pictures,
  brand,
  reader,
  now,
}: PaperInput): InspectionPaper {
  const writing = writingFor(reader);
  const { labels, moment } = writing;
  return {
    ...brand,
    title: labels.title,
    vehicle: inspection.deviceName,
    number: filled(labels.number, { id: String(inspection.id) }),
    result: { text: labels.result[inspection.result], tone: RESULT_TONES[inspection.result] },
    fields: fieldsOf(inspection, writing),
    answersTitle: labels.answers,
    answers: inspection.answers.map((answer) => answerOf(answer, pictures, writing)),
    defectsTitle: labels.defects,
    defects: defects.map((each) => defectOf(each, writing)),
    made: filled(labels.made, { time: moment(now) }),
    page: labels.page,
    unreadable: labels.picture.unreadable,
  };
}

/** Fills the places of a text, one pass: a value that looks like a place stays as it is. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

function writingFor(reader: ReaderPreferences): Writing {
  const { language, zone, hour12 } = reader;
  const moments = new Intl.DateTimeFormat(language, {
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: hour12 ? 'h12' : 'h23',
    timeZone: zone,
  });
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone: 'UTC' });
  return {
    labels: PAPER_LABELS[language],
    format: measureFormat(reader),
    moment: (at) => moments.format(new Date(at)),
    day: (date) => days.format(new Date(date)),
  };
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
function fieldsOf(inspection: InspectionDetail, { labels, format, moment }: Writing): readonly PaperField[] {
  const { startedAt, finishedAt, seenAt, odometerKm, note, checklistName, phase, userName } = inspection;
  const tookMs = Date.parse(finishedAt) - Date.parse(startedAt);
  const took =
    tookMs < MINUTE_MS ? format.unit(Math.floor(tookMs / SECOND_MS), 'second') : format.duration(tookMs);
  const fields: readonly PaperField[] = [
    { title: labels.checklist, text: `${checklistName} · ${labels.phase[phase]}` },
    { title: labels.by, text: `${userName} · ${labels.source[inspection.by]}` },
    { title: labels.time, text: moment(finishedAt) },
    { title: labels.took, text: tookMs < SECOND_MS ? '' : took },
    { title: labels.seen, text: moment(seenAt) === moment(finishedAt) ? '' : moment(seenAt) },
    {
      title: labels.odometer,
      text: odometerKm === null ? '' : format.distance(metresFrom(odometerKm, 'km')),
    },
    { title: labels.note, text: note },
  ];
  return fields.filter(({ text }) => text !== '');
}

function answerOf(
  { item, isOk, value, text, note, defect, pictures: named }: AnsweredItem,
  pictures: ReadonlyMap<string, Uint8Array>,
  { labels, format }: Writing,
): PaperAnswer {
  const given =
    isOk !== null
      ? labels[isOk ? 'yes' : 'no']
      : value === null
        ? text
        : `${format.number(value, 3)} ${item.unit}`.trim();
  const isSignature = item.kind === 'signature';
  return {
    question: item.text,
    limits: limitsOf(item, { labels, format }),
    given: given === '' && named.length === 0 ? labels.none : given,
    defect: defect && severityMark(defect, labels),
    note,
    photos: named.map(({ id, state }, index) => {
      const name = isSignature ? labels.signature : filled(labels.photo, { n: String(index + 1) });
      const bytes = pictures.get(id) ?? null;
      if (bytes !== null) return { name, bytes, isSignature };
      const why = labels.picture[state === 'awaited' ? 'awaited' : 'unreadable'];
      return { name: `${name}: ${why}`, bytes, isSignature };
    }),
  };
}

const severityMark = (severity: DefectSeverity, labels: PaperLabels): PaperMark => ({
  text: labels.severity[severity],
  tone: RESULT_TONES[severity],
});

function limitsOf(
  { kind, min, max, unit }: ChecklistItem,
  { labels, format }: Pick<Writing, 'labels' | 'format'>,
): string {
  if (kind !== 'number' || (min === null && max === null)) return '';
  const number = (value: number | null): string => (value === null ? '' : format.number(value, 3));
  const label = min === null ? labels.atMost : max === null ? labels.atLeast : labels.between;
  return `${filled(label, { min: number(min), max: number(max) })} ${unit}`.trim();
}

function defectOf({ itemText, state, deferredUntil, steps }: Defect, writing: Writing): PaperDefect {
  const { labels, day } = writing;
  const until = deferredUntil === null ? '' : ` ${filled(labels.until, { until: day(deferredUntil) })}`;
  return {
    title: itemText,
    state: { text: `${labels.state[state]}${until}`, tone: STATE_TONES[state] },
    steps: steps.map((step) => stepText(step, writing)),
  };
}

function stepText(
  { kind, at, userName, signature, note, until, releasedUntil }: DefectStep,
  { labels, moment, day }: Writing,
): string {
  const end = releasedUntil === null ? until && day(until) : moment(releasedUntil);
  return [
    moment(at),
    labels.did[kind],
    end === null ? '' : filled(labels.until, { until: end }),
    userName,
    signature === '' ? '' : filled(labels.signed, { name: signature }),
    note,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
