/** Answers of lfs, of a Lustre with several metadata servers, for scripts of hosts that run here. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Directories are on the first server until turns were asked for (`$LFS_HOME/spread`), unless that is refused. Each
 * answer takes `$LFS_SLOW` seconds; `$LFS_HOME/groups` tells in which groups of processes it was called.
 */
const LFS = `#!/usr/bin/env bash
printf '%s\\n' "$*" >>"$LFS_HOME/calls"
ps -o pgid= $$ >>"$LFS_HOME/groups"
[[ -z \${LFS_SLOW:-} ]] || read -r -t "$LFS_SLOW" _ <> <(:)
case $1 in
mdts) echo 'MDTS:'
  for ((n = 0; n < LFS_SERVERS; n++)); do echo "$n: abcdefgh-MDT000\${n}_UUID ACTIVE"; done
  echo "9: abcdefgh-MDT0009_UUID INACTIVE" ;;
setdirstripe) [[ -z \${LFS_REFUSES:-} ]] || { echo 'lfs setdirstripe: error: Operation not supported' >&2; exit 95; }
  touch "$LFS_HOME/spread" ;;
getdirstripe) shift 2; n=0
  for folder in "$@"; do if [[ -e $LFS_HOME/spread ]]; then echo $((n++ % LFS_SERVERS)); else echo 0; fi; done ;;
esac
`;

/** Puts it into a folder; environment with which scripts find it. */
export function fakeLfs(folder: string, servers: number, refuses = false): Readonly<Record<string, string>> {
  const home = join(folder, 'lfs');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'lfs'), LFS, { mode: 0o755 });
  writeFileSync(join(home, 'calls'), '');
  const path = `${home}:${process.env['PATH'] ?? ''}`;
  return { PATH: path, LFS_HOME: home, LFS_SERVERS: String(servers), LFS_REFUSES: refuses ? '1' : '' };
}
