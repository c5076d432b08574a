import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, linkSync, lutimesSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Situation } from '../../src/share/situation.ts';

/** Two real trees, and what the test may do to them; removed and unmounted when it ends. */
export interface ShareWorld {
  readonly root: string;
  readonly home: string;
  readonly share: string;
  /** `~/.agents/skills` and the shared one. */
  readonly skills: string;
  readonly shared: string;
  /** The share is where one is by itself. */
  usual: boolean;
  run(command: string, ...args: string[]): void;
  mount(path: string, ...args: string[]): void;
}

export interface ShareCase {
  readonly name: string;
  readonly situation: Situation;
  readonly make: (world: ShareWorld) => void;
  /** What `~/.agents/skills` is afterwards. */
  readonly then: 'link' | 'directory' | 'as before';
  /** Text the report must have. */
  readonly says?: RegExp;
  /** Names the shared directory has afterwards. */
  readonly shared?: readonly string[];
}

const file = (path: string, text = 'x', mode = 0o644): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
};
const directory = (path: string): void => void mkdirSync(path, { recursive: true });
const link = (world: ShareWorld, target: string): void => {
  directory(dirname(world.skills));
  world.run('ln', '-s', target, world.skills);
};

/** One skill with everything a copy can get wrong. */
function rich(path: string): void {
  file(join(path, 'SKILL.md'), '---\nname: rich\n---\n');
  file(join(path, 'scripts/run me.sh'), '#!/bin/sh\n', 0o750);
  linkSync(join(path, 'SKILL.md'), join(path, 'hard'));
  execFileSync('ln', ['-s', '../../nowhere', join(path, 'dangling')]);
  execFileSync('ln', ['-s', '/etc', join(path, 'away')]);
  execFileSync('mkfifo', [join(path, 'fifo')]);
  file(join(path, 'line\nbreak'), 'n');
  file(join(path, 'secret'), 's', 0o400);
  chmodSync(join(path, 'scripts'), 0o555);
  lutimesSync(path, 1_000_000_000, 1_000_000_000);
}

/** docs/share.md lists them; test/engine/share.test.ts tries each on real file systems. */
export const shareCases: readonly ShareCase[] = [
  { name: 'no share, nothing', situation: 'nothing-yet', make: (w) => w.run('rmdir', w.share), then: 'directory' },
  {
    name: 'no share, skills',
    situation: 'private',
    make: (w) => (w.run('rmdir', w.share), rich(join(w.skills, 'rich'))),
    then: 'as before',
  },
  {
    name: 'the share is gone, its link is left',
    situation: 'share-gone',
    make: (w) => (w.run('rmdir', w.share), link(w, w.shared)),
    then: 'as before',
    says: /is not there: mount it/,
  },
  {
    name: 'no share, a link elsewhere',
    situation: 'other-link',
    make: (w) => (w.run('rmdir', w.share), link(w, '/nowhere')),
    then: 'as before',
  },
  { name: 'an empty share, nothing', situation: 'adopt', make: () => undefined, then: 'link', shared: [] },
  {
    name: 'a share with skills, nothing',
    situation: 'adopt',
    make: (w) => rich(join(w.shared, 'rich')),
    then: 'link',
    shared: ['rich'],
  },
  {
    name: 'the right link',
    situation: 'linked',
    make: (w) => (rich(join(w.shared, 'rich')), link(w, w.shared)),
    then: 'as before',
    shared: ['rich'],
  },
  {
    name: 'the right link, relative',
    situation: 'linked',
    make: (w) => (directory(w.shared), link(w, '../../share/.agents/skills')),
    then: 'as before',
  },
  {
    name: 'the right link, nothing behind it',
    situation: 'linked-bare',
    make: (w) => link(w, w.shared),
    then: 'as before',
    shared: [],
  },
  {
    name: 'a link elsewhere, with skills there',
    situation: 'repoint',
    make: (w) => (rich(join(w.root, 'else/rich')), link(w, join(w.root, 'else'))),
    then: 'link',
    says: /before, to .*else, where nothing was changed/,
  },
  { name: 'a dangling link', situation: 'repoint', make: (w) => link(w, '/nowhere'), then: 'link', says: /\/nowhere/ },
  { name: 'an empty directory', situation: 'empty', make: (w) => directory(w.skills), then: 'link', shared: [] },
  {
    name: 'skills, the share has none',
    situation: 'populated',
    make: (w) => (rich(join(w.skills, 'rich')), file(join(w.skills, 'b/SKILL.md')), file(join(w.skills, 'README'))),
    then: 'link',
    shared: ['README', 'b', 'rich'],
  },
  {
    name: 'skills on both sides: new, equal, different, another case',
    situation: 'populated',
    make: (w) => {
      for (const name of ['mine', 'same', 'other', 'Case']) file(join(w.skills, name, 'SKILL.md'), name);
      for (const name of ['same', 'theirs', 'case']) file(join(w.shared, name, 'SKILL.md'), name);
      file(join(w.shared, 'other/SKILL.md'), 'not mine');
    },
    then: 'link',
    says: /another of that name, which stays.*other/,
    shared: ['case', 'mine', 'other', 'same', 'theirs'],
  },
  {
    name: 'skills, on another file system than the share',
    situation: 'populated',
    make: (w) => (w.mount(w.share, '-t', 'tmpfs', 'tmpfs'), rich(join(w.skills, 'rich'))),
    then: 'link',
    shared: ['rich'],
  },
  {
    name: 'a top-level link to secrets, a name with a line break, an option, bytes that are no UTF-8',
    situation: 'populated',
    make: (w) => {
      file(join(w.home, '.ssh/id'), 'secret', 0o600);
      directory(w.skills);
      w.run('ln', '-s', join(w.home, '.ssh'), join(w.skills, 'ssh'));
      file(join(w.skills, 'line\nbreak/SKILL.md'));
      file(join(w.skills, '--help/SKILL.md'));
      writeFileSync(Buffer.concat([Buffer.from(`${w.skills}/`), Buffer.of(0xff)]), 'raw');
    },
    then: 'link',
    says: /not UTF-8/,
    shared: ['--help', 'line\nbreak', 'ssh'],
  },
  {
    name: 'something is mounted on the skills',
    situation: 'skills-mounted',
    make: (w) => (directory(w.skills), w.mount(w.skills, '-t', 'tmpfs', 'tmpfs'), file(join(w.skills, 'a/SKILL.md'))),
    then: 'as before',
  },
  {
    name: 'something is mounted on one of the skills',
    situation: 'skills-mounted',
    make: (w) => (
      file(join(w.skills, 'b/SKILL.md')),
      directory(join(w.skills, 'a')),
      w.mount(join(w.skills, 'a'), '-t', 'tmpfs', 'tmpfs')
    ),
    then: 'as before',
  },
  {
    name: 'the usual place of the share, not mounted, skills',
    situation: 'share-not-mounted',
    make: (w) => ((w.usual = true), rich(join(w.skills, 'rich'))),
    then: 'as before',
    says: /nothing is mounted at/,
  },
  {
    name: 'the usual place of the share, not mounted, nothing',
    situation: 'share-not-mounted',
    make: (w) => void (w.usual = true),
    then: 'directory',
  },
  {
    name: 'the usual place of the share, mounted, skills',
    situation: 'populated',
    make: (w) => (
      (w.usual = true),
      w.mount(w.share, '-t', 'tmpfs', '-o', 'mode=700', 'tmpfs'),
      rich(join(w.skills, 'rich'))
    ),
    then: 'link',
    shared: ['rich'],
  },
  { name: 'a file in the way', situation: 'skills-in-the-way', make: (w) => file(w.skills), then: 'as before' },
  {
    name: 'skills of someone else',
    situation: 'skills-in-the-way',
    make: (w) => (directory(w.skills), chownSync(w.skills, 4242, 4242)),
    then: 'as before',
  },
  {
    name: '~/.agents is a link',
    situation: 'agents-in-the-way',
    make: (w) => (rich(join(w.root, 'else/skills/rich')), w.run('ln', '-s', '../else', join(w.home, '.agents'))),
    then: 'as before',
  },
  {
    name: '~/.agents is a file',
    situation: 'agents-in-the-way',
    make: (w) => file(join(w.home, '.agents')),
    then: 'as before',
  },
  {
    name: 'the home is someone else’s',
    situation: 'home-foreign',
    make: (w) => chownSync(w.home, 4242, 4242),
    then: 'as before',
  },
  {
    name: 'the share is read-only, skills',
    situation: 'share-read-only',
    make: (w) => (rich(join(w.skills, 'rich')), w.mount(w.share, '-t', 'tmpfs', '-o', 'ro', 'tmpfs')),
    then: 'as before',
    says: /cannot be written/,
  },
  {
    name: 'the share is read-only, nothing',
    situation: 'share-read-only',
    make: (w) => w.mount(w.share, '-t', 'tmpfs', '-o', 'ro', 'tmpfs'),
    then: 'directory',
    says: /cannot be written/,
  },
  {
    name: 'the share is full, skills',
    situation: 'populated',
    make: (w) => {
      w.mount(w.share, '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs');
      file(join(w.skills, 'a/SKILL.md'));
      file(join(w.skills, 'big/data'), 'x'.repeat(1 << 20));
    },
    then: 'as before',
    says: /it is full/,
  },
  {
    name: 'the share has no room for a directory, nothing',
    situation: 'adopt',
    make: (w) => w.mount(w.share, '-t', 'tmpfs', '-o', 'nr_inodes=1', 'tmpfs'),
    then: 'directory',
    says: /it is full/,
  },
  {
    name: 'the share is a file',
    situation: 'share-unusable',
    make: (w) => (w.run('rmdir', w.share), file(w.share)),
    then: 'directory',
  },
  {
    name: 'the share is someone else’s',
    situation: 'share-unusable',
    make: (w) => (rich(join(w.skills, 'rich')), chownSync(w.share, 4242, 4242)),
    then: 'as before',
  },
  {
    name: 'the share’s skills are a link to ~/.ssh',
    situation: 'shared-in-the-way',
    make: (w) => {
      file(join(w.home, '.ssh/id'), 'secret', 0o600);
      directory(dirname(w.shared));
      w.run('ln', '-s', join(w.home, '.ssh'), w.shared);
      rich(join(w.skills, 'rich'));
    },
    then: 'as before',
  },
  {
    name: 'the share’s skills are a file',
    situation: 'shared-in-the-way',
    make: (w) => file(w.shared),
    then: 'directory',
  },
];
