/** Bundles the command line into dist/: one small entry, one chunk a command, so that `--help` loads little. */
import { rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: { fsxbench: 'bin/fsxbench.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  minifySyntax: true,
  minifyWhitespace: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Some dependencies are CommonJS and call require().
  banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  sourcemap: 'linked',
  logLevel: 'warning',
});
writeFileSync('dist/package.json', '{"type":"module"}\n');
