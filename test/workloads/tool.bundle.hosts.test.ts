import { cpSync } from 'node:fs';
import { readScripts } from '../../lib/aws/scripts';
import { KEY_PATTERN, SLOT_PATTERN } from '../../lib/shapes/fixture';
import { pickScriptFiles } from '../../lib/experiment/plan/commands';
import type { ScriptFiles } from '../../lib/workloads/contract';
import { createBundleFixture } from '../../lib/workloads/tool';
import { PREFIX, STORED, WrapperHost } from './host/wrapper-host';
import { BundleHost, TOOL } from './shell/bundle-host';

let scripts: ScriptFiles;
beforeAll(async () => {
  scripts = await readScripts('workloads');
});

const makeBundle = (commands = ['mdtest'], roles = ['client']) =>
  createBundleFixture('ior', commands, roles, ['tool/mpi'], pickScriptFiles('mdtest', scripts));

describe('createBundleFixture', () => {
  it('returns a fixture in a slot with the name of the tool, which stays installed', () => {
    const fixture = makeBundle();
    expect(fixture).toMatchObject({ slot: 'tool/ior', roles: ['client'], needs: ['tool/mpi'], stays: true });
    expect(fixture.slot).toMatch(SLOT_PATTERN);
    expect(fixture.key).toMatch(KEY_PATTERN);
    expect(fixture.down).not.toContain('bundle_install');
    expect(fixture.timeoutSeconds).toBeGreaterThan(fixture.expectedSeconds);
  });

  it('returns another key for other commands, and an equal key for another role', () => {
    expect(makeBundle(['mdtest', 'ior']).key).not.toBe(makeBundle().key);
    expect(makeBundle(['mdtest'], ['other']).key).toBe(makeBundle().key);
    expect(makeBundle()).toBe(makeBundle());
  });

  it('installs the commands of the bundle from the bucket, and fails when the bundle is missing', () => {
    const host = new WrapperHost('host', 'bucket');
    const bundles = new BundleHost();
    try {
      bundles.put(bundles.archive({ 'bin/mdtest': TOOL }));
      const env = { FSXBENCH_OS_RELEASE: `${bundles.bucket}/os-release` };
      const none = host.run(makeBundle().up, env);
      expect(none.code).toBe(1);
      expect(none.err).toMatch(/there is no tool bundle 'ior' for debian-12-\S+ \(cp: .*\)\. To get one, build https:/);
      cpSync(bundles.bucket, host.bucket, { recursive: true });
      const again = { FSXBENCH_ATTEMPT: 't0001.a2', FSXBENCH_OUTPUT_PREFIX: PREFIX.replace('/a1/', '/a2/') };
      expect(host.run(makeBundle().up, { ...env, ...again })).toMatchObject({ code: 0, err: '' });
      expect(host.exists('tools/ior/bin/mdtest')).toBe(true);
      const folder = STORED.replace('/a1/', '/a2/');
      expect(host.stored('raw/stdout.txt', folder)).toBe('ior 4.0.0\n');
      expect(host.status(folder)).toMatchObject({ tool: 'ior', version: '4.0.0', rc: 0 });
    } finally {
      host.remove();
    }
  });
});
