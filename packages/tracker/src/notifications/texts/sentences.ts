import type { EventType, Language } from '@rastro/fleet';

/** Fields of a sentence, already formatted for its reader. */
export interface SentenceFields {
  readonly alarm: string;
  readonly speed: string;
  readonly limit: string;
  readonly geofence: string;
  readonly driver: string;
  readonly result: string;
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly maintenance: string;
  /** Until it is due. */
  readonly left: string;
  /** A day of the calendar. */
  readonly day: string;
  readonly since: string;
  readonly linked: string;
  readonly media: string;
  readonly minutes: string;
  readonly budget: string;
  readonly percent: string;
  /** Of an inspection: before or after a shift. */
  readonly isAfter: boolean;
  /** Of a budget: not spent yet. */
  readonly isForecast: boolean;
}
type Sentence = (sentenceFields: SentenceFields) => string;
type Sentences = Readonly<Record<EventType, Sentence>>;

/** Sentences about a vehicle; its name precedes them. Every event type in every language. */
export const SENTENCES: Readonly<Record<Language, Sentences>> = {
  'pt-BR': {
    commandResult: ({ result }) => `respondeu ao comando: ${result}`,
    deviceOnline: () => 'ficou online',
    deviceUnknown: () => 'está sem comunicação',
    deviceOffline: () => 'ficou offline',
    deviceInactive: ({ since }) => `está inativo desde ${since}`,
    queuedCommandSent: () => 'recebeu um comando que esperava na fila',
    deviceMoving: () => 'começou a se mover',
    deviceStopped: () => 'parou',
    deviceOverspeed: ({ speed, limit }) => `excedeu a velocidade: ${speed} (limite ${limit})`,
    deviceFuelDrop: ({ before, after }) => `teve queda de combustível: de ${before} para ${after}`,
    deviceFuelIncrease: ({ before, after }) => `foi abastecido: de ${before} para ${after}`,
    geofenceEnter: ({ geofence }) => `entrou em ${geofence}`,
    geofenceExit: ({ geofence }) => `saiu de ${geofence}`,
    geofenceCrossed: ({ geofence }) => `cruzou ${geofence}`,
    proximityEnter: ({ linked }) => `aproximou-se de ${linked}`,
    proximityExit: ({ linked }) => `afastou-se de ${linked}`,
    unaccompaniedMotion: () => 'está em movimento sem motorista',
    alarm: ({ alarm }) => `alarme: ${alarm}`,
    ignitionOn: () => 'ignição ligada',
    ignitionOff: () => 'ignição desligada',
    maintenance: ({ maintenance }) => `precisa de manutenção: ${maintenance}`,
    maintenanceSoon: ({ maintenance, left }) =>
      `precisará de manutenção em breve: ${maintenance}, faltam ${left}`,
    licenceEnds: ({ driver, day }) => `CNH de ${driver} vence em ${day}`,
    driverChanged: ({ driver }) => `mudou de motorista: ${driver}`,
    media: ({ media }) => `enviou um arquivo: ${media}`,
    textMessage: ({ text }) => `enviou uma mensagem: ${text}`,
    routeDeviation: ({ geofence }) => `desviou do trajeto ${geofence}`,
    routeReturn: ({ geofence }) => `voltou ao trajeto ${geofence}`,
    inspectionMissed: ({ driver, isAfter }) =>
      `ficou sem a inspeção ${isAfter ? 'do fim' : 'do início'} do turno de ${driver}`,
    hoursEnding: ({ driver, minutes }) =>
      `${driver} atinge um limite da jornada de trabalho em ${minutes} min`,
    budgetAlert: ({ budget, percent, isForecast }) =>
      isForecast
        ? `o orçamento ${budget} deve chegar a ${percent} %`
        : `o orçamento ${budget} está ${percent} % gasto`,
  },
  es: {
    commandResult: ({ result }) => `respondió al comando: ${result}`,
    deviceOnline: () => 'se conectó',
    deviceUnknown: () => 'está sin comunicación',
    deviceOffline: () => 'se desconectó',
    deviceInactive: ({ since }) => `está inactivo desde ${since}`,
    queuedCommandSent: () => 'recibió un comando que esperaba en cola',
    deviceMoving: () => 'empezó a moverse',
    deviceStopped: () => 'se detuvo',
    deviceOverspeed: ({ speed, limit }) => `excedió la velocidad: ${speed} (límite ${limit})`,
    deviceFuelDrop: ({ before, after }) => `tuvo una caída de combustible: de ${before} a ${after}`,
    deviceFuelIncrease: ({ before, after }) => `cargó combustible: de ${before} a ${after}`,
    geofenceEnter: ({ geofence }) => `entró en ${geofence}`,
    geofenceExit: ({ geofence }) => `salió de ${geofence}`,
    geofenceCrossed: ({ geofence }) => `cruzó ${geofence}`,
    proximityEnter: ({ linked }) => `se acercó a ${linked}`,
    proximityExit: ({ linked }) => `se alejó de ${linked}`,
    unaccompaniedMotion: () => 'se mueve sin conductor',
    alarm: ({ alarm }) => `alarma: ${alarm}`,
    ignitionOn: () => 'ignición encendida',
    ignitionOff: () => 'ignición apagada',
    maintenance: ({ maintenance }) => `necesita mantenimiento: ${maintenance}`,
    maintenanceSoon: ({ maintenance, left }) =>
      `tiene un mantenimiento próximo: ${maintenance}, faltan ${left}`,
    licenceEnds: ({ driver, day }) => `la licencia de ${driver} vence el ${day}`,
    driverChanged: ({ driver }) => `cambió de conductor: ${driver}`,
    media: ({ media }) => `envió un archivo: ${media}`,
    textMessage: ({ text }) => `envió un mensaje: ${text}`,
    routeDeviation: ({ geofence }) => `se desvió del recorrido ${geofence}`,
    routeReturn: ({ geofence }) => `volvió al recorrido ${geofence}`,
    inspectionMissed: ({ driver, isAfter }) =>
      `quedó sin la inspección ${isAfter ? 'del final' : 'del inicio'} del turno de ${driver}`,
    hoursEnding: ({ driver, minutes }) =>
      `${driver} alcanza un límite de su jornada laboral en ${minutes} min`,
    budgetAlert: ({ budget, percent, isForecast }) =>
      isForecast
        ? `se prevé que el presupuesto ${budget} llegue al ${percent} %`
        : `se gastó el ${percent} % del presupuesto ${budget}`,
  },
  en: {
    commandResult: ({ result }) => `answered the command: ${result}`,
    deviceOnline: () => 'came online',
    deviceUnknown: () => 'has not reported for a while',
    deviceOffline: () => 'went offline',
    deviceInactive: ({ since }) => `has been inactive since ${since}`,
    queuedCommandSent: () => 'received a command that was waiting',
    deviceMoving: () => 'started moving',
    deviceStopped: () => 'stopped',
    deviceOverspeed: ({ speed, limit }) => `is speeding: ${speed} (limit ${limit})`,
    deviceFuelDrop: ({ before, after }) => `had a fuel drop: from ${before} to ${after}`,
    deviceFuelIncrease: ({ before, after }) => `was refueled: from ${before} to ${after}`,
    geofenceEnter: ({ geofence }) => `entered ${geofence}`,
    geofenceExit: ({ geofence }) => `left ${geofence}`,
    geofenceCrossed: ({ geofence }) => `crossed ${geofence}`,
    proximityEnter: ({ linked }) => `came close to ${linked}`,
    proximityExit: ({ linked }) => `moved away from ${linked}`,
    unaccompaniedMotion: () => 'is moving without a driver',
    alarm: ({ alarm }) => `alarm: ${alarm}`,
    ignitionOn: () => 'ignition on',
    ignitionOff: () => 'ignition off',
    maintenance: ({ maintenance }) => `needs maintenance: ${maintenance}`,
    maintenanceSoon: ({ maintenance, left }) => `will need maintenance soon: ${maintenance}, ${left} left`,
    licenceEnds: ({ driver, day }) => `the driver's license of ${driver} expires on ${day}`,
    driverChanged: ({ driver }) => `changed driver: ${driver}`,
    media: ({ media }) => `sent a file: ${media}`,
    textMessage: ({ text }) => `sent a message: ${text}`,
    routeDeviation: ({ geofence }) => `left the route ${geofence}`,
    routeReturn: ({ geofence }) => `is back on the route ${geofence}`,
    inspectionMissed: ({ driver, isAfter }) =>
      `was not inspected ${isAfter ? 'after' : 'before'} the shift of ${driver}`,
    hoursEnding: ({ driver, minutes }) => `${driver} reaches a limit of working hours in ${minutes} min`,
    budgetAlert: ({ budget, percent, isForecast }) =>
      isForecast
        ? `the budget ${budget} is expected to reach ${percent}%`
        : `${percent}% of the budget ${budget} is spent`,
  },
};

export interface Labels {
  readonly vehicle: string;
  readonly time: string;
  readonly place: string;
  readonly speed: string;
  readonly open: string;
  readonly unknown: string;
  readonly test: string;
  readonly testBody: string;
  readonly testReason: string;
  readonly announcementReason: string;
  /** Why an event is mailed, and where that is changed. */
  readonly reason: string;
  readonly change: string;
  readonly days: (count: number) => string;
  readonly unacknowledged: (minutes: number) => string;
}
export const LABELS: Readonly<Record<Language, Labels>> = {
  'pt-BR': {
    vehicle: 'Veículo',
    time: 'Horário',
    place: 'Local',
    speed: 'Velocidade',
    open: 'Abrir o veículo',
    unknown: 'desconhecido',
    test: 'Mensagem de teste',
    testBody: 'Suas notificações por e-mail estão funcionando. Os alertas dos seus veículos chegarão assim.',
    testReason: 'Você recebeu este e-mail porque pediu um teste das notificações.',
    announcementReason: 'Você recebeu este e-mail porque quem administra a sua conta escreveu para você.',
    reason: 'Você recebe este e-mail por causa de uma notificação ativada na sua conta.',
    change: 'Alterar notificações',
    days: (count) => (count === 1 ? '1 dia' : `${count} dias`),
    unacknowledged: (minutes) => `Ninguém confirmou em ${minutes} min`,
  },
  es: {
    vehicle: 'Vehículo',
    time: 'Hora',
    place: 'Ubicación',
    speed: 'Velocidad',
    open: 'Abrir el vehículo',
    unknown: 'desconocido',
    test: 'Mensaje de prueba',
    testBody: 'Sus notificaciones por correo funcionan. Así llegarán las alertas de sus vehículos.',
    testReason: 'Recibió este correo porque pidió una prueba de las notificaciones.',
    announcementReason: 'Recibió este correo porque quien administra su cuenta le escribió.',
    reason: 'Recibe este correo por una notificación activada en su cuenta.',
    change: 'Cambiar notificaciones',
    days: (count) => (count === 1 ? '1 día' : `${count} días`),
    unacknowledged: (minutes) => `Nadie confirmó en ${minutes} min`,
  },
  en: {
    vehicle: 'Vehicle',
    time: 'Time',
    place: 'Location',
    speed: 'Speed',
    open: 'Open the vehicle',
    unknown: 'unknown',
    test: 'Test message',
    testBody: 'Your e-mail notifications work. This is how alerts about your vehicles will arrive.',
    testReason: 'You received this e-mail because you asked for a test of your notifications.',
    announcementReason: 'You received this e-mail because the administrator of your account wrote to you.',
    reason: 'You receive this e-mail because of a notification turned on in your account.',
    change: 'Change notifications',
    days: (count) => (count === 1 ? '1 day' : `${count} days`),
    unacknowledged: (minutes) => `Not acknowledged within ${minutes} min`,
  },
};
export const LOCALES: Readonly<Record<Language, string>> = { 'pt-BR': 'pt-BR', es: 'es', en: 'en-GB' };
/** In a mail the month has a name: a day and a month in figures are read either way round. */
export const MAIL_LOCALES: Readonly<Record<Language, string>> = {
  'pt-BR': 'pt-BR',
  es: 'es-419',
  en: 'en-US',
};
