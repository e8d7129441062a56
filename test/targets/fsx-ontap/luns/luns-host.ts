/** A host that attaches LUNs of one simulated ONTAP: its REST interface, its portals and the kernel are fakes. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashLuns } from '../../../../lib/targets/fsx-ontap/luns/luns';
import { type FsxOntap, ontapMountSchema } from '../../../../lib/targets/fsx-ontap/schema';
import { fsxOntap } from '../../../../lib/targets/fsx-ontap/target';
import { fake } from '../../../fake';
import { MountHost, type PrepareResult } from '../../mount-host';
import { SECOND } from '../config';

export const LUNS = { perHost: 3, sizeGiB: 64, log: { perHost: 1, sizeGiB: 8 } };
export const CONFIG: FsxOntap = { ...SECOND, volumes: { count: 1, sizeGiB: 1024 }, luns: LUNS };

/**
 * Keeps LUNs, groups and maps in a file; the serial number of a LUN counts its creation. Listings have pages of five.
 * ONTAP_FAULT: `late`: a new LUN is listed from the next call on; `lost`: every third call takes effect without an
 * answer; `full`: no LUN can be created.
 */
const CURL = fake('curl');
/**
 * A rescan shows the LUNs mapped to the host, and FAKE_EXTRA. Sessions are complete but for FAKE_NO_SESSION,
 * `<portal>.<number>`, which appears with login FAKE_LOGINS.
 */
const ISCSIADM = fake('iscsiadm');
/** Each LUN has the paths of one pair, but FAKE_PATHS, `<number of the LUN> <paths>`; one more has failed. */
const MULTIPATH = fake('multipath');
const DMSETUP = `echo "dmsetup $*" >>"$FAKE/calls"
case $1 in create) : >"$FSXBENCH_DEV/mapper/$2" ;; remove) rm "$FSXBENCH_DEV/mapper/$2" ;; esac`;
const MKFS = `echo "mkfs.xfs $*" >>"$FAKE/calls"; echo "$4" >"$FAKE/label-\${5##*/}"`;

interface State {
  readonly luns: readonly { readonly name: string; readonly size: number }[];
  readonly groups: readonly object[];
  readonly maps: readonly object[];
  /** Number of curl calls, and their arguments. */
  readonly runs: number;
  readonly args: readonly string[];
}

export class Host extends MountHost {
  constructor(
    readonly name: string,
    shared?: Host,
  ) {
    super();
    const dev = join(this.folder, 'dev');
    for (const part of ['disk/by-id', 'mapper']) mkdirSync(join(dev, part), { recursive: true });
    mkdirSync(join(this.folder, 'etc/iscsi'), { recursive: true });
    if (shared === undefined) mkdirSync(join(this.root, 'exchange'), { recursive: true });
    else cpSync(join(shared.root, 'exchange'), join(this.root, 'exchange'), { recursive: true });
    this.endpoints(
      'fs id fs-1',
      'fs management management.fs-1',
      'svm dnsName svm-1.fs-1',
      'svm iscsi 10.0.2.10',
      'secret id arn:aws:secretsmanager:eu-west-1:123456789012:secret:fsxbench/one',
    );
    this.command('curl', CURL)
      .command('aws', 'echo s3cr3t1Password')
      .command('iscsiadm', ISCSIADM)
      .command('dmsetup', DMSETUP)
      .command('mkfs.xfs', MKFS)
      .command('blkid', 'for last; do :; done; cat "$FAKE/label-${last##*/}" 2>/dev/null')
      .command('blockdev', 'echo 134217728')
      .command('multipath', MULTIPATH)
      .command('systemctl', ':');
    for (const tool of ['jq', 'mktemp', 'wc', 'rm', 'od', 'tr', 'grep', 'sed', 'sha256sum'])
      this.command(tool, `exec "$(PATH=/usr/local/bin:/usr/bin:/bin command -v ${tool})" "$@"`);
    this.hosts('other-0 other 0 10.0.0.9 i-9', 'client-0 client 0 10.0.0.4 i-1', 'client-1 client 1 10.0.0.5 i-2');
    const state = join((shared ?? this).folder, 'ontap.json');
    this.set({ FSXBENCH_HOST: name, FSXBENCH_DEV: dev, FSXBENCH_ETC: join(this.folder, 'etc'), ONTAP_STATE: state });
    this.set({ FSXBENCH_UNITS: join(this.folder, 'units'), FSXBENCH_RUN: join(this.folder, 'run') });
  }

  attach(mount: object = {}, config: FsxOntap = CONFIG): PrepareResult {
    return this.run(fsxOntap.mounting.mount(config, ontapMountSchema.parse(mount), this.place('fsx-ontap')).up);
  }

  detach(mount: object = {}, config: FsxOntap = CONFIG): PrepareResult {
    return this.run(fsxOntap.mounting.mount(config, ontapMountSchema.parse(mount), this.place('fsx-ontap')).down);
  }

  /** The state of a host that does not run here. */
  sees(host: string, ...serials: readonly string[]): void {
    const folder = join(this.root, 'exchange/c1', hashLuns({ haPairs: 2, luns: LUNS }), 'seen');
    mkdirSync(folder, { recursive: true });
    this.write(join(folder, host), serials);
  }

  state(): State {
    return JSON.parse(this.text('ontap.json') ?? '') as State;
  }

  private write(file: string, lines: readonly string[]): void {
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  }
}
