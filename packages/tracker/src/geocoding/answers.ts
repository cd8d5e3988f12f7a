/** Answers of geocoding services, read defensively. @source docs/reference/integrations.md §6 */
export type GeocoderType = 'nominatim' | 'photon' | 'pelias';

export interface Place {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => Object(value) as Fields;
const textOf = (fields: Fields, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return '';
};

/** Address lines of a service, without what is missing: `Rua A 5, Centro, São Paulo, BR`. */
function addressText(fields: Fields, names: Readonly<Record<string, readonly string[]>>): string {
  const part = (key: string): string => textOf(fields, ...(names[key] ?? []));
  const street = [part('street'), part('number')].filter((text) => text !== '').join(' ');
  const parts = [street, part('district'), part('city'), part('state'), part('country').toUpperCase()];
  return parts.filter((text, i) => text !== '' && parts.indexOf(text) === i).join(', ');
}

const NOMINATIM = {
  street: ['road', 'pedestrian', 'footway'],
  number: ['house_number'],
  district: ['suburb', 'neighbourhood'],
  city: ['city', 'town', 'village', 'municipality'],
  state: ['state', 'state_district'],
  country: ['country_code'],
};
const FEATURES = {
  street: ['street', 'name'],
  number: ['housenumber'],
  district: ['district', 'neighbourhood', 'locality'],
  city: ['city', 'locality', 'county'],
  state: ['state', 'region'],
  country: ['countrycode', 'country_a'],
};

/** The address in the answer to "what is here"; null = nothing known there. */
export function addressIn(type: GeocoderType, answer: unknown): string | null {
  const text =
    type === 'nominatim'
      ? addressText(fieldsOf(fieldsOf(answer)['address']), NOMINATIM)
      : firstFeature(answer);
  return text === '' ? null : text.slice(0, 512);
}

function firstFeature(answer: unknown): string {
  const [feature] = featuresIn(answer);
  const properties = fieldsOf(feature?.['properties']);
  return addressText(properties, FEATURES) || textOf(properties, 'label');
}

/** The places in the answer to "where is this". */
export function placesIn(type: GeocoderType, answer: unknown): readonly Place[] {
  const places = type === 'nominatim' ? nominatimPlaces(answer) : featuresIn(answer).map(featurePlace);
  return places.filter(
    ({ name, latitude, longitude }) => name !== '' && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180,
  );
}

const nominatimPlaces = (answer: unknown): Place[] =>
  (Array.isArray(answer) ? answer : []).map((each: unknown) => {
    const fields = fieldsOf(each);
    const name = textOf(fields, 'display_name');
    // Texts, not numbers, in this service.
    return {
      name,
      latitude: Number(fields['lat'] ?? Number.NaN),
      longitude: Number(fields['lon'] ?? Number.NaN),
    };
  });

const featuresIn = (answer: unknown): readonly Fields[] => {
  const { features } = fieldsOf(answer);
  return Array.isArray(features) ? features.map(fieldsOf) : [];
};
function featurePlace(feature: Fields): Place {
  const properties = fieldsOf(feature['properties']);
  const { coordinates } = fieldsOf(feature['geometry']);
  const [longitude, latitude] = Array.isArray(coordinates) ? coordinates.map(Number) : [];
  const name = textOf(properties, 'label') || addressText(properties, FEATURES);
  return { name, latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN };
}
