/** Two hosts attach LUNs of one modelled ONTAP: its REST interface, its portals and the kernels are fakes. */
import { mkdirSync, readdirSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lunSet, lunsOf, lunVolumes, makingSeconds } from '../../../../lib/targets/fsx-ontap/luns/luns';
import { type FsxOntap, mountSchema } from '../../../../lib/targets/fsx-ontap/schema';
import { fsxOntap } from '../../../../lib/targets/fsx-ontap/target';
import { MountWorld, type Prepared } from '../../mount-world';
import { SECOND } from '../config';

const LUNS = { perHost: 3, sizeGiB: 64, log: { perHost: 1, sizeGiB: 8 } };
const CONFIG: FsxOntap = { ...SECOND, volumes: { count: 1, sizeGiB: 1024 }, luns: LUNS };

/**
 * Keeps LUNs, groups and maps in a file; a LUN's serial number is that of its making. Lists come in pages of five.
 * ONTAP_FAULT: `late`: a LUN is there with the next call after it was asked for; `lost`: every third call is done and
 * not answered; `full`: no LUN is taken.
 */
const CURL = `
[[ $* != '--parallel --version' ]] || exit 0
exec /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin STATE="$ONTAP_STATE" FAULT="\${ONTAP_FAULT:-}" \\
  /usr/bin/env python3 -c '
import json, os, shlex, sys
args, path, fault = sys.argv[1:], os.environ["STATE"], os.environ["FAULT"]
fresh = {"luns": [], "groups": [], "maps": [], "late": [], "made": 0, "calls": 0, "runs": 0, "log": [], "args": []}
state = json.load(open(path)) if os.path.exists(path) else fresh
state["runs"] += 1
state["args"] += args
def answer(method, url, body):
    where, _, query = url.partition("?")
    state["log"].append(method + " " + where)
    state["calls"] += 1
    state["luns"] += state["late"]
    state["late"] = []
    if method == "POST" and where == "/storage/luns":
        if fault == "full": return 400, {"error": {"message": "no room"}}
        if any(one["name"] == body["name"] for one in state["luns"]): return 409, {"error": {"message": "is there"}}
        state["made"] += 1
        state["late" if fault == "late" else "luns"].append({"name": body["name"], "size": body["space"]["size"],
            "uuid": str(state["made"]), "serial_number": "lun%09d" % state["made"]})
        if fault == "late": return 202, {"job": {}}
    elif method == "POST" and where == "/protocols/san/igroups":
        if any(one["name"] == body["name"] for one in state["groups"]): return 409, {}
        state["groups"].append(body)
    elif method == "POST":
        if not any(one["name"] == body["lun"]["name"] for one in state["luns"]): return 404, {"error": "no LUN"}
        one = {"lun": body["lun"], "igroup": body["igroup"]}
        if one in state["maps"]: return 409, {}
        state["maps"].append(one)
    elif method == "DELETE":
        gone = [one for one in state["luns"] if one["uuid"] == where.split("/")[-1]][0]["name"]
        state["luns"] = [one for one in state["luns"] if one["name"] != gone]
        state["maps"] = [one for one in state["maps"] if one["lun"]["name"] != gone]
    else:
        kind = {"/storage/luns": "luns", "/protocols/san/igroups": "groups"}.get(where, "maps")
        first = int(query.split("start=")[1]) if "start=" in query else 0
        more = {"_links": {"next": {"href": "/api" + where + "?start=%d" % (first + 5)}}}
        return 200, {"records": state[kind][first:first + 5], **(more if len(state[kind]) > first + 5 else {})}
    return (0 if fault == "lost" and state["calls"] % 3 == 0 else 201), {}
def value(name): return args[args.index(name) + 1] if name in args else None
if "--request" in args:
    code, text = answer(value("--request"), args[-1].split("/api", 1)[1], json.loads(value("--data") or "null"))
    json.dump(text, open(value("--output"), "w"))
    print(code, end="")
else:
    for one in sys.stdin.read().split("next\\n"):
        said = {}
        for line in one.splitlines():
            name, _, text = line.partition(" = ")
            said[name] = text[1:-1].replace("\\\\\\"", "\\"") if text[:1] == "\\"" else text
        assert said["user"] == "fsxadmin:s3cr3t1Password" and "insecure" in said and said["max-time"] == "60"
        code, text = answer(said["request"], said["url"].split("/api", 1)[1], json.loads(said.get("data", "null")))
        json.dump(text, open(said["output"], "w"))
        print(said["write-out"].replace("%{http_code}", "%03d" % code).replace("\\\\n", ""))
json.dump(state, open(path, "w"))
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

interface State {
  readonly luns: readonly { readonly name: string; readonly size: number }[];
  readonly groups: readonly object[];
  readonly maps: readonly object[];
  /** How often curl was started, and with what. */
  readonly runs: number;
  readonly args: readonly string[];
}

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
    for (const tool of ['jq', 'mktemp', 'wc', 'rm', 'od', 'tr', 'grep', 'sed', 'sha256sum'])
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

  state(): State {
    return JSON.parse(this.text('ontap.json') ?? '') as State;
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

  it('are asked for many at once, and listed page after page: one by one 200 hosts would take hours', () => {
    first.sees('client-1', ...[5, 6, 7, 8].map(serial));
    expect(first.attach().code).toBe(0);
    const { runs, args } = first.state();
    // Two runs send 2 groups, 8 LUNs and 8 maps; all others are pages of lists.
    expect(args.filter((one) => one === '--parallel')).toHaveLength(2);
    expect(runs - args.filter((one) => one === 'GET').length).toBe(2);
    expect(args.filter((one) => one.includes('start='))).not.toEqual([]);
    expect(JSON.stringify(args)).not.toContain('s3cr3t1Password');
  });

  it.each(['late', 'lost'])('are all made and mapped once where answers come %s', (fault) => {
    first.sees('client-1', ...[5, 6, 7, 8].map(serial));
    first.set({ ONTAP_FAULT: fault });
    const { code, stderr } = first.attach();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { luns, groups, maps } = first.state();
    expect([luns.length, groups.length, maps.length]).toEqual([8, 2, 8]);
  });

  it('are given up with what ONTAP says where it takes none', () => {
    first.set({ ONTAP_FAULT: 'full' });
    const { code, stderr } = first.attach();
    expect(code).toBe(1);
    expect(stderr).toContain('ONTAP does not take POST /storage/luns: 400 {"error": {"message": "no room"}}');
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

  it('is how long making them may take: with hosts and LUNs, also for the hosts that wait', () => {
    // 20 hosts with 32 LUNs and 1 for logs: 20 groups, 660 LUNs, 660 maps, 8 calls at once.
    const luns = { perHost: 32, sizeGiB: 64, log: { perHost: 1, sizeGiB: 8 } };
    expect(makingSeconds(luns, 20)).toEqual({ expected: 1340 / 8, timeout: 1200 + (1340 * 5) / 8 });
    const fixture = (hosts: number) =>
      fsxOntap.mount({ ...CONFIG, luns }, mountSchema.parse({}), {
        copy: 'c1',
        roles: ['client'],
        hosts,
        files: new Host('client-0').files('fsx-ontap'),
      });
    const [few, many] = [fixture(1), fixture(20)];
    expect(few.key).toBe(many.key);
    expect(many.expectedSeconds - few.expectedSeconds).toBe(
      Math.ceil(60 + 1340 / 8 + 66) - Math.ceil(60 + 67 / 8 + 66),
    );
    expect(many.timeoutSeconds).toBe(Math.ceil(1800 + 1200 + (1340 * 5) / 8 + 20 * 33));
    const world = new Host('client-0');
    world.hosts(...Array.from({ length: 20 }, (_, index) => `client-${index} client ${index} 10.0.0.4 i-${index}`));
    const script = [
      'LUN_PER_HOST=32',
      'LUN_LOGS=1',
      'ONTAP_ROLES=client',
      'source luns.sh',
      'luns_seconds >"$FSXBENCH_OUT/seconds"',
    ].join('\n');
    world.run(script.replace('source luns.sh', () => world.files('fsx-ontap')['luns.sh'] ?? ''));
    expect(world.text('out/seconds')).toBe('2037\n');
    world.remove();
  });

  it('is how many a host uses, and which set they are of', () => {
    expect(lunsOf(LUNS, {})).toEqual({ luns: 3, stripe: 262_144, sessions: 4 });
    expect(lunSet({ haPairs: 1, luns: LUNS })).not.toBe(SET);
    expect(SET).toMatch(/^[0-9a-f]{8}$/);
  });
});
