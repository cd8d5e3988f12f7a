/** Turns a switch of the map in the address round. */
export function toggleParam(search: URLSearchParams, name: string): URLSearchParams {
  if (search.get(name) === '1') search.delete(name);
  else {
    search.set(name, '1');
    // The whole day is shown once; a map that follows would leave it with the next position.
    if (name === 'today') search.delete('follow');
  }
  return search;
}
