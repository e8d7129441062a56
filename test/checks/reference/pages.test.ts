import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CampaignDocument } from '../../../checks/campaign/tally';
import { checklistPage, errorsPage, operatePage } from '../../../checks/reference/text-pages';
import { withCampaign } from '../../../checks/reference/faults-page';
import { machineBounds } from '../../../checks/reference/machine-bounds';
import { makePages } from '../../../checks/reference/pages';
import { replacePart } from '../../../checks/tables';
import { ASSUMPTIONS } from '../../../lib/aws/doctor/assumptions/assumptions';
import { writeMail } from '../../../lib/report/mail/mail';
import { ERROR_CODES } from '../../../lib/shapes/error-codes';
import { ALL_FUNCTIONS, ALL_MACHINES } from '../../../lib/shapes/machines';
import { DETAIL_TYPE } from '../../../lib/shapes/mail';
import { WORKLOAD_KINDS } from '../../../lib/shapes/workload-kinds';
import { ALARMS } from '../../../lib/stacks/alarms/alarm-table';
import { TARGET_KINDS } from '../../../lib/targets/registry';
import { makeFacts, receiptWith } from '../../report/mail/facts';
import { temporaryFolder } from '../../temporary';
import { FSX_DELETE_OPTIONS, FSX_VOLUME_DELETE_OPTIONS } from '../../../lib/report/mail/leftovers';

const read = (path: string): string => readFileSync(path, 'utf8');

it('replaces the generated part of a page only, and refuses a page without its marks', () => {
  const page = 'by hand\n<!-- some: from code -->\nold\n<!-- end of some -->\nby hand\n';
  expect(replacePart(page, 'some', 'new')).toBe(page.replace('old', '\nnew\n'));
  for (const broken of [page.replace('some:', 'one:'), page.replace('end of some', 'end')])
    expect(() => replacePart(broken, 'some', 'new')).toThrow('the page has no part some');
});

it('makes a page of every target and workload kind, which the index of its kind links', () => {
  const pages = makePages(read);
  for (const [folder, kinds] of [
    ['targets', TARGET_KINDS],
    ['workloads', WORKLOAD_KINDS],
  ] as const)
    for (const kind of kinds) {
      expect(pages.get(`docs/${folder}/${kind}.md`)).toContain('| ');
      expect(pages.get(`docs/${folder}/README.md`)).toContain(`[${kind}](${kind}.md)`);
    }
});

it('has a complete row for every error code and every assumption, which says how doctor checks it', () => {
  const errors = errorsPage(read('docs/errors.md'));
  for (const code of ERROR_CODES) expect(errors).toMatch(new RegExp(`^\\| \`${code}\` \\| \\S.* \\| \\S.* \\|$`, 'm'));
  const checklist = checklistPage(read('docs/aws-checklist.md'));
  for (const { id } of ASSUMPTIONS) expect(checklist).toMatch(new RegExp(`^\\| \`${id}\`( \\| \\S[^|]*){6} \\|$`, 'm'));
  for (const row of checklist.split('\n').filter((line) => line.startsWith('| `')))
    expect(row).toMatch(/^\| `[a-z0-9-]+`( \| \S[^|]*){6} \|$/);
});

describe('docs/operate.md', () => {
  const page = operatePage();
  const names = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, name = '']) => name);

  it('has the steps of every alarm, and every kind of mail', () => {
    for (const { id, title, means, todo } of ALARMS)
      for (const part of [`### ${title}\n\n\`NAME-${id}\`: `, means, ...todo]) expect(page).toContain(part);
    for (const subject of Object.values(DETAIL_TYPE)) expect(page).toContain(`| \`${subject}\` |`);
    // Mails and alarms send people here by this name.
    expect(page).toContain('## Something is left');
  });

  it('names only existing state machines, functions and members of receipts and events', () => {
    const machines = names(/(?<!-)machines? `?([a-z-]+)`?/g);
    expect(machines.length).toBeGreaterThan(5);
    for (const machine of machines) expect(ALL_MACHINES).toContain(machine);
    const functions = names(/--function-name NAME-([a-z-]+)/g);
    expect(functions.length).toBeGreaterThan(0);
    for (const name of functions) expect(ALL_FUNCTIONS).toContain(name);
    for (const member of names(/receipt\.json`[^.]*`(\w+)`/g)) expect(receiptWith([])).toHaveProperty(member);
    const [section = ''] = /\n## The result\n[^]*?\n## /.exec(read('docs/results.md')) ?? [];
    const obvious = ['schema', 'stack', 'executionId', 'experiment', 'kind', 'why'];
    for (const member of Object.keys(writeMail(makeFacts()).detail))
      if (!obvious.includes(member)) expect(section).toContain(`\`${member}\``);
  });

  it('documents deletes of OpenZFS and of ONTAP volumes without a final backup', () => {
    const commands = names(/(aws fsx delete-file-system(?: --\S+ \S+| \\\n)*[^\n]*(?:\n {5}--.*)?)/g);
    expect(commands).toHaveLength(3);
    expect(page).toContain(`aws fsx delete-volume --volume-id fsvol-ID \\\n     ${FSX_VOLUME_DELETE_OPTIONS}`);
    expect(commands.filter((one) => one.includes(FSX_DELETE_OPTIONS.OPENZFS))).toHaveLength(1);
  });
});

it('lists every fault class in docs/faults.md, with its worst cost and the command that repeats it', () => {
  const host = { class: 'host', runs: 3, places: 6, missed: 1, violations: 0, worstLateUsd: 1.5, worstPersonUsd: 3 };
  const campaign = {
    seed: 's',
    seconds: 60,
    runs: 3,
    virtualHours: 144,
    violations: [],
    experiments: [{ file: 'a.yaml', experiment: 'a', trials: 4, leftOut: [] }],
    classes: [{ ...host, worst: 'npm run campaign -- --again' }],
  } as unknown as CampaignDocument;
  const page = withCampaign(read('docs/faults.md'), campaign);
  expect(page).toMatch(/^\| `host` \| hosts that stop, hang[^|]*\| 3 \| 6 \| 1 \| 0 \| 1\.50 \| 3\.00 \|$/m);
  expect(page).toMatch(/the bench stack deleted[^|]*\| 0 \| 0 \| 0 \| 0 \| - \|/);
  expect(page).toContain('# host: $1.50 late\nnpm run campaign -- --again\n');
  expect(page).toContain('**Everything here is simulated**');
  expect(withCampaign(page, campaign)).toBe(page);
});

it('reads limits such as trialAttempts from machine files, and refuses a limit that is no number', () => {
  const root = temporaryFolder('fsxbench-bounds-');
  mkdirSync(join(root, 'state-machines'));
  cpSync('state-machines', join(root, 'state-machines'), { recursive: true });
  const edit = (machine: string, from: string, to: string): void => {
    const path = join(root, `state-machines/${machine}.asl.yaml`);
    expect(read(path)).toContain(from);
    writeFileSync(path, read(path).replace(from, to));
  };
  edit('trial-batch', '$attempt < 2', '$attempt < 7');
  edit('rig', 'MaxConcurrency: 4', 'MaxConcurrency: 9');
  expect(JSON.parse(machineBounds(root))).toMatchObject({ trialAttempts: 7, parallelPreparations: 9 });
  edit('teardown', '$sent > 900', '$sent > $most');
  expect(() => machineBounds(root)).toThrow(/a number .*sent.* in Anything of teardown/);
});
