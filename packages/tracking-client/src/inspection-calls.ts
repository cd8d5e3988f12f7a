import type { ExtensionRoutes, SentBodyOf, SentQueryOf } from '@rastro/fleet/api';
import type {
  Checklist,
  ChecklistContent,
  ChecklistPage,
  Defect,
  DefectPage,
  DriverInspectionAnswer,
  DriverInspections,
  InspectionContent,
  InspectionDetail,
  InspectionPage,
  MissedInspectionPage,
} from '@rastro/fleet/inspections';
import type { Answer, Caller } from './caller.ts';

export type InspectionQuestion = SentQueryOf<ExtensionRoutes['GET /inspections']>;
export type DefectQuestion = SentQueryOf<ExtensionRoutes['GET /defects']>;
export type DefectStepWrite = SentBodyOf<ExtensionRoutes['POST /defects/:id/steps']>;
type ChecklistQuestion = SentQueryOf<ExtensionRoutes['GET /checklists']>;
export type MissedQuestion = SentQueryOf<ExtensionRoutes['GET /missed-inspections']>;

/** Inspections of the vehicles of a company, their checklists and defects. */
export interface InspectionCalls {
  list(query: InspectionQuestion, signal: AbortSignal): Promise<Answer<InspectionPage>>;
  read(id: number, signal: AbortSignal): Promise<Answer<InspectionDetail>>;
  /** @param zone Time zone of its times. */
  pdf(id: number, zone: string, signal: AbortSignal): Promise<Answer<Blob>>;
  make(inspection: InspectionContent, signal: AbortSignal): Promise<Answer<InspectionDetail>>;
  remove(id: number, signal: AbortSignal): Promise<Answer<null>>;
  picture(id: number, picture: string, signal: AbortSignal): Promise<Answer<Blob>>;
  sendPicture(
    picture: { readonly inspectionId: number; readonly id: string; readonly bytes: Blob },
    signal: AbortSignal,
  ): Promise<Answer<null>>;
  missed(query: MissedQuestion, signal: AbortSignal): Promise<Answer<MissedInspectionPage>>;
  checklists(query: ChecklistQuestion, signal: AbortSignal): Promise<Answer<ChecklistPage>>;
  makeChecklist(checklist: ChecklistContent, signal: AbortSignal): Promise<Answer<Checklist>>;
  /** @param checklist With the version that the change began from. */
  changeChecklist(
    id: number,
    checklist: ChecklistContent & { readonly version: number },
    signal: AbortSignal,
  ): Promise<Answer<Checklist>>;
  removeChecklist(id: number, signal: AbortSignal): Promise<Answer<null>>;
  defects(query: DefectQuestion, signal: AbortSignal): Promise<Answer<DefectPage>>;
  defect(id: number, signal: AbortSignal): Promise<Answer<Defect>>;
  stepDefect(id: number, step: DefectStepWrite, signal: AbortSignal): Promise<Answer<Defect>>;
}

export const inspectionCalls = (caller: Caller<ExtensionRoutes>): InspectionCalls => ({
  list: (query, signal) => caller.json('GET /inspections', { query }, signal),
  read: (id, signal) => caller.json('GET /inspections/:id', { params: { id } }, signal),
  pdf: (id, zone, signal) =>
    caller.blob('GET /inspections/:id/pdf', { params: { id }, query: { zone } }, signal),
  make: (json, signal) => caller.json('POST /inspections', { json }, signal),
  remove: (id, signal) => caller.done('DELETE /inspections/:id', { params: { id } }, signal),
  picture: (id, picture, signal) =>
    caller.blob('GET /inspections/:id/pictures/:picture', { params: { id, picture } }, signal),
  sendPicture: ({ inspectionId, id, bytes }, signal) =>
    caller.done(
      'POST /inspections/:id/pictures/:picture',
      { params: { id: inspectionId, picture: id }, bytes },
      signal,
    ),
  missed: (query, signal) => caller.json('GET /missed-inspections', { query }, signal),
  checklists: (query, signal) => caller.json('GET /checklists', { query }, signal),
  makeChecklist: (json, signal) => caller.json('POST /checklists', { json }, signal),
  changeChecklist: (id, json, signal) => caller.json('PUT /checklists/:id', { params: { id }, json }, signal),
  removeChecklist: (id, signal) => caller.done('DELETE /checklists/:id', { params: { id } }, signal),
  defects: (query, signal) => caller.json('GET /defects', { query }, signal),
  defect: (id, signal) => caller.json('GET /defects/:id', { params: { id } }, signal),
  stepDefect: (id, json, signal) => caller.json('POST /defects/:id/steps', { params: { id }, json }, signal),
});

/** Inspections by the signed-in driver. */
export interface DriverInspectionCalls {
  given(signal: AbortSignal): Promise<Answer<DriverInspections>>;
  /** @param sentAt Now, by the clock of the phone. */
  send(
    sent: { readonly sentAt: string; readonly inspection: InspectionContent },
    signal: AbortSignal,
  ): Promise<Answer<DriverInspectionAnswer>>;
  sendPicture(
    picture: { readonly key: string; readonly id: string; readonly bytes: Blob },
    signal: AbortSignal,
  ): Promise<Answer<null>>;
}
export const driverInspectionCalls = (caller: Caller<ExtensionRoutes>): DriverInspectionCalls => ({
  given: (signal) => caller.json('GET /qr-driver/inspections', {}, signal),
  send: (json, signal) => caller.json('POST /qr-driver/inspections', { json }, signal),
  sendPicture: ({ key, id, bytes }, signal) =>
    caller.done(
      'POST /qr-driver/inspections/:key/pictures/:picture',
      { params: { key, picture: id }, bytes },
      signal,
    ),
});
