import type { Language } from '@rastro/fleet';

/** A word of the product, and what must not be written instead of it. */
export interface Term {
  readonly use: string;
  /** Whole words or phrases, in any case. */
  readonly not: readonly string[];
}

/** One word for one thing on screen, in help pages, mails and documents. Add a term here before using a second word. */
export const GLOSSARY = {
  en: {
    vehicle: { use: 'vehicle', not: ['device', 'devices', 'unit', 'asset', 'assets'] },
    tracker: { use: 'tracker', not: ['GPS unit', 'GPS device'] },
    plate: { use: 'plate', not: ['license plate', 'number plate', 'registration number'] },
    trip: { use: 'trip', not: ['journey', 'journeys', 'drives'] },
    stop: { use: 'stop', not: ['standstill', 'standing'] },
    gap: { use: 'gap, no signal', not: ['silence', 'silences', 'fell silent'] },
    geofence: { use: 'geofence', not: ['fence', 'fences', 'geo-fence'] },
    driver: { use: 'driver', not: ['chauffeur'] },
    odometer: { use: 'odometer', not: ['milometer', 'mileometer'] },
    engineHours: { use: 'engine hours', not: ['hours of the engine', 'hour meter'] },
    ignition: { use: 'ignition', not: ['key on', 'key off'] },
    shareLink: {
      use: 'share link',
      not: ['shared link', 'sharing link', 'shares of', 'share ended', 'their shares'],
    },
    invoice: { use: 'invoice', not: ['bill', 'bills'] },
    billing: { use: 'billing', not: ['invoicing'] },
    maintenance: { use: 'maintenance; service log', not: ['service book', 'service books'] },
    speeding: { use: 'speeding', not: ['overspeed', 'overspeeding', 'speedings'] },
    idling: { use: 'idling', not: ['idle', 'idlings'] },
    account: { use: 'account', not: ['profile account'] },
    user: { use: 'user', not: ['this person', 'people below', 'user name'] },
    reseller: { use: 'reseller', not: ['dealer', 'dealers'] },
    customer: { use: 'customer', not: ['clients'] },
    group: { use: 'group', not: ['group above'] },
    notification: { use: 'notification (rule); alert (what arrives)', not: ['alert rule', 'alert rules'] },
    report: { use: 'report', not: ['readouts', 'statement'] },
    spreadsheet: { use: 'spreadsheet', not: ['Excel file'] },
    checkIn: { use: 'check-in, check in, check out', not: ['checkin', 'checkout'] },
    signIn: { use: 'sign in, sign out, sign-in page', not: ['log in', 'log out', 'login', 'logout'] },
    accessToken: { use: 'access token', not: ['access key'] },
    permission: { use: 'permission', not: ['the right to', 'the rights', 'right is missing'] },
    location: { use: 'location', not: ['unknown place', 'whereabouts'] },
    status: { use: 'status', not: ['vehicle state'] },
    route: { use: 'route', not: ['the way', 'itinerary'] },
    carrier: { use: 'carrier', not: ['mobile operator'] },
    turnOn: { use: 'turn on, turn off', not: ['switch on', 'switch off', 'switched on', 'switched off'] },
    email: { use: 'e-mail', not: ['mailed', 'mails', 'next mail', 'last mail', 'test mail', 'by mail'] },
  },
  es: {
    vehicle: { use: 'vehículo', not: ['dispositivo', 'dispositivos', 'coche', 'coches'] },
    tracker: { use: 'rastreador', not: ['equipo', 'equipos', 'aparato', 'localizador'] },
    plate: { use: 'placa', not: ['matrícula', 'matrículas', 'patente', 'patentes'] },
    trip: { use: 'viaje', not: ['trayecto', 'trayectos', 'conducciones'] },
    stop: { use: 'parada', not: ['detención', 'detenciones'] },
    gap: { use: 'sin señal', not: ['silencio', 'silencios', 'en silencio'] },
    geofence: { use: 'geocerca', not: ['cercas', 'geozona', 'geozonas', 'zona virtual'] },
    driver: { use: 'conductor', not: ['chofer', 'choferes', 'chófer'] },
    odometer: { use: 'odómetro', not: ['cuentakilómetros', 'kilometraje total'] },
    engineHours: { use: 'horas de motor', not: ['horas del motor', 'horómetro'] },
    ignition: {
      use: 'ignición',
      not: ['el encendido', 'del encendido', 'sin encendido', 'encendido activado', 'contacto encendido'],
    },
    shareLink: {
      use: 'enlace compartido',
      not: ['el compartido', 'del compartido', 'este compartido', 'los compartidos'],
    },
    invoice: { use: 'factura', not: ['boleta', 'boletas'] },
    billing: { use: 'facturación', not: ['cobros', 'cobro activo'] },
    maintenance: { use: 'mantenimiento', not: ['mantención', 'libro de servicio', 'mantenimiento pronto'] },
    speeding: { use: 'exceso de velocidad', not: ['sobrevelocidad'] },
    idling: { use: 'ralentí', not: ['motor ocioso', 'marcha lenta'] },
    account: { use: 'cuenta', not: ['perfil de acceso'] },
    user: { use: 'usuario', not: ['esta persona no', 'personas debajo', 'nombre de usuario'] },
    reseller: { use: 'revendedor', not: ['distribuidor', 'reventa'] },
    customer: { use: 'cliente', not: ['comprador'] },
    group: { use: 'grupo', not: ['agrupación'] },
    notification: { use: 'notificación (regla); alerta (lo que llega)', not: ['avisos'] },
    report: { use: 'informe', not: ['reporte', 'reportes'] },
    spreadsheet: { use: 'hoja de cálculo', not: ['planilla', 'planillas'] },
    checkIn: { use: 'check-in, check-out', not: ['usos por código', 'uso por código', 'tomar vehículo'] },
    signIn: { use: 'iniciar sesión, cerrar sesión', not: ['pantalla de acceso', 'login', 'loguearse'] },
    accessToken: { use: 'token de acceso', not: ['clave de acceso', 'claves de acceso'] },
    permission: { use: 'permiso', not: ['derecho', 'derechos'] },
    location: { use: 'ubicación', not: ['lugar desconocido', 'localización'] },
    route: { use: 'recorrido', not: ['ruta', 'rutas'] },
    add: { use: 'agregar', not: ['añadir', 'añada', 'añade'] },
    settings: { use: 'configuración', not: ['ajuste', 'ajustes'] },
    sim: { use: 'SIM', not: ['chip', 'chips'] },
    video: { use: 'video', not: ['vídeo', 'vídeos'] },
    computer: { use: 'computadora', not: ['ordenador', 'ordenadores'] },
    request: { use: 'solicitud', not: ['petición', 'peticiones'] },
  },
  'pt-BR': {
    vehicle: { use: 'veículo', not: ['dispositivo', 'dispositivos', 'viatura'] },
    tracker: { use: 'rastreador', not: ['equipamento', 'equipamentos', 'aparelho', 'módulo'] },
    plate: { use: 'placa', not: ['matrícula', 'chapa'] },
    trip: { use: 'viagem', not: ['percurso', 'conduções'] },
    stop: { use: 'parada', not: ['paragem', 'paragens'] },
    gap: { use: 'sem sinal', not: ['silêncio', 'silêncios', 'em silêncio'] },
    geofence: { use: 'cerca', not: ['geocerca', 'geocercas', 'cerca virtual'] },
    driver: { use: 'motorista', not: ['condutor', 'condutores'] },
    odometer: { use: 'hodômetro', not: ['odômetro', 'odômetros'] },
    engineHours: { use: 'horas de motor', not: ['horas do motor', 'horímetro'] },
    ignition: { use: 'ignição', not: ['pós-chave', 'ACC'] },
    shareLink: { use: 'compartilhamento', not: ['partilha', 'partilhas'] },
    invoice: { use: 'fatura', not: ['conta a pagar'] },
    billing: { use: 'cobrança', not: ['faturamento'] },
    maintenance: { use: 'manutenção', not: ['livro de serviços', 'livro de manutenção'] },
    speeding: { use: 'excesso de velocidade', not: ['sobrevelocidade'] },
    idling: { use: 'motor ocioso', not: ['marcha lenta', 'motor ligado parado'] },
    fuelDrop: { use: 'queda (possível furto)', not: ['retiradas', 'abastecimentos e perdas'] },
    account: { use: 'conta', not: ['perfil de acesso'] },
    user: { use: 'usuário', not: ['utilizador', 'utilizadores', 'pessoas abaixo'] },
    reseller: { use: 'revendedor', not: ['revenda', 'revendas'] },
    customer: { use: 'cliente', not: ['comprador'] },
    group: { use: 'grupo', not: ['agrupamento'] },
    notification: { use: 'notificação (regra); alerta (o que chega)', not: ['avisos'] },
    report: { use: 'relatório', not: ['reporte', 'informe de'] },
    spreadsheet: { use: 'planilha', not: ['folha de cálculo'] },
    checkIn: { use: 'check-in, check-out', not: ['usos por código', 'assumir veículo'] },
    signIn: { use: 'entrar, sair; tela de login', not: ['tela de entrada', 'iniciar sessão', 'fazer logon'] },
    accessToken: { use: 'token de acesso', not: ['chave de acesso', 'chaves de acesso'] },
    permission: { use: 'permissão', not: ['direito', 'direitos'] },
    location: { use: 'local', not: ['lugar desconhecido'] },
    status: { use: 'situação', not: ['estado do veículo'] },
    route: { use: 'trajeto', not: ['rotas', 'a rota'] },
    computed: { use: 'atributo calculado', not: ['atributo computado', 'atributos computados'] },
    screen: { use: 'tela', not: ['ecrã', 'ecrãs'] },
    phone: { use: 'celular', not: ['telemóvel', 'telemóveis'] },
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, Term>>>>;

/** Texts that need a rejected word: `namespace:key` or the file of a help page, then the words. */
export const GLOSSARY_EXCEPTIONS: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  en: {
    // The app has a field of this name.
    'connect:phoneId': ['device'],
    // A phone or computer.
    'login:remember': ['device'],
    'drivers:checkIns.driving': ['drives'],
    // The button "Log", in the vehicle.
    'maintenances.md': ['log in'],
    // Data subjects are persons: users and drivers.
    'persondata:text.user': ['this person'],
  },
  es: {
    'connect:phoneId': ['dispositivo'],
    'login:remember': ['dispositivo'],
    // A team.
    'groups.md': ['equipo'],
  },
  'pt-BR': {
    'connect:phoneId': ['dispositivo'],
    'login:remember': ['aparelho'],
  },
};

/** Writes a list of words in few lines. */
const listOf = (text: string): readonly string[] => text.trim().split(/,\s+/);

/** Wording that reads as a translation, or as another variety of the language; whole words, in any case. */
export const REJECTED_STYLE: Readonly<Record<Language, readonly string[]>> = {
  en: listOf(`
    whoever, whomever, anew, beside, comes in, come in, is told, are told, stands, kept, what was typed,
    what you typed, he, his, him, made by hand, turned away, worked out, put away, no such,
    colour, colours, coloured, centre, centres, kilometre, kilometres, metre, metres, litre, litres,
    licence, licences, cancelled, cancelling, travelled, travelling, minimise, maximise, optimise, optimised,
    organise, recognise, recognised, authorise, analyse, analogue, grey, tyre, tyres, favourite, favourites,
    behaviour, catalogue, bonnet, postcode, programme, whilst, learnt, fuelled, refuelled, refuelling`),
  es: listOf(`
    tú, tu, tus, ti, contigo, tuyo, tuya, puedes, tienes, debes, quieres, eres, has iniciado, introduce,
    introduzca, haz, pulsa, pídela, pídelo, ábrelo, guárdalo, cópialo, inténtalo, asegúrate, ten, vosotros,
    vuestro, vuestra, podéis, os`),
  'pt-BR': listOf(`
    registo, registos, contacto, contactos, ficheiro, ficheiros, palavra-passe, definições, a carregar,
    tempo desconhecido, soube-se, não vieram, tu, teu, tua`),
};
