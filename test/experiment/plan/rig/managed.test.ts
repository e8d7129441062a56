import { cleanStep, managedWrapper } from '../../../../lib/experiment/plan/rig/managed';
import { readScripts } from '../../../../lib/aws/scripts';
import type { Script, ScriptFiles } from '../../../../lib/workloads/contract';
import { scriptText } from '../../../../lib/workloads/shell';

let scripts: ScriptFiles;
beforeAll(async () => {
  scripts = await readScripts('workloads');
});
const textOf = (script: Script): string => scriptText(script);

describe('what managed hosts are sent', () => {
  it('knows its execution and the end of its lease, and holds what cleans', () => {
    const text = textOf(managedWrapper({ scripts, executionId: 'e1', expiresAt: 1_800_000_000 }));
    expect(text).toContain("export FSXBENCH_EXECUTION='e1'\nexport FSXBENCH_EXPIRES_AT='1800000000'\n");
    expect(text.match(/^kept (run-script|clean)\.sh <</gm)).toHaveLength(2);
    expect(text.trimEnd().endsWith('\nmanaged_main')).toBe(true);
    expect(text).not.toMatch(/\b(shutdown|poweroff|reboot|halt)\b -/);
  });

  it('cleans on the hosts of all roles at once', () => {
    const { name, roles, barrier, timeoutSeconds } = cleanStep(['a', 'b'], scripts);
    expect({ name, roles, barrier, timeoutSeconds }).toEqual({
      name: 'clean',
      roles: ['a', 'b'],
      barrier: false,
      timeoutSeconds: 900,
    });
  });
});
