/**
 * Cities that users search for and that no zone is named after, or is named after in another language: their names in
 * Portuguese, Spanish and English, by zone. For searching; the list is never shown.
 */
const CITIES = `
America/Sao_Paulo Brasília; Rio de Janeiro; Belo Horizonte; Curitiba; Porto Alegre; Florianópolis; Goiânia; Vitória; Campinas
America/Bahia Salvador
America/Recife Recife; João Pessoa
America/Fortaleza Natal; São Luís; Teresina
America/Maceio Maceió; Aracaju
America/Belem Belém; Macapá
America/Araguaina Palmas; Araguaína
America/Cuiaba Cuiabá
America/Campo_Grande Campo Grande
America/Porto_Velho Porto Velho; Rondônia
America/Manaus Manaus; Amazonas
America/Boa_Vista Boa Vista; Roraima
America/Rio_Branco Rio Branco; Acre
America/Noronha Fernando de Noronha
America/Argentina/Buenos_Aires Buenos Aires; Rosario; Argentina
America/Bogota Bogotá; Medellín; Cali; Colombia; Colômbia
America/Mexico_City Ciudad de México; Cidade do México; Guadalajara; Puebla
America/Santiago Santiago; Chile; Valparaíso
America/Asuncion Asunción; Assunção; Paraguay; Paraguai
America/Montevideo Montevideo; Montevidéu; Uruguay; Uruguai
America/La_Paz La Paz; Bolivia; Bolívia; Santa Cruz de la Sierra; Cochabamba
America/Lima Lima; Perú; Arequipa
America/Guayaquil Guayaquil; Quito; Ecuador; Equador
America/Caracas Caracas; Maracaibo; Venezuela
America/Panama Panamá
America/Costa_Rica San José; Costa Rica
America/Havana La Habana; Havana; Cuba
America/New_York New York; Nova York; Nueva York; Washington; Miami; Boston; Atlanta
America/Chicago Chicago; Dallas; Houston
America/Denver Denver
America/Los_Angeles Los Angeles; San Francisco; Seattle; Las Vegas
Europe/Lisbon Lisboa; Lisbon; Porto; Portugal
Europe/Madrid Madrid; Madri; Barcelona; Valencia; Sevilla; España; Espanha
Europe/London London; Londres
Europe/Paris Paris; París
Europe/Berlin Berlin; Berlim; Berlín; Hamburg; München
Europe/Rome Roma; Rome; Milano
Europe/Moscow Moscow; Moscou; Moscú
Asia/Tokyo Tokyo; Tóquio; Tokio
Asia/Shanghai Beijing; Pequim; Pekín; Shanghai
Africa/Luanda Luanda; Angola
Africa/Maputo Maputo; Moçambique; Mozambique
`;
let known: ReadonlyMap<string, readonly string[]> | null = null;

/** Other names that find the zone in a search. */
export function zoneCities(zone: string): readonly string[] {
  known ??= new Map(
    CITIES.trim()
      .split('\n')
      .map((line) => {
        const [name = ''] = line.split(' ', 1);
        return [name, line.slice(name.length + 1).split('; ')];
      }),
  );
  return known.get(zone) ?? [];
}
