import { ApiSource } from './api-source.ts';
import { DatabaseSource } from './database-source.ts';
import { ImportError } from './import-error.ts';
import { openDatabase, shortOf } from './open-database.ts';
import type { ImportArguments } from './read-arguments.ts';
import type { Source } from './source.ts';

type Address = Pick<ImportArguments, 'from' | 'token' | 'user' | 'password' | 'zone'>;

/** The Traccar at an address. @throws ImportError when it cannot be read that way. */
export async function openSource({ from, token, user, password, zone }: Address): Promise<Source> {
  if (/^https?:\/\//.test(from) && URL.canParse(from)) return new ApiSource(from, token);
  if (from.startsWith('jdbc:h2:'))
    throw new ImportError(
      'H2, the built-in database of Traccar, is read by Java alone. Start that Traccar and read it by its API: --from http://host:8082 --token …',
    );
  const database = await openDatabase({ url: from, user, password });
  return new DatabaseSource({ database, name: shortOf(from), zone });
}
