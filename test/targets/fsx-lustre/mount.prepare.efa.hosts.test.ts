/** Mounting by the Elastic Fabric Adapter. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fsxLustre } from '../../../lib/targets/fsx-lustre/target';
import type { LustreMount } from '../../../lib/targets/fsx-lustre/mount-settings';
import { MountHost, type PrepareResult } from '../mount-host';
import { PERSISTENT } from './config';

const MOUNT: LustreMount = { flock: true, noatime: true, tuning: 'none' };

function prepare(host: MountHost, efa = true): PrepareResult {
  const config = { ...PERSISTENT, perUnitMBps: 1000, storageGiB: 4800, ...(efa ? { efa } : {}) } as const;
  return host.run(fsxLustre.mounting.mount(config, MOUNT, host.place('fsx-lustre')).up);
}

const MODPROBE = `
echo "modprobe $*" >>"$FAKE/calls"
[[ -z \${FAKE_NO_MODULE:-} || $1 != "$FAKE_NO_MODULE" ]] || { echo "modprobe: FATAL: Module $1 not found" >&2; exit 1; }
`;

/** Networks that were added are shown. */
const LNETCTL = `
[[ "$1 $2" != 'net show' ]] || { cat "$FAKE/net-$4" 2>/dev/null || true; exit; }
echo "lnetctl $*" >>"$FAKE/calls"
[[ "$1 $2" != 'net add' ]] || echo "nid: 10.0.0.4@$4" >"$FAKE/net-$4"
`;

/** A host with adapters, and such of others. */
function makeEfaHost(own: readonly string[], others: readonly string[] = []): MountHost {
  const host = new MountHost();
  for (const name of [...own, ...others]) {
    const device = join(host.folder, 'sys/class/infiniband', name, 'device');
    const driver = join(host.folder, 'sys/drivers', own.includes(name) ? 'efa' : 'mlx5_core');
    mkdirSync(device, { recursive: true });
    mkdirSync(driver, { recursive: true });
    symlinkSync(driver, join(device, 'driver'));
  }
  host.command('ip', 'echo "default via 10.0.0.1 dev ens5 proto dhcp src 10.0.0.4"');
  return host.command('modprobe', MODPROBE).command('lnetctl', LNETCTL);
}

const listCalls = (host: MountHost): readonly string[] =>
  host.calls().filter((call) => /^(modprobe|lnetctl|mount) /.test(call));

describe('mount script of fsx-lustre with EFA', () => {
  it('configures LNet over TCP and EFA before the mount', () => {
    const host = makeEfaHost(['rdmap36s0', 'rdmap42s0'], ['mlx5_0']);
    const { code, stderr, status } = prepare(host);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(listCalls(host)).toEqual([
      'modprobe lnet',
      'modprobe kefalnd ipif_name=ens5',
      'modprobe ksocklnd',
      'lnetctl lnet configure',
      'lnetctl net add --net tcp --if ens5',
      'lnetctl net add --net efa --if rdmap36s0 --peer-credits 32',
      'lnetctl set discovery 1',
      'lnetctl udsp add --src efa --priority 0',
      'modprobe lustre',
      expect.stringMatching(/^mount -t lustre /),
    ]);
    expect(status.facts['efa']).toBe('rdmap36s0 rdmap42s0');
  });

  it('skips the LNet configuration on a second mount', () => {
    const host = makeEfaHost(['rdmap36s0']);
    prepare(host);
    const before = listCalls(host).length;
    expect(prepare(host.unmounted()).code).toBe(0);
    expect(listCalls(host).slice(before)).toEqual([expect.stringMatching(/^mount /)]);
  });

  it('ignores the EFA adapter when the target has no `efa`', () => {
    const host = makeEfaHost(['rdmap36s0']);
    expect(prepare(host, false).code).toBe(0);
    expect(listCalls(host)).toEqual([expect.stringMatching(/^mount /)]);
  });
});

describe('mount script of fsx-lustre when EFA fails', () => {
  it('fails before the mount when the host has no EFA adapter', () => {
    const host = makeEfaHost([], ['mlx5_0']);
    const { code, stderr } = prepare(host);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'the host has no Elastic Fabric Adapter, or its driver (efa) is not loaded: see instance type and image\n',
    );
    expect(listCalls(host)).toEqual([]);
  });

  it('fails before the mount with the step that failed, here modprobe kefalnd', () => {
    const host = makeEfaHost(['rdmap36s0']).set({ FAKE_NO_MODULE: 'kefalnd' });
    const { code, stderr } = prepare(host);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'Lustre cannot use the Elastic Fabric Adapter: modprobe kefalnd ipif_name=ens5: modprobe: FATAL: Module ' +
        'kefalnd not found\n',
    );
    expect(listCalls(host).some((call) => call.startsWith('mount'))).toBe(false);
  });
});
