import type { Section } from './case.ts';
import { sectionA } from './section-a.ts';
import { sectionC } from './section-c.ts';
import { sectionE } from './section-e.ts';
import { sectionF } from './section-f.ts';
import { sectionH } from './section-h.ts';
import { sectionI } from './section-i.ts';
import { sectionJ } from './section-j.ts';

/** The catalogue's numbered cases that this program answers so far, and where that is shown. */
export const sections: readonly Section[] = [sectionA, sectionC, sectionE, sectionF, sectionH, sectionI, sectionJ];
