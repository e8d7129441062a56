/**
 * `node build.mjs [cli FOLDER]` bundles the command line into a folder, dist/: one small entry, one chunk a command, so
 * that `--help` loads little; `node build.mjs types` only declares the types of texts. `node build.mjs lambdas
 * [FOLDER]` bundles each lambda into a folder of its own, dist/lambdas/<name>/, that is deployed as it stands;
 * `cdk.json` calls it before every synth.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const SHARED = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  logLevel: 'warning',
  outExtension: { '.js': '.mjs' },
  plugins: [{ name: 'kinds', setup: delayKinds }],
  // Some dependencies are CommonJS and call require().
  banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
};

/**
 * The table of a registry of kinds, with getters in place of its values: a bundle evaluates the modules of a kind when
 * it is first looked up, as most calls use one or two of them.
 */
function delayKinds({ onLoad }) {
  onLoad({ filter: /lib[\\/](?:targets|workloads)[\\/]registry\.ts$/ }, ({ path }) => {
    let contents = readFileSync(path, 'utf8');
    for (const [line, name, module] of contents.matchAll(/^import \{ (\w+) \} from '(\.\/.+)';$/gm)) {
      const entry = new RegExp(`^  (?:('[\\w-]+'|\\w+): )?${name},$`, 'm');
      if (!entry.test(contents)) continue;
      const getter = (_, key = name) =>
        `  get ${key}() { return keep(this, '${key.replaceAll("'", '')}', require('${module}').${name}); },`;
      contents = contents.replace(line, '').replace(entry, getter);
    }
    return { contents: `${contents}\n${KEEP}`, loader: 'ts' };
  });
}

/** Replaces a getter of a kind by its value, as require() makes an object in each call. */
const KEEP = `function keep(table, name, value) {
  Object.defineProperty(table, name, { value });
  return value;
}`;

async function buildCli(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (!['lambdas', 'state-machines', 'test-tree'].includes(name)) rmSync(join(folder, name), { recursive: true });
  }
  await build({
    ...SHARED,
    entryPoints: { fsxbench: 'bin/fsxbench.ts' },
    outdir: folder,
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    target: 'node20',
    sourcemap: 'linked',
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  await buildMachines(dirname(folder));
  const { listTopics } = await importBundle('lib/cli/explain/topics.ts');
  writeFileSync(join(folder, 'topics.json'), JSON.stringify(listTopics()));
  // The first line of the experiments that come along names it, for editors.
  const schema = execFileSync(process.execPath, [join(folder, 'fsxbench.mjs'), 'schema']);
  writeFileSync(join(folder, 'spec.schema.json'), schema);
}

/** The JSON of the state machines, by the module that reads their YAML. */
async function buildMachines(root) {
  if (!existsSync(join(root, 'state-machines'))) return;
  const names = readdirSync(join(root, 'state-machines')).flatMap((file) => /^(.*)\.asl\.yaml$/.exec(file)?.[1] ?? []);
  (await importBundle('lib/machine-files/source.ts')).buildMachines(root, names);
}

/** Bundles a module, and imports it once. */
async function importBundle(path) {
  const outfile = resolve('dist', `once-${process.pid}.mjs`);
  await build({ ...SHARED, entryPoints: [path], outfile, outExtension: {} });
  const module = await import(`${pathToFileURL(outfile).href}?${path}`);
  rmSync(outfile);
  return module;
}

/** The one module with AWS clients, which every handler loads when it first runs. */
const PRODUCTION = 'production.mjs';
const SDKS = 'sdks';
const COPY = { recursive: true };
const LAMBDA = { ...SHARED, minify: true, keepNames: true, target: 'node24' };

async function buildLambdas(folder) {
  rmSync(folder, { recursive: true, force: true });
  const entryPoints = {};
  for (const name of readdirSync('lambdas')) {
    if (existsSync(`lambdas/${name}/handler.ts`)) entryPoints[`${name}/index`] = `lambdas/${name}/handler.ts`;
  }
  await Promise.all([
    build({
      ...LAMBDA,
      entryPoints,
      outdir: folder,
      sourcemap: 'linked',
      sourcesContent: false,
      plugins: [...SHARED.plugins, { name: 'production', setup: keepProductionApart }],
    }),
    // Most of a bundle is SDKs, the same in all of them: they are bundled once, and copied. A chunk for each, which is
    // loaded with its first call. No map: it would be larger than the code.
    build({
      ...LAMBDA,
      entryPoints: { production: 'lib/aws/production.ts' },
      chunkNames: 'sdk/[name]-[hash]',
      splitting: true,
      outdir: join(folder, SDKS),
    }),
  ]);
  for (const name of Object.keys(entryPoints)) cpSync(join(folder, SDKS), join(folder, dirname(name)), COPY);
  rmSync(join(folder, SDKS), COPY);
  // The one that plans renders scripts from the texts of workloads/, and starts experiments by their names.
  cpSync('experiments', join(folder, 'admit', 'experiments'), { recursive: true });
  for (const kind of readdirSync('workloads')) {
    cpSync(join('workloads', kind), join(folder, 'admit', 'workloads', kind), { recursive: true });
  }
}

function keepProductionApart({ onResolve }) {
  onResolve({ filter: /^\.\/production$/ }, () => ({ path: `./${PRODUCTION}`, external: true }));
}

/** Texts with placeholders `{name}`. Their types are literals, so that the compiler knows the facts of each text. */
const TEXTS = ['experiment', 'targets', 'workloads'].flatMap((room) => [`lib/${room}/rules`, `lib/${room}/messages`]);

/** Writes the declarations of the texts, which TypeScript prefers to the JSON beside them. */
function buildTypes() {
  for (const path of TEXTS.filter((path) => existsSync(`${path}.json`))) {
    const texts = JSON.parse(readFileSync(`${path}.json`, 'utf8'));
    const parts = Object.keys(texts).map((name) => `export declare const ${name}: (typeof texts)['${name}'];\n`);
    const declared = `declare const texts: ${JSON.stringify(texts)};\nexport default texts;\n${parts.join('')}`;
    writeFileSync(`${path}.d.json.ts`, declared);
  }
}

const [what, folder] = process.argv.slice(2);
if (what === 'lambdas') {
  await buildLambdas(folder ?? join('dist', 'lambdas'));
} else {
  buildTypes();
  if (what !== 'types') await buildCli(folder ?? 'dist');
}
