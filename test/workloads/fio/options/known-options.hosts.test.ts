import { spawnSync } from 'node:child_process';
import {
  isKnownOption,
  toOptionName,
  KNOWN_OPTION_NAMES,
  FIO_OPTIONS,
} from '../../../../lib/workloads/fio/options/known-options';
import { OPTION_NAMES } from '../../../../lib/workloads/fio/options/options';

describe('table of known fio options', () => {
  it('maps aliases such as readwrite to one name, and rejects unknown names', () => {
    const names = { rw: 'rw', readwrite: 'rw', timeout: 'runtime', mem: 'mem', iomem: 'mem' };
    for (const [written, name] of Object.entries(names)) expect(toOptionName(written)).toBe(name);
    expect(isKnownOption('blocksize')).toBe(true);
    expect(['bss', 'constructor', 'toString', ''].some(isKnownOption)).toBe(false);
  });

  it('includes all options that a workload sets', () => {
    expect(OPTION_NAMES.filter((name) => !isKnownOption(name))).toEqual([]);
  });

  const version = spawnSync('fio', ['--version'], { encoding: 'utf8' }).stdout ?? '';
  (version.startsWith('fio-3.33') ? it : it.skip)('includes all options of fio 3.33 --cmdhelp=all', () => {
    const printed = spawnSync('fio', ['--cmdhelp=all'], { encoding: 'utf8' }).stdout;
    const names = printed.split('\n').flatMap((line) => /^\s*([\w-]+)\s*:/.exec(line)?.[1] ?? []);
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => !KNOWN_OPTION_NAMES.includes(name))).toEqual([]);
  });

  (version.startsWith('fio-3.33') ? it : it.skip)('contains the defaults of fio 3.33', () => {
    const wrong = Object.entries(FIO_OPTIONS.defaults).filter(([name, value]) => {
      const { stdout } = spawnSync('fio', [`--cmdhelp=${name}`], { encoding: 'utf8' });
      return (/default: (.*)/.exec(stdout)?.[1] ?? 'no default').replace('no default', '0') !== value;
    });
    expect(wrong).toEqual([]);
  });
});
