import { ApiSource } from './api-source.ts';
import { ImportError } from './import-error.ts';
import type { ImportArguments } from './read-arguments.ts';
import type { Source } from './source.ts';

/** The Traccar at an address. @throws ImportError when it cannot be read that way. */
export async function openSource({ from, token }: ImportArguments): Promise<Source> {
  if (/^https?:\/\//.test(from) && URL.canParse(from)) return new ApiSource(from, token);
  if (/^jdbc:h2:/.test(from))
    throw new ImportError(
      'H2, the built-in database of Traccar, is read by Java alone. Start that Traccar and read it by its API: --from http://host:8082 --token …',
    );
  throw new ImportError(
    `Cannot import from ${from.split('?')[0]}: it is neither a web nor a database address`,
  );
}
