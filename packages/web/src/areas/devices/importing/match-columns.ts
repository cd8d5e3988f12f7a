import { foldText } from '@rastro/fleet';
import type { FieldName } from '../fields/device-fields.ts';

/** The field of each column of the file; null = the column is left out. */
export type Mapping = readonly (FieldName | null)[];

/** Common names of the fields, besides their labels in the three languages. */
const ALIASES: Partial<Record<FieldName, readonly string[]>> = {
  name: ['nome', 'nombre', 'name', 'veiculo', 'vehiculo', 'vehicle', 'dispositivo', 'device', 'descricao'],
  uniqueId: [
    'imei',
    'identificador',
    'identifier',
    'uniqueid',
    'unique id',
    'id do rastreador',
    'serial',
    'rastreador',
    'esn',
  ],
  plate: ['placa', 'patente', 'matricula', 'plate', 'license plate'],
  phone: [
    'telefone',
    'telefono',
    'phone',
    'phone number',
    'chip',
    'sim',
    'sim card',
    'simcard',
    'chip gps',
    'numero',
    'numero do chip',
    'numero del chip',
    'numero da linha',
    'linha',
    'linea',
    'line',
    'celular',
    'movil',
    'mobile',
    'msisdn',
  ],
  groupId: ['grupo', 'group', 'frota', 'flota', 'fleet', 'cliente', 'client', 'customer'],
  category: ['categoria', 'category', 'icone', 'tipo', 'type'],
  state: ['situacao', 'situacion', 'state', 'status'],
  vehicleBrand: ['marca', 'brand'],
  vehicleModel: ['modelo', 'model'],
  gpsModel: ['modelo gps', 'gps model'],
  gpsBrand: ['marca gps', 'gps brand'],
  chassis: ['chassi', 'chasis', 'chassis'],
  speedLimit: ['limite de velocidade', 'limite de velocidad', 'speed limit'],
  observations: ['observacao', 'obs', 'notes'],
};

/** Case, accents, signs and what stands in brackets do not count. */
const plain = (text: string): string =>
  foldText(text)
    .replaceAll(/\([^)]*\)/g, ' ')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * Finds the field of each column by its name, in any of the languages.
 * @param labels Names of each field in all languages.
 */
export function matchColumns(
  header: readonly string[],
  labels: ReadonlyMap<FieldName, readonly string[]>,
): Mapping {
  const byName = new Map<string, FieldName>();
  // Names first: an alias must not take the place of the name of another field.
  for (const [field, names] of labels) {
    for (const name of [...names, field]) if (!byName.has(plain(name))) byName.set(plain(name), field);
  }
  for (const [field, names] of Object.entries(ALIASES)) {
    if (!labels.has(field as FieldName)) continue;
    for (const name of names) if (!byName.has(name)) byName.set(name, field as FieldName);
  }
  const taken = new Set<FieldName>();
  return header.map((name) => {
    const field = byName.get(plain(name)) ?? null;
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/** One column gets a field; a column that had it gets none. */
export const withColumn = (mapping: Mapping, column: number, field: FieldName | null): Mapping =>
  mapping.map((each, at) => (at === column ? field : field !== null && each === field ? null : each));
