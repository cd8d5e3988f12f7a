import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rastro/base';
import type { Device } from '@rastro/fleet';
import type {
  Checklist,
  ChecklistContent,
  ChecklistItem,
  ChecklistPage,
  Defect,
  DefectPage,
  InspectionAnswer,
  InspectionContent,
} from '@rastro/fleet/inspections';
import type { DemoClient } from './demo-client.ts';

/** Vehicles that are inspected. */
const VEHICLES = 12;
/** Days on which they were, before the one on which the demonstration begins. */
const DAYS = [1, 2, 3, 5] as const;

const item = (id: number, text: string, more: Partial<ChecklistItem> = {}): ChecklistItem => ({
  id,
  text,
  kind: 'yesNo',
  isRequired: true,
  severity: 'minor',
  min: null,
  max: null,
  unit: '',
  ...more,
});
const DAILY: ChecklistContent = {
  name: 'Vistoria diária',
  categories: [],
  phases: ['before'],
  blocksCheckIn: true,
  items: [
    item(1, 'Os freios funcionam, com o freio de mão?', { severity: 'unsafe' }),
    item(2, 'Faróis, lanternas, setas e luz de freio acendem?', { severity: 'major' }),
    item(3, 'Qual é o menor sulco dos pneus?', { kind: 'number', severity: 'unsafe', min: 1.6, unit: 'mm' }),
    item(4, 'Os cintos de segurança travam?', { severity: 'unsafe' }),
    item(5, 'Sem vazamento de óleo, combustível ou água?', { severity: 'major' }),
    item(6, 'Retrovisores, limpadores e buzina em ordem?'),
    item(7, 'Foto do painel', { kind: 'photo', isRequired: false }),
    item(8, 'Observações', { kind: 'text', isRequired: false }),
  ],
};
const RETURN: ChecklistContent = {
  name: 'Devolução do veículo',
  categories: [],
  phases: ['after'],
  blocksCheckIn: false,
  items: [
    item(1, 'O veículo está limpo?'),
    item(2, 'Sem avarias novas na lataria?', { severity: 'major' }),
    item(3, 'Assinatura do motorista', { kind: 'signature', isRequired: false }),
  ],
};
/** Answers that are not as they should be, by vehicle, day and question. */
const WRONG = [
  { vehicle: 2, day: 3, itemId: 6, note: 'Palheta do limpador rasgada' },
  { vehicle: 4, day: 2, itemId: 2, note: 'Luz de freio esquerda queimada' },
  { vehicle: 7, day: 1, itemId: 1, note: 'Freio de mão não segura na rampa' },
  { vehicle: 9, day: 5, itemId: 5, note: 'Gota de óleo sob o motor' },
] as const;

/**
 * Two checklists, inspections of some days, and defects in several states. Each inspection has its key, so that an
 * interrupted start makes none twice.
 * @param beganAt Where the past ends, in ms since 1970.
 */
export async function addInspections(
  customer: DemoClient,
  extension: string,
  beganAt: number,
): Promise<void> {
  const devices = (await customer.list<Device>('/api/devices')).slice(0, VEHICLES);
  const checklist = await checklistOf(customer, extension, DAILY);
  await checklistOf(customer, extension, RETURN);
  if (checklist === null) return;
  for (const [vehicle, { id }] of devices.entries())
    for (const day of DAYS)
      await customer.call({
        method: 'POST',
        path: `${extension}/inspections`,
        body: inspectionOf(checklist, { vehicle, day, deviceId: id, beganAt }),
      });
  await workOn(customer, extension);
}

/** A checklist that is there, or is made. Null = a tier without it. */
async function checklistOf(
  customer: DemoClient,
  extension: string,
  content: ChecklistContent,
): Promise<Checklist | null> {
  const page = await customer.call({ method: 'GET', path: `${extension}/checklists?limit=500` });
  const { checklists = [] }: Partial<ChecklistPage> = Object(page);
  const known = checklists.find(({ name }) => name === content.name);
  if (known) return known;
  const path = `${extension}/checklists`;
  const made: Partial<Checklist> = Object(await customer.call({ method: 'POST', path, body: content }));
  const { id, revision } = made;
  if (id === undefined || revision === undefined) return null;
  return { ...content, id, revision, version: 1, ownerId: 0, changedTime: '' };
}

interface Occasion {
  readonly vehicle: number;
  readonly day: number;
  readonly deviceId: number;
  readonly beganAt: number;
}
function inspectionOf(
  { id, revision, items }: Checklist,
  { vehicle, day, deviceId, beganAt }: Occasion,
): InspectionContent {
  const finished = beganAt - day * DAY_MS - 2 * HOUR_MS + vehicle * 3 * MINUTE_MS;
  return {
    key: uuid(`${day}`, deviceId),
    checklistId: id,
    revision,
    deviceId,
    phase: 'before',
    startedAt: new Date(finished - (2 + (vehicle % 4)) * MINUTE_MS).toISOString(),
    finishedAt: new Date(finished).toISOString(),
    odometerKm: 40_000 + vehicle * 7300 - day * 180,
    note: '',
    answers: items.map((each) => answerOf(each, vehicle, day)),
    confirmations: [],
  };
}
function answerOf({ id: itemId, kind }: ChecklistItem, vehicle: number, day: number): InspectionAnswer {
  const wrong = WRONG.find((each) => each.vehicle === vehicle && each.day === day && each.itemId === itemId);
  return {
    itemId,
    isOk: kind === 'yesNo' ? wrong === undefined : null,
    value: kind === 'number' ? 3 + ((vehicle * 5) % 40) / 10 : null,
    text: '',
    note: wrong?.note ?? '',
    pictures: [],
  };
}

/** One defect was repaired, one is in work; the others are open. */
async function workOn(customer: DemoClient, extension: string): Promise<void> {
  const page = await customer.call({ method: 'GET', path: `${extension}/defects?state=open&limit=500` });
  const { defects = [] }: Partial<DefectPage> = Object(page);
  const take = (defect: Defect | undefined, kind: string, more: object): Promise<unknown> | null =>
    defect === undefined
      ? null
      : customer.call({
          method: 'POST',
          path: `${extension}/defects/${defect.id}/steps`,
          body: { id: uuid(kind, defect.id), version: defect.version, kind, ...more },
        });
  const noted = (part: string): Defect | undefined => defects.find(({ note }) => note.includes(part));
  await take(noted('limpador'), 'repair', {
    signature: 'Zeca Moreira',
    note: 'Palhetas trocadas',
    cost: 8990,
    odometerKm: 46_900,
  });
  await take(noted('Freio de mão'), 'begin', { note: 'Na oficina' });
}

/** An id that is the same at every start. */
const uuid = (name: string, id: number): string => {
  const prefix = Buffer.from(name.padEnd(4, '-')).subarray(0, 4).toString('hex');
  return `${prefix}-0000-4000-8000-${String(id).padStart(12, '0')}`;
};
