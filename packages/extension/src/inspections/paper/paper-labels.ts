import type { Language } from '@rastro/fleet';
import type {
  DefectSeverity,
  DefectState,
  DefectStepKind,
  InspectionPhase,
  InspectionPicture,
  InspectionResult,
  InspectionSource,
} from '@rastro/fleet/inspections';

type Of<K extends string> = Readonly<Record<K, string>>;
/** Texts of a printed inspection. */
export interface PaperLabels {
  readonly title: string;
  readonly number: string;
  readonly checklist: string;
  readonly by: string;
  readonly time: string;
  readonly took: string;
  readonly seen: string;
  readonly odometer: string;
  readonly note: string;
  readonly answers: string;
  readonly defects: string;
  readonly yes: string;
  readonly no: string;
  readonly none: string;
  readonly between: string;
  readonly atLeast: string;
  readonly atMost: string;
  readonly photo: string;
  readonly signature: string;
  readonly signed: string;
  readonly until: string;
  readonly made: string;
  readonly page: string;
  readonly phase: Of<InspectionPhase>;
  readonly result: Of<InspectionResult>;
  readonly severity: Of<DefectSeverity>;
  readonly source: Of<InspectionSource>;
  readonly state: Of<DefectState>;
  readonly did: Of<DefectStepKind>;
  readonly picture: Of<Exclude<InspectionPicture['state'], 'there'>>;
}

export const PAPER_LABELS: Readonly<Record<Language, PaperLabels>> = {
  'pt-BR': {
    title: 'Inspeção',
    number: 'Inspeção nº {id}',
    checklist: 'Checklist',
    by: 'Preenchida por',
    time: 'Concluída',
    took: 'Tempo gasto',
    seen: 'Recebida',
    odometer: 'Hodômetro',
    note: 'Observação',
    answers: 'Perguntas e respostas',
    defects: 'Defeitos encontrados',
    yes: 'Sim',
    no: 'Não',
    none: 'Sem resposta',
    between: 'Limites: {min} a {max}',
    atLeast: 'Limite: no mínimo {min}',
    atMost: 'Limite: no máximo {max}',
    photo: 'Foto {n}',
    signature: 'Assinatura',
    signed: 'assinado por {name}',
    until: 'até {until}',
    made: 'Emitido em {time}',
    page: 'Página {n}',
    phase: { before: 'Antes do turno', after: 'Depois do turno' },
    result: {
      clean: 'Sem defeitos',
      minor: 'Defeitos leves',
      major: 'Defeitos graves',
      unsafe: 'Inseguro',
    },
    severity: { minor: 'Leve', major: 'Grave', unsafe: 'Inseguro' },
    source: { driver: 'motorista', operator: 'escritório' },
    state: {
      open: 'Aberto',
      inWork: 'Em conserto',
      deferred: 'Adiado',
      repaired: 'Consertado',
      noRepairNeeded: 'Sem necessidade de conserto',
      confirmed: 'Confirmado pelo motorista',
    },
    did: {
      begin: 'Conserto iniciado',
      repair: 'Consertado',
      dismiss: 'Sem necessidade de conserto',
      defer: 'Adiado',
      reopen: 'Reaberto',
      confirm: 'Confirmado pelo próximo motorista',
      reject: 'Encontrado de novo por um motorista',
      release: 'Check-in liberado',
    },
    picture: { awaited: 'ainda não chegou', unreadable: 'não pode ser lida' },
  },
  es: {
    title: 'Inspección',
    number: 'Inspección n.º {id}',
    checklist: 'Lista de control',
    by: 'Completada por',
    time: 'Terminada',
    took: 'Tiempo empleado',
    seen: 'Recibida',
    odometer: 'Odómetro',
    note: 'Nota',
    answers: 'Preguntas y respuestas',
    defects: 'Defectos encontrados',
    yes: 'Sí',
    no: 'No',
    none: 'Sin respuesta',
    between: 'Límites: de {min} a {max}',
    atLeast: 'Límite: al menos {min}',
    atMost: 'Límite: como máximo {max}',
    photo: 'Foto {n}',
    signature: 'Firma',
    signed: 'firmado por {name}',
    until: 'hasta {until}',
    made: 'Emitido el {time}',
    page: 'Página {n}',
    phase: { before: 'Antes del turno', after: 'Después del turno' },
    result: {
      clean: 'Sin defectos',
      minor: 'Defectos leves',
      major: 'Defectos graves',
      unsafe: 'Inseguro',
    },
    severity: { minor: 'Leve', major: 'Grave', unsafe: 'Inseguro' },
    source: { driver: 'conductor', operator: 'oficina' },
    state: {
      open: 'Abierto',
      inWork: 'En reparación',
      deferred: 'Aplazado',
      repaired: 'Reparado',
      noRepairNeeded: 'No necesita reparación',
      confirmed: 'Confirmado por el conductor',
    },
    did: {
      begin: 'Reparación iniciada',
      repair: 'Reparado',
      dismiss: 'No necesita reparación',
      defer: 'Aplazado',
      reopen: 'Reabierto',
      confirm: 'Confirmado por el siguiente conductor',
      reject: 'Encontrado de nuevo por un conductor',
      release: 'Check-in permitido',
    },
    picture: { awaited: 'todavía no llegó', unreadable: 'no se puede leer' },
  },
  en: {
    title: 'Inspection',
    number: 'Inspection no. {id}',
    checklist: 'Checklist',
    by: 'Filled in by',
    time: 'Finished',
    took: 'Time taken',
    seen: 'Received',
    odometer: 'Odometer',
    note: 'Note',
    answers: 'Questions and answers',
    defects: 'Defects found',
    yes: 'Yes',
    no: 'No',
    none: 'No answer',
    between: 'Limits: {min} to {max}',
    atLeast: 'Limit: at least {min}',
    atMost: 'Limit: at most {max}',
    photo: 'Photo {n}',
    signature: 'Signature',
    signed: 'signed by {name}',
    until: 'until {until}',
    made: 'Issued on {time}',
    page: 'Page {n}',
    phase: { before: 'Before the shift', after: 'After the shift' },
    result: {
      clean: 'No defects',
      minor: 'Minor defects',
      major: 'Major defects',
      unsafe: 'Unsafe',
    },
    severity: { minor: 'Minor', major: 'Major', unsafe: 'Unsafe' },
    source: { driver: 'driver', operator: 'office' },
    state: {
      open: 'Open',
      inWork: 'In repair',
      deferred: 'Deferred',
      repaired: 'Repaired',
      noRepairNeeded: 'No repair needed',
      confirmed: 'Confirmed by driver',
    },
    did: {
      begin: 'Repair started',
      repair: 'Repaired',
      dismiss: 'No repair needed',
      defer: 'Deferred',
      reopen: 'Opened again',
      confirm: 'Confirmed by the next driver',
      reject: 'Found again by a driver',
      release: 'Check-in allowed',
    },
    picture: { awaited: 'has not arrived yet', unreadable: 'cannot be read' },
  },
};
