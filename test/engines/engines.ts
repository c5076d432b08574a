/** An engine the suite runs on, and what is expected of it. */
export interface TestEngine {
  /** `machine`: the one that is there anyway; else a name of scripts/test-engines.sh. */
  readonly name: string;
  /** For the table. */
  readonly title: string;
  /** What the engine itself must say it is, so that no other one is tested in its place; null: whatever the machine has. */
  readonly version: RegExp | null;
  /** null: sessions run on it. Else the code with which it is refused. */
  readonly refused: string | null;
}

export const engines: readonly TestEngine[] = [
  { name: 'machine', title: 'the machine’s own (CI: Docker 20.10, API 1.41)', version: null, refused: null },
  { name: 'docker-26', title: 'Docker 26.1 (API 1.45)', version: /^26\.1\./, refused: null },
  { name: 'podman-4', title: 'Podman 4.3', version: /^4\.3\./, refused: 'ENGINE_UNSUPPORTED' },
];
