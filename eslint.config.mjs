import tseslint from 'typescript-eslint';

/** Folders that only decide: no file system, no processes, no clock, no environment. */
const pure = [
  'src/agents/**/*.ts',
  'src/mounts/**/*.ts',
  'src/plan/**/*.ts',
  'src/judge/**/*.ts',
  'src/flags/**/*.ts',
  'src/completion/**/*.ts',
  'src/config/!(load|configure).ts',
  'src/images/{tags,chain,layer-dockerfile,image-status}.ts',
  'src/engine/docker/create-options.ts',
  'src/session/{result,labels,container-spec}.ts',
  'src/ui/{escape,quote}.ts',
  'src/own-config/{compare-records,config-record,describe-change,find-addresses,find-commands,guarded-places,parse-settings,record-value,review,select-keys}.ts',
  'src/share/{decide,decide-merge,describe,share-state,situation}.ts',
  'battery/**/*.ts',
];
/** Folders that may look at or change the world. */
const doing = [
  'src/{host,own-config,engine,images,session,state,model,share,commands}/**/*.ts',
  'src/doctor/{run,run-inside,probes/*}.ts',
  'src/{cli,main,load-main-cached}.ts',
  'src/config/load.ts',
];

const effects = [
  'fs',
  'fs/promises',
  'child_process',
  'net',
  'http',
  'https',
  'tls',
  'dgram',
  'dns',
  'os',
  'process',
  'worker_threads',
  'readline',
  'tty',
];
const effectModules = [...effects.map((name) => `node:${name}`), ...effects, 'dockerode', 'tar-fs'];
const noCommandStrings = {
  selector:
    "CallExpression[callee.name=/^(exec|execSync)$/], CallExpression[callee.property.name=/^execSync$/], Property[key.name='shell'][value.value=true]",
  message: 'Never build a command string: pass an argv array to execFile or spawn.',
};

export default tseslint.config(
  { ignores: ['dist', 'dist-test', 'dist-bench', 'node_modules', 'coverage'] },
  ...tseslint.configs.strict,
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, varsIgnorePattern: '^_', argsIgnorePattern: '^_' },
      ],
      'max-lines': ['error', { max: 300 }],
      'no-restricted-syntax': [
        'error',
        noCommandStrings,
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
        {
          selector: "CallExpression[callee.object.name='process'][callee.property.name='exit']",
          message: 'Commands return a number.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'battery/**/*.ts'],
    ignores: doing,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: effectModules.map((name) => ({ name, message: 'Only gathering and doing folders touch the world.' })),
        },
      ],
    },
  },
  {
    files: pure,
    rules: {
      'no-restricted-globals': ['error', 'process', 'fetch', 'setTimeout', 'setInterval'],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now' },
        { object: 'Math', property: 'random' },
        { object: 'performance', property: 'now' },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: effectModules.map((name) => ({ name, message: 'The pure zone decides; it never looks.' })),
          patterns: [
            {
              group: ['**/session/run-*', '**/commands/**', '**/state/**', '**/ui/messages*'],
              allowTypeImports: true,
              message: 'The pure zone does not know who uses it.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/!(commands|cli|main)/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/commands/**', '**/main.ts', '**/cli.ts'],
              message: 'Imports point from cli towards errors, never back.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts', 'vitest.config.ts'],
    rules: {
      'no-restricted-syntax': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'max-lines': 'off',
    },
  },
  { files: ['**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);
