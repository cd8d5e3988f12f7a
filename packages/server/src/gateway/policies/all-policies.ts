import { billingAttributes } from './billing-attributes.ts';
import { carriedCommand, commandByViewer } from './carried-command.ts';
import { currentPassword } from './current-password.ts';
import { driverAttributes } from './driver-attributes.ts';
import { fenceLock } from './fence-lock.ts';
import { identifiers } from './identifiers.ts';
import { driverAttributesFit, userAttributesFit } from './fitting-attributes.ts';
import { storedShares } from './stored-shares.ts';
import { knownCaller } from './known-caller.ts';
import { notSuspended } from './not-suspended.ts';
import { onlyChecksIn } from './only-checks-in.ts';
import { ownClick } from './own-click.ts';
import { ownTokens } from './own-tokens.ts';
import { ownOrigin } from './own-origin.ts';
import type { Policy } from './policy.ts';
import { protectedAttributes } from './protected-attributes.ts';
import { readableBody } from './readable-body.ts';
import { readableCommand } from './readable-command.ts';
import { rightOfRoute, tierOfRoute } from './right-of-route.ts';
import { scoreSettings } from './score-settings.ts';
import { loginIsForm } from './sign-ins.ts';

/** Policies that every call must pass, in this order; the first error is the answer. */
export const POLICIES: readonly Policy[] = [
  ownOrigin,
  ownClick,
  loginIsForm,
  knownCaller,
  notSuspended,
  onlyChecksIn,
  tierOfRoute,
  readableCommand,
  rightOfRoute,
  storedShares,
  readableBody,
  ownTokens,
  fenceLock,
  carriedCommand,
  currentPassword,
  commandByViewer,
  protectedAttributes,
  billingAttributes,
  driverAttributes,
  scoreSettings,
  userAttributesFit,
  driverAttributesFit,
  identifiers,
];
