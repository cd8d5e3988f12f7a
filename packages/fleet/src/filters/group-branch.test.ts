import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupBranch } from './group-branch.ts';

const group = (id: number, groupId = 0) => ({ id, groupId, name: `G${id}`, attributes: {} });

test('[BRANCH-1] a branch is a group with all below it, at any depth', () => {
  const groups = [group(3, 2), group(1), group(2, 1), group(4, 1), group(9)];
  assert.deepEqual(groupBranch(groups, 1), [1, 2, 4, 3]);
  assert.deepEqual(groupBranch(groups, 9), [9]);
  assert.deepEqual(groupBranch([], 7), [7]);
});

test('[BRANCH-1] a circle of groups ends', () => {
  assert.deepEqual(groupBranch([group(1, 2), group(2, 1)], 1), [1, 2]);
});
