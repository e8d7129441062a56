import { pickMailKind, writeMail } from '../../../lib/report/mail/mail';
import { ensure } from '../../../lib/shapes/errors';
import { LEFT_RESOURCES_MAX } from '../../../lib/shapes/result';
import type { ReceiptResource } from '../../../lib/shapes/receipt';
import { makeFacts, receiptWith } from './facts';

const PRINTABLE = /^[!-~][ -~]{0,99}$/;

/** A mail about leftovers. @param left the leftovers */
const writeLeft = (left: readonly ReceiptResource[], more: object = {}) =>
  writeMail({ ...makeFacts(), clean: false, receipt: receiptWith(left), ...more });
/** A mail about an execution of which nothing else is known. */
const writeAlone = (more: object) => writeMail({ ...makeFacts({ nothing: true }), ...more });
const REFUSED = { why: 'refused', outcome: 'REFUSED' };

describe('pickMailKind', () => {
  const clean = { clean: true, outcome: 'SUCCEEDED', why: 'ended' } as const;

  it('returns "finished" only for SUCCEEDED with a clean receipt, and "failed" for other outcomes', () => {
    expect(pickMailKind(clean)).toBe('finished');
    for (const outcome of ['FAILED', 'ABORTED', 'TIMED_OUT', 'UNKNOWN'] as const)
      expect(pickMailKind({ ...clean, outcome })).toBe('failed');
    expect(pickMailKind({ clean: true, outcome: 'REFUSED', why: 'refused' })).toBe('failed');
  });

  it('returns "resources-left" for any outcome without a clean receipt', () => {
    expect(pickMailKind({ ...clean, clean: false })).toBe('resources-left');
    expect(pickMailKind({ clean: false, outcome: 'ABORTED', why: 'ended' })).toBe('resources-left');
    expect(pickMailKind({ ...clean, why: 'unguarded' })).toBe('resources-left');
  });
});

it('reports "every trial excluded" when no trial counts', () => {
  const facts = { ...makeFacts(), outcome: 'FAILED' } as const;
  const summary = ensure(facts.summary, 'a summary');
  const mail = writeMail({
    ...facts,
    summary: { ...summary, trials: summary.trials.map((one) => ({ ...one, excludedFor: 'ShortRun' })) },
  });
  expect(mail.subject).toBe('[fsxbench] e1 failed: every trial excluded, cleanup verified');
  expect(mail.text).toContain('ENDED FAILED\nEvery trial was excluded. ANSWER');
});

describe('mail of a finished execution', () => {
  const mail = writeMail(makeFacts());

  it('contains answer, trials, cost, cleanup, console link and the command to repeat it', () => {
    expect(mail.subject).toBe('[fsxbench] e1 finished: threshold met, 12 of 12 valid');
    expect(mail.text).toMatch(/^execution {3}e1\nexperiment {2}local-disk\nquestion {4}How do this/);
    expect(mail.text).toMatch(/\n\nANSWER\nmemory has the highest IOPS: 947k/);
    expect(mail.text).toContain('\ndisk: 105k ops/s (90% interval 104k–107k, n = 3), $146/month of storage.\n');
    expect(mail.text).toContain('\ntrials   12 VALID of 12 trials\n');
    expect(mail.text).toMatch(/\nspent {4}\$1\.23 of \$50\.00 allowed; the estimate was \$2\.50\n/);
    expect(mail.text).toContain('\ncleanup  verified: 2 of 2 resources deleted\n');
    expect(mail.text).toContain('region=us-west-2#/v2/executions/details/arn:aws:states:us-west-2:');
    expect(mail.text).toContain(`--input '{"specKey":"executions/local-disk/e1/spec.yaml","seed":"e1"}'`);
    expect(mail.text).not.toContain('FAILED RIGS');
    expect(mail.text).not.toContain('SIMULATED');
  });

  it('wraps lines at 78 characters, except links, commands and ARNs', () => {
    const long = mail.text.split('\n').filter((line) => line.length > 78);
    for (const line of long) expect(line).toMatch(/https:|aws |arn:|specKey/);
  });

  it('is sent as an event with answer, trials, cost and links too', () => {
    expect(mail.detailType).toBe('Execution Finished');
    expect(mail.detail).toEqual({
      schema: 'fsxbench.result/2',
      kind: 'finished',
      why: 'ended',
      end: 'Answered',
      stack: 'fsxbench',
      executionId: 'e1',
      experiment: 'local-disk',
      outcome: 'SUCCEEDED',
      error: null,
      history: null,
      answer: expect.objectContaining({
        outcome: 'best',
        met: 'yes',
        headline: expect.stringMatching(/^memory has the highest IOPS: 947k/) as string,
        winner: expect.objectContaining({ label: 'memory', unit: 'ops/s', storageUsdPerMonth: 2190 }) as object,
      }) as object,
      trials: {
        planned: 12,
        valid: 12,
        unread: 0,
        verdicts: { VALID: 12, SUSPECT: 0, INVALID: 0, INFEASIBLE: 0, NOT_RUN: 0 },
      },
      cost: { estimateUsd: 2.5, spentUsd: 1.23, maxUsd: 50 },
      clean: true,
      receipt: { verifiedAt: expect.stringMatching(/^20.*Z$/), remaining: [] },
      links: {
        execution: expect.stringContaining('#/v2/executions/details/arn:aws:states:us-west-2:'),
        report: expect.stringContaining('prefix=executions%2Flocal-disk%2Fe1%2Freport%2Findex.html'),
        files: 's3://results/executions/local-disk/e1/',
      },
    });
  });

  it('starts the answer of a rehearsal with SIMULATED', () => {
    expect(writeMail(makeFacts({ options: { simulated: true } })).text).toMatch(/\nANSWER\nSIMULATED: these numbers/);
  });
});

describe('mail of a refused, aborted or failed execution', () => {
  it('lists every problem of a refused spec, and the next step', () => {
    const cause = 'line 3: targets: `targets` is missing [Required]\nline 9: fleet: no hosts [TooFew]';
    const mail = writeAlone({ ...REFUSED, error: 'SpecInvalid', cause });
    expect(mail.subject).toBe('[fsxbench] e1 refused: SpecInvalid');
    expect(mail.text).toContain(`REFUSED: SpecInvalid\n${cause}\n\nNo resources were created or billed.\nFix the`);
    expect(mail.text).not.toMatch(/cleanup|trials {3}|AGAIN/);
    const detail = { kind: 'failed', end: 'Refused', outcome: 'REFUSED', answer: null, trials: null };
    expect(mail.detail).toMatchObject(detail);
  });

  it.each([
    ['AlreadyStarted', 'No action needed'],
    ['Lambda.Unknown', 'docs/errors.md'],
  ])('recommends a next step after %s', (error, says) => {
    expect(writeAlone({ ...REFUSED, error, cause: 'so' }).text).toContain(says);
  });

  it('omits "No resources were created" when the admission record is lost (NotAdmitted)', () => {
    const write = (error: string): string => writeAlone({ ...REFUSED, cause: 'late', error }).text;
    expect(write('Paused')).toContain('\nNo resources were created or billed.\n');
    const lost = write('NotAdmitted');
    expect(lost).toContain(
      '\nNo record of its admission was found. Executions create resources only after admission.\n',
    );
    expect(lost).not.toContain('were created');
  });

  it('reports how the execution ended, that cleanup is complete, and the results so far', () => {
    const mail = writeMail({ ...makeFacts(), outcome: 'ABORTED' });
    expect(mail.subject).toBe('[fsxbench] e1 aborted: cleanup verified');
    expect(mail.text).toMatch(
      /\n\nENDED ABORTED\nIt was stopped before its end\.\nAll its resources are deleted\.\nResults up/,
    );
    expect(mail.text).toContain('\n\nANSWER\n');
    const lost = writeAlone({ outcome: 'UNKNOWN', receipt: receiptWith([]) });
    expect(lost.text).toContain('The plan cannot be read. Raw results, if any, are in the bucket.');
    const { plan } = makeFacts();
    expect(writeAlone({ plan, outcome: 'FAILED' }).text).toContain('not read yet');
  });

  it('lists failed rigs with reasons, and rigs without an outcome', () => {
    const facts = makeFacts({ options: { factors: { target: ['disk', 'memory', 'tape'], op: ['randread'] } } });
    const [first, ...rest] = facts.summary?.outcomes ?? [];
    const reason = { code: 'Capacity', text: `client: 1 of 2 hosts \u0007${'x'.repeat(900)}` };
    const outcomes = [{ ...first!, status: 'FAILED' as const, reason }, rest[0]!];
    const mail = writeMail({ ...facts, outcome: 'FAILED', summary: { ...facts.summary!, outcomes } });
    expect(mail.text).toMatch(/\n\nFAILED RIGS\nr1 {2}FAILED Capacity: client: 1 of 2 hosts/);
    expect(mail.text).toMatch(/\nr3 {2}without outcome: it never started, was stopped, or lost its outcome\n/);
    expect(mail.text).not.toMatch(/\nr2 {2}/);
    expect(mail.text).not.toContain('\u0007');
    expect(mail.text.length).toBeLessThan(6000);
  });
});

describe('mail about undeleted resources', () => {
  const left = Array.from({ length: 120 }, (_, index) => ({
    kind: 'fsx:file-system',
    id: `fs-${index}`,
    rig: 'e1__r1',
    state: 'DELETING',
  }));

  it('lists the first 20 of 120 resources, their cost per hour, and the command to find them', () => {
    const mail = writeLeft(left);
    expect(mail.subject).toBe('[fsxbench] ACTION e1: 120 resources not deleted');
    expect(mail.text).toContain('\n\nLEFT\nfsx:file-system fs-0, DELETING, of rig e1__r1\n');
    expect(mail.text).toContain('\nand 100 more; receipt.json lists all\n');
    expect(mail.text).toContain('\nIt may cost up to $0.20 an hour (list prices) until it is deleted.\n');
    expect(mail.text).toContain('--tag-filters Key=fsxbench:execution,Values=e1\n');
    expect(mail.text).toContain('the janitor every 15 minutes');
    expect(mail.text).toMatch(
      /\ncleanup {2}INCOMPLETE: 120 resources left \(.*, …\); checked 2026-03-02T09:20:00.000Z\n/,
    );
    expect(mail.detail).toMatchObject({ end: 'CleanupIncomplete', clean: false });
    expect(mail.detail.receipt?.remaining).toHaveLength(LEFT_RESOURCES_MAX);
  });

  it.each([
    [
      'fsx:file-system',
      'fs-1',
      `\naws fsx delete-file-system --region us-west-2 --file-system-id fs-1`,
      '--open-zfs-configuration SkipFinalBackup=true,Options=DELETE_CHILD_VOLUMES_AND_SNAPSHOTS',
    ],
    [
      'fsx:volume',
      'fsvol-1',
      'aws fsx delete-volume',
      '--volume-id fsvol-1 \\\n  --ontap-configuration SkipFinalBackup=true',
    ],
    [
      'fsx:storage-virtual-machine',
      'svm-1',
      'aws fsx delete-storage-virtual-machine --region ',
      '  --storage-virtual-machine-id svm-1',
    ],
    ['efs:mount-target', 'fsmt-1', 'aws efs delete-mount-target --region ', 'fsmt-1'],
    [
      'efs:file-system',
      'arn:aws:efs:…:file-system/fs-1',
      'aws efs delete',
      '  --file-system-id arn:aws:efs:…:file-system/fs-1',
    ],
  ])('contains the AWS CLI command that deletes %s %s, without a final backup', (kind, id, command, option) => {
    const { text } = writeLeft([{ kind, id, rig: 'e1__r1', state: 'AVAILABLE' }]);
    expect(text).toContain(command);
    expect(text).toContain(option);
    expect(text).not.toContain('in the console');
    if (!kind.endsWith('file-system')) expect(text).not.toContain('delete-file-system');
  });

  it('lists a storage virtual machine before its volumes, however many there are', () => {
    const one = (kind: string, id: string) => ({ kind, id, rig: null, state: 'x' });
    const volumes = Array.from({ length: 40 }, (_, n) => one('fsx:volume', `fsvol-${n}`));
    const { text } = writeLeft([...volumes, one('fsx:storage-virtual-machine', 'svm-9')]);
    expect(text).toContain('\n\nLEFT\nfsx:storage-virtual-machine svm-9, x\nfsx:volume fsvol-0, x\n');
  });

  it('estimates the cost per hour from the hosts and storage that are left of a rig', () => {
    const facts = makeFacts();
    const plan = { ...facts.plan!, rigs: facts.plan!.rigs.map((one) => ({ ...one, hostsUsdPerHour: 0.15 })) };
    const readCost = (...kinds: readonly string[]): string | undefined => {
      const left = kinds.map((kind) => ({ kind, id: 'x', rig: 'e1__r1', state: 'AVAILABLE' }));
      const { text } = writeLeft(left, { plan });
      return /It may cost up to (\S+) an hour/.exec(text)?.[1];
    };
    expect(plan.rigs[0]?.usdPerHour).toBe(0.2);
    expect(readCost('fsx:file-system')).toBe('$0.05');
    expect(readCost('ec2:instance')).toBe('$0.15');
    expect(readCost('ec2:instance', 'fsx:file-system')).toBe('$0.20');
    expect(readCost('ec2:launch-template')).toBeUndefined();
  });

  it('reports the spend as "at most" when the deletion times of a rig are unknown', () => {
    const facts = makeFacts();
    const cost = { ...facts.summary!.cost, spendUsd: null };
    const given = { plan: { ...facts.plan!, local: false }, summary: { ...facts.summary!, cost } };
    const mail = writeLeft(left.slice(0, 1), given);
    expect(mail.text).toMatch(/\nspent {4}at most \S+ so far of/);
  });

  it('reports the spend as unknown when no rig recorded times', () => {
    const { plan, summary, ...facts } = makeFacts();
    const nothing = { ...summary!, outcomes: [], cost: { ...summary!.cost, spendUsd: null } };
    for (const known of [nothing, null])
      expect(writeMail({ ...facts, plan, summary: known, outcome: 'ABORTED', receipt: null }).text).toMatch(
        /\nspent {4}unknown: rigs left no times \(of \$50\.00 allowed; the estimate was \$2\.50\)\n/,
      );
  });

  it('reports a missing receipt, unlisted resource kinds, and that the janitor has stopped retrying', () => {
    const blind = writeAlone({ clean: false });
    expect(blind.subject).toBe('[fsxbench] ACTION e1: cleanup not verified');
    expect(blind.text).toContain('Cleanup is not verified yet, so resources may be left.');
    expect(blind.text).toContain('cleanup  NOT VERIFIED');
    const receipt = { ...receiptWith([]), unlisted: [{ kind: 'fsx:volume', why: 'denied' }] };
    const unlisted = '\nLEFT\nfsx:volume: could not be listed (denied), so resources may be left\n';
    expect(writeLeft([], { receipt }).text).toContain(unlisted);
    const alone = writeLeft(left.slice(0, 1), { why: 'unguarded' });
    expect(alone.text).toContain('The janitor has stopped retrying');
    expect(alone.text).not.toContain('The guardian retries');
  });
});

describe('mail of any kind', () => {
  it('wraps sentences at 76 characters', () => {
    for (const end of [{ outcome: 'FAILED' }, { outcome: 'UNKNOWN' }, { ...REFUSED, error: 'Other' }]) {
      const { text } = writeAlone({ ...end, receipt: receiptWith([]) });
      for (const line of text.split('\n\nWHERE')[0]!.split('\n')) expect(line.length).toBeLessThanOrEqual(76);
    }
  });

  it('has a printable subject of at most 100 characters for any execution id', () => {
    for (const executionId of ['ä'.repeat(80), 'e'.repeat(200), 'a\nb'])
      expect(writeAlone({ executionId }).subject).toMatch(PRINTABLE);
  });
});
