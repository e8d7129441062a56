import { readFileSync } from 'node:fs';
import { formatRehearsalJson } from '../../../lib/cli/text/rehearse-text';
import { sumRigCosts } from '../../../lib/results/rig-cost';
import { layout } from '../../../lib/shapes/layout';
import { SecretsState } from '../../../lib/twin/cloud/secrets';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { NETWORK_IDS } from '../../../lib/twin/modelled-network';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { EXECUTION, makeOptions } from '../rehearsal/specs';

const SPEC = readFileSync('cases/specs/ontap-transfer-blocks.yaml', 'utf8');

it('leaves the ONTAP admin password out of all objects, calls, histories, logs and reports', async () => {
  const made = jest.spyOn(SecretsState.prototype, 'make');
  const logged: unknown[] = [];
  const calls: CallRecord[] = [];
  const record = (...what: unknown[]): void => void logged.push(what);
  const log = { info: record, warn: record, error: record };
  const options = makeOptions(SPEC);
  const found = await rehearse({ ...options, log, record: (call) => void calls.push(call) });
  expect([found.receipt?.clean, found.complaints, found.summary?.verdicts.VALID]).toEqual([true, [], 8]);
  // It is made before anything is paid for: neither the estimate nor the marks of a rig take its time for paid.
  const estimate = found.plan?.estimate.usd ?? 0;
  const spent = found.plan === null ? 0 : sumRigCosts(found.plan, found.summary?.outcomes ?? [], null).usd;
  expect(estimate / found.bill.usd).toBeLessThan(1.4);
  expect(spent / found.bill.usd).toBeLessThan(1.4);
  const passwords = made.mock.calls.map(([{ value = '' }]) => value);
  // One file system a block serves both levels: the server is told what it takes by its hosts.
  expect(passwords).toHaveLength(2);
  expect(new Set(passwords).size).toBe(2);
  const sent = (action: string): number => calls.filter((one) => one.action === action).length;
  expect([sent('CreateSecret'), sent('CreateFileSystem'), sent('GetSecretValue'), sent('DeleteSecret')]).toEqual([
    2, 2, 2, 2,
  ]);
  // Its hosts have the role that may read it, and it goes behind the file system that it opens.
  const IamInstanceProfile = { Arn: NETWORK_IDS.SecretHostProfileArn };
  for (const { input } of calls.filter(({ action }) => action === 'CreateLaunchTemplate'))
    expect(input).toMatchObject({ LaunchTemplateData: { IamInstanceProfile } });
  // Both blocks are torn down at once, file systems first.
  const deleted = calls.map(({ action }) => action).filter((one) => /^Delete(Secret|FileSystem)$/.test(one));
  expect(deleted).toEqual(['DeleteFileSystem', 'DeleteFileSystem', 'DeleteSecret', 'DeleteSecret']);
  const keys = layout(options.experiment, EXECUTION);
  const listed = await found.store.list('');
  const objects = await Promise.all(listed.map(async ({ key }) => [key, (await found.store.get(key))?.text]));
  expect(objects.length).toBeGreaterThan(50);
  const histories = found.deployment.account.sfn.executions().map(({ history }) => history.events());
  const json = formatRehearsalJson(found, EXECUTION, keys.report);
  const everything = { logged, calls, objects, histories, json, plan: found.plan, receipt: found.receipt };
  for (const password of passwords) expect(password).toMatch(/^[A-Za-z0-9]{32}$/);
  for (const [what, value] of Object.entries(everything)) {
    const text = JSON.stringify(value);
    expect([what, passwords.filter((password) => text.includes(password))]).toEqual([what, []]);
  }
  // The plan has a placeholder for it.
  expect(JSON.stringify(found.plan)).toContain('"FsxAdminPassword":"@secret.password"');
});
