/** Names of widgets and figures, and their notes, as the screen of the overview has them. */
export const FIGURE_LABELS = {
  'kind.alarms': { 'pt-BR': 'Alarmes à espera', es: 'Alarmas en espera', en: 'Alarms waiting' },
  'kind.silent': { 'pt-BR': 'Veículos sem sinal', es: 'Vehículos sin señal', en: 'Vehicles without signal' },
  'kind.services': { 'pt-BR': 'Manutenções a fazer', es: 'Mantenimientos pendientes', en: 'Maintenance due' },
  'kind.driven': { 'pt-BR': 'Distância e horas', es: 'Distancia y horas', en: 'Distance and hours' },
  'kind.safety': { 'pt-BR': 'Modo de conduzir', es: 'Modo de conducir', en: 'Driving style' },
  'kind.fuel': { 'pt-BR': 'Combustível', es: 'Combustible', en: 'Fuel' },
  'kind.use': { 'pt-BR': 'Uso da frota', es: 'Uso de la flota', en: 'Use of the fleet' },
  'alarms.waiting': { 'pt-BR': 'À espera', es: 'En espera', en: 'Waiting' },
  'alarms.median': {
    'pt-BR': 'Metade atendida em até',
    es: 'La mitad atendida en',
    en: 'Half acknowledged within',
  },
  'alarms.p90': {
    'pt-BR': '9 em 10 atendidos em até',
    es: '9 de 10 atendidas en',
    en: '9 of 10 acknowledged within',
  },
  'silent.count': { 'pt-BR': 'Sem sinal', es: 'Sin señal', en: 'Without signal' },
  'services.overdue': { 'pt-BR': 'Vencidas', es: 'Vencidos', en: 'Overdue' },
  'services.within': {
    'pt-BR': 'Vencidas ou a vencer em 30 dias',
    es: 'Vencidos o por vencer en 30 días',
    en: 'Overdue or due in 30 days',
  },
  'driven.distance': { 'pt-BR': 'Distância', es: 'Distancia', en: 'Distance' },
  'driven.moving': { 'pt-BR': 'Em movimento', es: 'En movimiento', en: 'Driving' },
  'driven.engine': { 'pt-BR': 'Motor ligado', es: 'Motor encendido', en: 'Engine on' },
  'driven.idle': { 'pt-BR': 'Motor ocioso', es: 'Ralentí', en: 'Idling' },
  'safety.score': { 'pt-BR': 'Nota da frota', es: 'Puntaje de la flota', en: 'Score of the fleet' },
  'safety.rate': {
    'pt-BR': 'Eventos bruscos por 100 km',
    es: 'Eventos bruscos por 100 km',
    en: 'Harsh events per 100 km',
  },
  'safety.events': { 'pt-BR': 'Eventos bruscos', es: 'Eventos bruscos', en: 'Harsh events' },
  'safety.speeding': { 'pt-BR': 'Acima do limite', es: 'Sobre el límite', en: 'Over the limit' },
  'safety.longDrives': {
    'pt-BR': 'Direção sem pausa',
    es: 'Conducción sin pausa',
    en: 'Driving without a break',
  },
  'safety.night': { 'pt-BR': 'À noite', es: 'De noche', en: 'At night' },
  'fuel.used': { 'pt-BR': 'Consumo', es: 'Consumo', en: 'Fuel used' },
  'fuel.rate': { 'pt-BR': 'L/100 km', es: 'L/100 km', en: 'L/100 km' },
  'fuel.cost': { 'pt-BR': 'Custo', es: 'Costo', en: 'Cost' },
  'fuel.drained': {
    'pt-BR': 'Retirado: suspeita de furto',
    es: 'Extraído: sospecha de robo',
    en: 'Drained: suspected theft',
  },
  'use.vehicles': { 'pt-BR': 'Veículos em uso', es: 'Vehículos en uso', en: 'Vehicles in use' },
  'use.hours': { 'pt-BR': 'Horas em uso', es: 'Horas en uso', en: 'Hours in use' },
  'driven.idleShare': {
    'pt-BR': '{share} das horas de motor',
    es: '{share} de las horas de motor',
    en: '{share} of engine hours',
  },
  'use.of': {
    'pt-BR': '{used} de {vehicles}: um quilômetro ou cinco minutos de motor',
    es: '{used} de {vehicles}: un kilómetro o cinco minutos de motor',
    en: '{used} of {vehicles}: a kilometer, or five minutes of the engine',
  },
  'use.ofHours': {
    'pt-BR': 'de todas as horas do período, dia e noite',
    es: 'de todas las horas del período, día y noche',
    en: 'of all hours of the period, day and night',
  },
  'fuel.of': { 'pt-BR': 'em {distance}', es: 'en {distance}', en: 'on {distance}' },
  'safety.notEnough': {
    'pt-BR': 'distância curta demais para uma nota',
    es: 'distancia demasiado corta para un puntaje',
    en: 'too short a distance for a score',
  },
  'safety.range': {
    'pt-BR': 'de 100; só por acaso, entre {low} e {high}',
    es: 'de 100; por puro azar, entre {low} y {high}',
    en: 'of 100; by chance alone between {low} and {high}',
  },
  'safety.known': {
    'pt-BR': 'conhecido em {distance}',
    es: 'conocido en {distance}',
    en: 'known for {distance}',
  },
  'safety.ofDriving': {
    'pt-BR': '{share} da direção',
    es: '{share} de la conducción',
    en: '{share} of driving',
  },
} as const;

/** Columns of the sheet, and words of its cells and heads. */
export const OVERVIEW_LABELS = {
  ...FIGURE_LABELS,
  widget: { 'pt-BR': 'Assunto', es: 'Tema', en: 'Subject' },
  figure: { 'pt-BR': 'Número', es: 'Cifra', en: 'Figure' },
  value: { 'pt-BR': 'Valor', es: 'Valor', en: 'Value' },
  before: { 'pt-BR': 'Antes', es: 'Antes', en: 'Before' },
  change: { 'pt-BR': 'Variação', es: 'Variación', en: 'Change' },
  note: { 'pt-BR': 'Observação', es: 'Observación', en: 'Note' },
  at: { 'pt-BR': 'Situação em', es: 'Situación al', en: 'As of' },
  same: { 'pt-BR': 'sem mudança', es: 'sin cambios', en: 'unchanged' },
  'when.alarms': { 'pt-BR': '30 dias até {at}', es: '30 días hasta {at}', en: '30 days up to {at}' },
  'when.silent': { 'pt-BR': '{hours} h até {at}', es: '{hours} h hasta {at}', en: '{hours} h up to {at}' },
  'when.services': { 'pt-BR': 'em {at}', es: 'al {at}', en: 'at {at}' },
} as const;
export type OverviewLabel = keyof typeof OVERVIEW_LABELS;
