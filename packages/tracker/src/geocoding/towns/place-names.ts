/**
 * Local spelling of names that the list writes without accents or in English. GeoNames has many districts of large
 * towns without accents: a vehicle stood in "Se, São Paulo".
 */
const TOWNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  BR: {
    'Agua Rasa': 'Água Rasa',
    'Alto De Pinheiros': 'Alto de Pinheiros',
    Belem: 'Belém',
    Brasilandia: 'Brasilândia',
    Butanta: 'Butantã',
    'Butia Inferior': 'Butiá Inferior',
    Cangaiba: 'Cangaíba',
    'Capao Redondo': 'Capão Redondo',
    Carrao: 'Carrão',
    'Cidade Lider': 'Cidade Líder',
    'Corrego Grande': 'Córrego Grande',
    'Costeira do Pirajubae': 'Costeira do Pirajubaé',
    'Freguesia do Ribeirao da Ilha': 'Freguesia do Ribeirão da Ilha',
    Jaguare: 'Jaguaré',
    'Jardim Angela': 'Jardim Ângela',
    'Jardim Sao Luis': 'Jardim São Luís',
    'Jose Bonifacio': 'José Bonifácio',
    'Luis Eduardo Magalhães': 'Luís Eduardo Magalhães',
    'Pantano do Sul': 'Pântano do Sul',
    'Parque Do Carmo': 'Parque do Carmo',
    Republica: 'República',
    'Saco dos Limoes': 'Saco dos Limões',
    'Santa Cecilia': 'Santa Cecília',
    'Santa Monica': 'Santa Mônica',
    'Sao Domingos': 'São Domingos',
    'Sao Lucas': 'São Lucas',
    'Sao Rafael': 'São Rafael',
    Se: 'Sé',
    'São Luis do Piauí': 'São Luís do Piauí',
    'Terezópolis de Goias': 'Terezópolis de Goiás',
    'Vila Curuca': 'Vila Curuçá',
    'Vila Jacui': 'Vila Jacuí',
  },
};
const REGIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AR: {
    'Buenos Aires F.D.': 'Ciudad de Buenos Aires',
    Cordoba: 'Córdoba',
    'Entre Rios': 'Entre Ríos',
    Neuquen: 'Neuquén',
    'Rio Negro': 'Río Negro',
    Tucuman: 'Tucumán',
  },
  BR: { 'Federal District': 'Distrito Federal' },
  CL: {
    Araucania: 'La Araucanía',
    Biobio: 'Biobío',
    'Region of Magallanes': 'Magallanes',
    'Santiago Metropolitan': 'Región Metropolitana',
    Tarapaca: 'Tarapacá',
    Valparaiso: 'Valparaíso',
  },
  CO: { 'Bogota D.C.': 'Bogotá D.C.', 'San Andres y Providencia': 'San Andrés y Providencia' },
  ES: {
    Andalusia: 'Andalucía',
    Aragon: 'Aragón',
    'Balearic Islands': 'Islas Baleares',
    'Basque Country': 'País Vasco',
    'Canary Islands': 'Canarias',
    'Castille and León': 'Castilla y León',
    'Castille-La Mancha': 'Castilla-La Mancha',
    Catalonia: 'Cataluña',
    Navarre: 'Navarra',
  },
  MX: { 'Mexico City': 'Ciudad de México' },
  PE: { Cuzco: 'Cusco', Junin: 'Junín' },
};
/** English for what a part of these countries is, behind its name. */
const KIND = / (?:Department|Region|region|Province)$/;
const WITH_KIND: ReadonlySet<string> = new Set(['CL', 'CO', 'PE']);

/** @param country Two letters, ISO 3166-1. */
export const townName = (country: string, name: string): string => TOWNS[country]?.[name] ?? name;

/** @param country Two letters, ISO 3166-1. */
export function regionName(country: string, listed: string): string {
  const name = WITH_KIND.has(country) ? listed.replace(KIND, '') : listed;
  return REGIONS[country]?.[name] ?? name;
}
