/** Two hosts attach LUNs of one modelled ONTAP: its REST interface, its portals and the kernels are fakes. */
import { mkdirSync, readdirSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lunSet, lunsOf, lunVolumes } from '../../../../lib/targets/fsx-ontap/luns/luns';
import { type FsxOntap, mountSchema } from '../../../../lib/targets/fsx-ontap/schema';
import { fsxOntap } from '../../../../lib/targets/fsx-ontap/target';
import { MountWorld, type Prepared } from '../../mount-world';
import { SECOND } from '../config';

const LUNS = { perHost: 3, sizeGiB: 64, log: { perHost: 1, sizeGiB: 8 } };
const CONFIG: FsxOntap = { ...SECOND, volumes: { count: 1, sizeGiB: 1024 }, luns: LUNS };

/** Keeps LUNs, groups and maps in a file; a LUN's serial number is that of its making. */
const CURL = `
exec /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin STATE="$ONTAP_STATE" /usr/bin/env python3 -c '
import json, os, sys, re
args, path = sys.argv[1:], os.environ["STATE"]
state = json.load(open(path)) if os.path.exists(path) else {"luns": [], "groups": [], "maps": [], "made": 0, "log": []}
value = lambda name: args[args.index(name) + 1] if name in args else None
method, url, body = value("--request"), args[-1].split("/api", 1)[1], json.loads(value("--data") or "null")
where, answer = url.split("?")[0], {}
state["log"].append(method + " " + where)
if method == "POST" and where == "/storage/luns":
    state["made"] += 1
    state["luns"].append({"name": body["name"], "size": body["space"]["size"], "uuid": str(state["made"]),
        "serial_number": "lun%09d" % state["made"]})
elif method == "POST" and where == "/protocols/san/igroups": state["groups"].append(body)
elif method == "POST": state["maps"].append({"lun": body["lun"], "igroup": body["igroup"]})
elif method == "DELETE":
    gone = [one for one in state["luns"] if one["uuid"] == where.split("/")[-1]][0]["name"]
    state["luns"] = [one for one in state["luns"] if one["name"] != gone]
    state["maps"] = [one for one in state["maps"] if one["lun"]["name"] != gone]
elif where == "/storage/luns": answer = {"records": state["luns"]}
elif where == "/protocols/san/igroups": answer = {"records": state["groups"]}
else: answer = {"records": state["maps"]}
json.dump(state, open(path, "w"))
json.dump(answer, open(value("--output"), "w"))
print(200, end="")
' "$@"
`;
/** A rescan shows what is mapped to the host, and FAKE_EXTRA. */
const ISCSIADM = `
echo "iscsiadm $*" >>"$FAKE/calls"
[[ $* != '--mode session --rescan' ]] || for serial in $(jq -r --arg host "$FSXBENCH_HOST" '.maps as $maps | .luns[] |
  select(.name as $name | any($maps[]; .lun.name == $name and .igroup.name == $host)) | .serial_number' \\
  "$ONTAP_STATE") \${FAKE_EXTRA:-}; do
  : >"$FSXBENCH_DEV/disk/by-id/dm-uuid-mpath-3600a0980$(printf '%s' "$serial" | od -An -v -tx1 | tr -d ' \\n')"
done
[[ $* != *--logout* ]] || rm -f "$FSXBENCH_DEV"/disk/by-id/*
`;
const DMSETUP = `echo "dmsetup $*" >>"$FAKE/calls"
case $1 in create) : >"$FSXBENCH_DEV/mapper/$2" ;; remove) rm "$FSXBENCH_DEV/mapper/$2" ;; esac`;
const MKFS = `echo "mkfs.xfs $*" >>"$FAKE/calls"; echo "$4" >"$FAKE/label-\${5##*/}"`;

class Host extends MountWorld {
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
      .command('multipath', ':')
      .command('systemctl', ':');
    for (const tool of ['jq', 'od', 'tr', 'grep', 'sed', 'sha256sum'])
      this.command(tool, `exec "$(PATH=/usr/local/bin:/usr/bin:/bin command -v ${tool})" "$@"`);
    this.hosts('other-0 other 0 10.0.0.9 i-9', 'client-0 client 0 10.0.0.4 i-1', 'client-1 client 1 10.0.0.5 i-2');
    const state = join((shared ?? this).folder, 'ontap.json');
    this.set({ FSXBENCH_HOST: name, FSXBENCH_DEV: dev, FSXBENCH_ETC: join(this.folder, 'etc'), ONTAP_STATE: state });
  }

  attach(mount: object = {}, config: FsxOntap = CONFIG): Prepared {
    return this.run(fsxOntap.mount(config, mountSchema.parse(mount), this.place('fsx-ontap')).up);
  }

  detach(mount: object = {}, config: FsxOntap = CONFIG): Prepared {
    return this.run(fsxOntap.mount(config, mountSchema.parse(mount), this.place('fsx-ontap')).down);
  }

  /** What a host that is not started here has told. */
  sees(host: string, ...serials: readonly string[]): void {
    const folder = join(this.root, 'exchange/c1', lunSet({ haPairs: 2, luns: LUNS }), 'seen');
    mkdirSync(folder, { recursive: true });
    this.write(join(folder, host), serials);
  }

  state(): { luns: { name: string; size: number; serial_number: string }[]; groups: object[]; maps: object[] } {
    return JSON.parse(this.text('ontap.json') ?? '') as ReturnType<Host['state']>;
  }

  private write(file: string, lines: readonly string[]): void {
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  }
}

const SET = lunSet({ haPairs: 2, luns: LUNS });
const serial = (number: number): string => `lun${String(number).padStart(9, '0')}`;

describe('LUNs', () => {
  let first: Host;
  beforeEach(() => {
    first = new Host('client-0');
  });
  afterEach(() => {
    first.remove();
  });

  it('are made by the first host for all, over both pairs in turn, each for one initiator alone', () => {
    first.sees('client-1', ...[5, 6, 7, 8].map(serial));
    const { code, stderr, status } = first.attach();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { luns, groups, maps } = first.state();
    expect(luns.map(({ name, size }) => [name, size / 1024 ** 3])).toEqual([
      [`/vol/luns1/${SET}_client-0_000`, 64],
      [`/vol/luns2/${SET}_client-0_001`, 64],
      [`/vol/luns1/${SET}_client-0_002`, 64],
      [`/vol/luns2/${SET}_client-0_003`, 8],
      [`/vol/luns2/${SET}_client-1_000`, 64],
      [`/vol/luns1/${SET}_client-1_001`, 64],
      [`/vol/luns2/${SET}_client-1_002`, 64],
      [`/vol/luns1/${SET}_client-1_003`, 8],
    ]);
    expect(groups).toMatchObject([
      { name: 'client-0', protocol: 'iscsi', initiators: [{ name: 'iqn.2026-01.dev.fsxbench:i-1' }] },
      { name: 'client-1', protocol: 'iscsi', initiators: [{ name: 'iqn.2026-01.dev.fsxbench:i-2' }] },
    ]);
    expect(maps).toHaveLength(8);
    expect(first.text('etc/iscsi/initiatorname.iscsi')).toBe('InitiatorName=iqn.2026-01.dev.fsxbench:i-1\n');
    const calls = first.calls();
    expect(calls).toContain('iscsiadm --mode node --op update --name node.session.nr_sessions --value 4');
    const striped = calls.find((line) => line.startsWith('dmsetup'));
    // 64 GiB each, 256 KiB on one before the next has its turn.
    expect(striped).toMatch(/^dmsetup create fsxbench-c1-data --table 0 402653184 striped 3 512 \S+ 0 \S+ 0 \S+ 0$/);
    expect(calls.filter((line) => line.startsWith('mkfs.xfs'))).toHaveLength(2);
    expect(status.facts).toMatchObject({ luns: [1, 2, 3, 4].map(serial).join(' '), stripe: '3 x 262144' });
    expect(readdirSync(first.data).sort()).toEqual(['client-0', 'log']);
    expect(readdirSync(join(first.data, 'log'))).toEqual(['client-0']);
    expect(JSON.stringify([calls, status])).not.toContain('s3cr3t1Password');
  });

  it('are each host’s own: the second one makes none, and finds those that the first has made for it', () => {
    first.sees('client-1', ...[5, 6, 7, 8].map(serial));
    expect(first.attach().code).toBe(0);
    // It has the same volume: what the first has told.
    const second = new Host('client-1', first);
    const { code, stderr, status } = second.attach({ luns: 2, sessions: 1, stripe: '1m' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    second.remove();
    expect(first.state().luns).toHaveLength(8);
    expect(status.facts).toMatchObject({
      luns: [5, 6, 7, 8].map(serial).join(' '),
      stripe: '2 x 1048576',
      sessions: '1',
    });
  });

  it('are not written where this host sees one that is not its own', () => {
    first.set({ FAKE_EXTRA: serial(5) });
    const { code, stderr } = first.attach();
    expect(code).toBe(1);
    expect(stderr).toContain(
      `LunShared: client-0 sees ${[1, 2, 3, 4, 5].map(serial).join(' ')}, its own are ` +
        [1, 2, 3, 4].map(serial).join(' '),
    );
    expect(first.calls().filter((line) => /^(mkfs|dmsetup|mount -t xfs)/.test(line))).toEqual([]);
  });

  it('are not written where another host sees them, too', () => {
    first.sees('client-1', ...[2, 5, 6, 7, 8].map(serial));
    const { code, stderr } = first.attach();
    expect(code).toBe(1);
    expect(stderr).toContain(`LunShared: ${serial(2)} of client-0 is seen by client-1, too`);
    expect(first.calls().filter((line) => /^(mkfs|dmsetup|mount -t xfs)/.test(line))).toEqual([]);
  });

  it('keep what is on them when sessions change, and not when the stripe does', () => {
    first.sees('client-1', ...[5, 6, 7, 8].map(serial));
    const formats = (): number => first.calls().filter((line) => line.startsWith('mkfs.xfs')).length;
    first.attach();
    first.unmounted();
    expect(first.detach().code).toBe(0);
    expect(first.attach({ sessions: 1 }).stderr).toBe('');
    expect(formats()).toBe(2);
    first.unmounted();
    first.detach();
    expect(first.attach({ stripe: '1m' }).stderr).toBe('');
    expect(formats()).toBe(3);
    expect(first.state().luns).toHaveLength(8);
  });

  it('are made anew where pairs were added, once nobody uses those of before', () => {
    first.sees('client-1', ...[5, 6, 7, 8].map(serial));
    first.attach();
    first.unmounted();
    first.detach();
    const more = { ...CONFIG, haPairs: 4 };
    const set = lunSet({ haPairs: 4, luns: LUNS });
    const folder = join(first.root, 'exchange/c1', set, 'seen');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'client-1'), `${serial(13)}\n`);
    expect(first.attach({}, more).stderr).toBe('');
    const names = first.state().luns.map(({ name }) => name);
    expect(names).toHaveLength(8);
    expect(new Set(names.map((name) => name.slice(0, 10)))).toEqual(
      new Set(['/vol/luns1', '/vol/luns2', '/vol/luns3', '/vol/luns4']),
    );
    expect(names.every((name) => name.includes(set))).toBe(true);
  });
});

describe('what a plan knows of LUNs', () => {
  it('are volumes of their own, one on each pair', () => {
    expect(lunVolumes(3, 2).map(({ id, input }) => [id, input['OntapConfiguration']])).toEqual([
      ['luns2', expect.objectContaining({ AggregateConfiguration: { Aggregates: ['aggr2'] } })],
      ['luns3', expect.objectContaining({ AggregateConfiguration: { Aggregates: ['aggr3'] } })],
    ]);
    expect(JSON.stringify(lunVolumes(1))).not.toContain('AggregateConfiguration');
  });

  it('is how many a host uses, and which set they are of', () => {
    expect(lunsOf(LUNS, {})).toEqual({ luns: 3, stripe: 262_144, sessions: 4 });
    expect(lunSet({ haPairs: 1, luns: LUNS })).not.toBe(SET);
    expect(SET).toMatch(/^[0-9a-f]{8}$/);
  });
});
