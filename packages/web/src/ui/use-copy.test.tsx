import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useCopy } from './use-copy.ts';

test('[WEB-600] a text is copied over plain HTTP, too, where a browser has no clipboard', async () => {
  let taken = '';
  Object.assign(document, {
    execCommand: () => {
      taken = document.querySelector('textarea')?.value ?? '';
      return true;
    },
  });
  expect('clipboard' in navigator).toBe(false);
  const { result } = renderHook(() => useCopy());
  await act(() => result.current.copy('  setparam 2001:apn'));
  expect(taken).toBe('  setparam 2001:apn');
  expect(result.current.isCopied).toBe(true);
  expect(document.querySelector('textarea')).toBeNull();
});
