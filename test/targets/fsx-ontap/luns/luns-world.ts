/** A host that attaches LUNs of one modelled ONTAP: its REST interface, its portals and the kernel are fakes. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lunSet } from '../../../../lib/targets/fsx-ontap/luns/luns';
import { type FsxOntap, mountSchema } from '../../../../lib/targets/fsx-ontap/schema';
import { fsxOntap } from '../../../../lib/targets/fsx-ontap/target';
import { MountWorld, type Prepared } from '../../mount-world';
import { SECOND } from '../config';

export const LUNS = { perHost: 3, sizeGiB: 64, log: { perHost: 1, sizeGiB: 8 } };
export const CONFIG: FsxOntap = { ...SECOND, volumes: { count: 1, sizeGiB: 1024 }, luns: LUNS };

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

export class Host extends MountWorld {
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
    this.set({ FSXBENCH_UNITS: join(this.folder, 'units'), FSXBENCH_RUN: join(this.folder, 'run') });
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
