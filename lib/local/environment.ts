/** What processes of a host see: what they need, and nothing of the shell that fsxbench was started from. */
import { FsxbenchError } from '../shapes/errors';
import type { HostFolder } from './host-folder';

/** Search path where the program has none: as login(1) of Debian sets it for root. */
const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Settings that every process of a host carries; its root is also how it is found (see {@link marksOf}). */
export function environmentFor(
  folder: HostFolder,
  own: Readonly<Record<string, string>>,
  outer: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return {
    FSXBENCH_HOST_ID: folder.instanceId,
    FSXBENCH_ROOT: folder.root,
    FSXBENCH_LOCAL: '1',
    PATH: outer['PATH'] ?? DEFAULT_PATH,
    HOME: outer['HOME'] ?? folder.work,
    LANG: 'C.UTF-8',
    TMPDIR: folder.temp,
    ...kernel(outer),
    ...own,
  };
}

/** Where the kernel tells of itself (`workloads/shell/evidence.sh`): tests give other folders than /proc and /sys. */
function kernel(outer: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { FSXBENCH_PROC, FSXBENCH_SYS } = outer;
  return {
    ...(FSXBENCH_PROC === undefined ? {} : { FSXBENCH_PROC }),
    ...(FSXBENCH_SYS === undefined ? {} : { FSXBENCH_SYS }),
  };
}

/** Settings by which a process of the host is known, wherever it went: its folder, which no other host has. */
export function marksOf(folder: HostFolder): string[] {
  return [`FSXBENCH_ROOT=${folder.root}`];
}

/** Parameters of the SSM document, and the settings by which the wrapper takes them. */
const PARAMETERS: Readonly<Record<string, string>> = {
  ScriptKey: 'FSXBENCH_SCRIPT_KEY',
  ScriptSha256: 'FSXBENCH_SCRIPT_SHA256',
  HostsKey: 'FSXBENCH_HOSTS_KEY',
  EndpointsKey: 'FSXBENCH_ENDPOINTS_KEY',
  OutputPrefix: 'FSXBENCH_OUTPUT_PREFIX',
  Attempt: 'FSXBENCH_ATTEMPT',
  Step: 'FSXBENCH_STEP',
  StartAt: 'FSXBENCH_START_AT',
  IssuedAt: 'FSXBENCH_ISSUED_AT',
  ExecutionTimeout: 'FSXBENCH_EXECUTION_TIMEOUT',
};

/** What only managed hosts are told: a host here has its wrapper. */
const OF_MANAGED: readonly string[] = ['WrapperKey'];

/** @throws Error for a parameter that the document does not have, or a value that no process can be given. */
export function parametersAsEnvironment(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (OF_MANAGED.includes(name)) continue;
    const setting = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
    if (setting === undefined)
      throw new FsxbenchError(
        'HostFailed',
        `the document has no parameter '${name}', only ${Object.keys(PARAMETERS).join(', ')}`,
      );
    if (value.includes('\0')) throw new FsxbenchError('HostFailed', `parameter ${name} holds a NUL character`);
    settings[setting] = value;
  }
  return settings;
}
