import { Alert } from '@mantine/core';
import type { ApiFailure } from '@rastro/tracking-client';
import type { ReactNode } from 'react';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './login.module.css';

export interface LoginErrorProps {
  readonly failure: Pick<ApiFailure, 'code' | 'message'> | null;
  /** A way on, e.g. another try. */
  readonly children?: ReactNode;
}

/** Why the sign-in failed, above the fields. */
export function LoginError({ failure, children }: LoginErrorProps) {
  const failureText = useFailureText();
  if (failure === null) return null;
  return (
    <Alert color="red" variant="light" role="alert" className={styles.alert}>
      {failureText(failure)}
      {children}
    </Alert>
  );
}
