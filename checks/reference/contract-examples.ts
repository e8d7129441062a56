/** Examples of contracts: every `@example` in `lib/shapes` must have the type of its contract. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** An `@example` of a contract; `…` stands for omitted members. */
export interface ContractExample {
  readonly file: string;
  readonly contract: string;
  readonly text: string;
}

const FOLDER = 'lib/shapes';
const PATTERN = /@example (\{(?:(?!\*\/)[^])*?\})\s*\*\/\nexport (?:interface|type) (\w+)/g;

export const CONTRACT_EXAMPLES: readonly ContractExample[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) =>
    [...readFileSync(`${FOLDER}/${name}`, 'utf8').matchAll(PATTERN)].map(([, text = '', contract = '']) => ({
      file: name.slice(0, -3),
      contract,
      text: text.replaceAll(/\n \*\s*/g, ' '),
    })),
  );

/** The messages of the compiler about examples that do not have the type of their contract; empty if all do. */
export function findExampleFaults(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fsxbench-examples-'));
  writeFileSync(join(folder, 'examples.ts'), CONTRACT_EXAMPLES.map(toDeclaration).join('\n'));
  const flags = '--noEmit --strict --skipLibCheck --resolveJsonModule --allowImportingTsExtensions --pretty false';
  const settings = '--target es2023 --module esnext --moduleResolution bundler';
  const [tsc, types] = [resolve('node_modules/typescript/bin/tsc'), resolve('node_modules/@types')];
  const args = [
    tsc,
    '--types',
    'node',
    '--typeRoots',
    types,
    ...flags.split(' '),
    ...settings.split(' '),
    'examples.ts',
  ];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout + stderr;
}

function toDeclaration({ file, contract, text }: ContractExample, index: number): string {
  const type = `import('${resolve(FOLDER, file)}').${contract}`;
  const isPartial = text.endsWith(', … }');
  return `export const e${index}: ${isPartial ? `Partial<${type}>` : type} = ${text.replace(', … }', ' }')};`;
}
