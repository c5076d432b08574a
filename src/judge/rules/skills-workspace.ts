import { isSkillsWorkspace } from '../../mounts/skills-workspace.ts';
import type { Rule } from '../judge-input.ts';

/** A workspace in the shared skills lives in their mount, which `--skills off` takes away. */
export const skillsWorkspace: Rule = {
  name: 'skills-workspace',
  judge({ facts, options }) {
    if (options.skills !== 'off' || !isSkillsWorkspace(facts)) return {};
    return {
      refusals: [
        {
          code: 'WORKSPACE_REFUSED',
          message: `the workspace ${facts.workspace.path} lies in the shared skills, which --skills off leaves out`,
          hint: 'Use --skills rw or ro, or another workspace.',
        },
      ],
    };
  },
};
