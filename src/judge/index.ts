import type { Judgement, JudgeInput, Rule } from './judge-input.ts';
import { ancestors } from './rules/ancestors.ts';
import { gitPointer } from './rules/git-pointer.ts';
import { liveSessions } from './rules/live-sessions.ts';
import { masks } from './rules/masks.ts';
import { nestedSources } from './rules/nested-sources.ts';
import { owners } from './rules/owners.ts';
import { places } from './rules/places.ts';
import { protectedObjects } from './rules/protected-objects.ts';
import { sharedConfig } from './rules/shared-config.ts';
import { skillsWorkspace } from './rules/skills-workspace.ts';
import { submounts } from './rules/submounts.ts';
import { targets } from './rules/targets.ts';
import { wideSources } from './rules/wide-sources.ts';
import { workspaceAccess } from './rules/workspace-access.ts';

/** Every rule, most telling first: the first refusal's code is the launch's. */
export const rules: readonly Rule[] = [
  wideSources,
  skillsWorkspace,
  gitPointer,
  protectedObjects,
  targets,
  nestedSources,
  places,
  owners,
  masks,
  ancestors,
  workspaceAccess,
  liveSessions,
  sharedConfig,
  submounts,
];

/** Judges the pinned sources and the targets of a plan. Pure; all refusals are collected, none is thrown. */
export function judge(input: JudgeInput): Judgement {
  const parts = rules.map((rule) => rule.judge(input));
  return {
    refusals: parts.flatMap(({ refusals }) => refusals ?? []),
    notes: parts.flatMap(({ notes }) => notes ?? []),
  };
}
