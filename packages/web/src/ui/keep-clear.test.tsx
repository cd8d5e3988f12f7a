import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useKeepClear } from './keep-clear.ts';

function Part({ edge, px }: { readonly edge: 'top' | 'bottom'; readonly px: number }) {
  useKeepClear(edge, px);
  return null;
}
const clear = (edge: string): string => document.documentElement.style.getPropertyValue(`--clear-${edge}`);

test('[WEB-400] notices keep off what is open at an edge: the tallest of it, and nothing once it is gone', () => {
  const parts = (low: number) => (
    <>
      <Part edge="bottom" px={low} />
      <Part edge="bottom" px={205} />
      <Part edge="top" px={70} />
    </>
  );
  const page = render(parts(52));
  expect([clear('bottom'), clear('top')]).toEqual(['205px', '70px']);
  page.rerender(parts(240));
  expect(clear('bottom')).toBe('240px');
  page.unmount();
  expect([clear('bottom'), clear('top')]).toEqual(['0px', '0px']);
});
