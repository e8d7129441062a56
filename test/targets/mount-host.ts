/** A host in a temporary folder, with fakes of all commands that mount, install or set something. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { MountContext } from '../../lib/targets/contract';
import type { HostStatus } from '../../lib/workloads/contract';
import { fake } from '../fake';
import { temporaryFolder } from '../temporary';
import cases from './mount-host.cases.json';

const WORKLOADS = join(__dirname, '../../workloads');
const TOOLS = cases.tools;

/** The kernel's state is read from the fakes. */
const KERNEL = `\n${fake('mounts')}`;

export interface PrepareResult {
  readonly code: number | null;
  readonly stderr: string;
  readonly status: HostStatus;
}

/** Available fake commands, and their behavior. */
export const COMMANDS = {
  blkid: `[[ -r $FAKE/formatted ]] && cat "$FAKE/formatted"`,
  'mkfs.xfs': fake('mkfs.xfs'),
  'mkfs.ext4': `echo "mkfs.ext4 $*" >>"$FAKE/calls"; echo ext4 >"$FAKE/formatted"`,
  /** Fails FAKE_MOUNT_FAILS times, then mounts; the kernel reports an address, and FAKE_OPTIONS where they are set. */
  mount: fake('mount'),
  blockdev: `[[ -z \${FAKE_SECTORS:-} ]] || { echo "$FAKE_SECTORS"; exit; }; echo 2000001`,
  dmsetup: `echo "dmsetup $*" >>"$FAKE/calls"; [[ -z \${FAKE_DM_FAILS:-} ]]`,
  xfs_growfs: `echo "xfs_growfs $*" >>"$FAKE/calls"; [[ -z \${FAKE_GROW_FAILS:-} ]] || { echo 'not mounted'; exit 1; }`,
  resize2fs: `echo "resize2fs $*" >>"$FAKE/calls"`,
  lctl: fake('lctl'),
  lfs: fake('lfs'),
  'mount.efs': `echo '/usr/sbin/mount.efs Version: 2.3.0'`,
  'mount.s3files': `echo '/usr/sbin/mount.s3files Version: 3.0.0'`,
  'mount.nfs': `echo 'mount.nfs: (linux nfs-utils 2.5.4)'`,
  nproc: `echo "\${FAKE_PROCESSORS:-8}"`,
  sleep: `echo "sleep $*" >>"$FAKE/calls"`,
  sudo: `shift; exec "$@"`,
} as const;

export class MountHost {
  /** A name that breaks scripts with wrong quoting. */
  readonly folder = temporaryFolder('fsxbench it\'s $(a) "host" ');
  readonly root = join(this.folder, 'host');
  readonly data = join(this.root, 'volumes/c1');
  private readonly bin = join(this.folder, 'bin');
  private readonly settings: Record<string, string> = {};

  constructor(...absent: readonly (keyof typeof COMMANDS)[]) {
    for (const name of ['bin', 'fake', 'host', 'modprobe', 'modules']) mkdirSync(join(this.folder, name));
    for (const name of TOOLS) symlinkSync(findPath(name), join(this.bin, name));
    for (const [name, text] of Object.entries(COMMANDS))
      if (!absent.includes(name as keyof typeof COMMANDS)) this.command(name, text);
    this.release('ID="amzn"\nID_LIKE="fedora"\nVERSION_ID="2023"\nPRETTY_NAME="Amazon Linux 2023"\n');
    this.endpoints('fs id fs-1', 'fs dnsName fs-1.fsx.us-east-1.amazonaws.com', 'fs mountName abcdefgh');
  }

  command(name: string, text: string): this {
    rmSync(join(this.bin, name), { force: true });
    writeFileSync(join(this.bin, name), `#!${findPath('bash')}\n${text}\n`);
    chmodSync(join(this.bin, name), 0o755);
    return this;
  }

  /** A package manager that installs a command of {@link COMMANDS}. */
  brings(manager: string, name: keyof typeof COMMANDS): this {
    writeFileSync(join(this.folder, 'fake/package'), `#!${findPath('bash')}\n${COMMANDS[name]}\n`);
    const bring = `cat "$FAKE/package" >"$FAKE_BIN/${name}"; chmod 755 "$FAKE_BIN/${name}"`;
    return this.command(manager, `echo "${manager} $*" >>"$FAKE/calls"; ${bring}`);
  }

  /** Devices of the host by name, with their serial numbers. */
  devices(serials: Readonly<Record<string, string>>): this {
    for (const [name, serial] of Object.entries(serials)) {
      mkdirSync(join(this.folder, 'sys/block', name, 'device'), { recursive: true });
      writeFileSync(join(this.folder, 'sys/block', name, 'device/serial'), `${serial}\n`);
    }
    return this.hosts('other-0 other 0 10.0.0.9 i-9', 'client-0 client 0 10.0.0.4 i-1');
  }

  /** Devices of the host by name, with the models that their controllers report, padded with blanks. */
  models(names: Readonly<Record<string, string>>): this {
    for (const [name, model] of Object.entries(names)) {
      mkdirSync(join(this.folder, 'sys/block', name, 'device'), { recursive: true });
      writeFileSync(join(this.folder, 'sys/block', name, 'device/model'), `${model.padEnd(40)}\n`);
    }
    return this;
  }

  /** Lines of the list of hosts. */
  hosts(...lines: readonly string[]): this {
    writeFileSync(join(this.folder, 'hosts.txt'), lines.flatMap((line) => (line === '' ? [] : [`${line}\n`])).join(''));
    return this;
  }

  /** Mounts at the place of the target instance, one on top of the other. */
  mounted(times: number): this {
    mkdirSync(join(this.folder, 'proc/self'), { recursive: true });
    mkdirSync(join(this.root, 'volumes'), { recursive: true });
    const target = this.data.replaceAll(' ', '\\040');
    const line = `server:/x ${target} nfs4 rw 0 0\n`;
    writeFileSync(join(this.folder, 'proc/self/mounts'), `/dev/sda1 / ext4 rw 0 0\n${line.repeat(times)}`);
    return this;
  }

  /** A mount at a place of the host, until it is unmounted there. */
  stored(place: string): this {
    mkdirSync(join(this.folder, 'proc/self'), { recursive: true });
    mkdirSync(join(this.root, place), { recursive: true });
    const target = join(this.root, place).replaceAll(' ', '\\040');
    writeFileSync(join(this.folder, 'proc/self/mounts'), `/dev/sda1 / ext4 rw 0 0\nserver:/x ${target} nfs4 rw 0 0\n`);
    const root = "'/dev/sda1 / ext4 rw 0 0'";
    return this.command('umount', `echo "umount $*" >>"$FAKE/calls"; echo ${root} >"$FSXBENCH_PROC/self/mounts"`);
  }

  /** Forgets all mounts. */
  unmounted(): this {
    rmSync(join(this.folder, 'fake/mounted'), { force: true });
    return this;
  }

  release(text: string): void {
    writeFileSync(join(this.folder, 'os-release'), text);
  }

  /** The created resources of the target instance. */
  endpoints(...lines: readonly string[]): this {
    writeFileSync(join(this.folder, 'endpoints.txt'), lines.map((line) => `c1.${line}\n`).join(''));
    return this;
  }

  set(settings: Readonly<Record<string, string>>): this {
    Object.assign(this.settings, settings);
    return this;
  }

  /** Scripts of a kind for its target, with the fake kernel's state. */
  files(kind: string): Readonly<Record<string, string>> {
    const texts = { ...readTexts(kind, ''), ...readTexts('shell', 'shell/') };
    return { ...texts, 'shell/host.sh': `${texts['shell/host.sh'] ?? ''}${KERNEL}` };
  }

  /** Mount point of the kind. */
  place(kind: string): MountContext {
    return { copy: 'c1', roles: ['client'], files: this.files(kind) };
  }

  run(script: string): PrepareResult {
    const out = join(this.folder, 'out');
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out);
    const env = {
      PATH: this.bin,
      FAKE: join(this.folder, 'fake'),
      FAKE_BIN: this.bin,
      FSXBENCH_ROOT: this.root,
      FSXBENCH_OUT: out,
      FSXBENCH_HOST: 'client-0',
      FSXBENCH_COPY: 'c1',
      FSXBENCH_HOSTS: join(this.folder, 'hosts.txt'),
      FSXBENCH_SYS: join(this.folder, 'sys'),
      FSXBENCH_DEV: join(this.folder, 'dev'),
      ...(existsSync(join(this.folder, 'proc')) ? { FSXBENCH_PROC: join(this.folder, 'proc') } : {}),
      FSXBENCH_ROLE: 'client',
      FSXBENCH_INDEX: '0',
      FSXBENCH_ENDPOINTS: join(this.folder, 'endpoints.txt'),
      FSXBENCH_OS_RELEASE: join(this.folder, 'os-release'),
      FSXBENCH_MODPROBE: join(this.folder, 'modprobe'),
      FSXBENCH_MODULES: join(this.folder, 'modules'),
      ...this.settings,
    };
    const { status: code, stderr } = spawnSync(findPath('bash'), ['--norc', '-s'], {
      input: script,
      env,
      encoding: 'utf8',
    });
    return { code, stderr, status: JSON.parse(this.text('out/status.json') ?? '{}') as HostStatus };
  }

  /** A file below the folder; undefined where it does not exist. */
  text(path: string): string | undefined {
    const file = join(this.folder, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  /** Calls of the fakes so far, with the host's folder as `<folder>`. */
  calls(): readonly string[] {
    const text = this.text('fake/calls') ?? '';
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => line.replaceAll(this.folder, '<folder>'));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function readTexts(kind: string, prefix: string): Record<string, string> {
  const folder = join(WORKLOADS, kind);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [`${prefix}${name}`, readFileSync(join(folder, name), 'utf8')]),
  );
}

const paths = new Map<string, string>();

function findPath(name: string): string {
  const path = paths.get(name) ?? execFileSync('bash', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
  paths.set(name, path);
  return path;
}
