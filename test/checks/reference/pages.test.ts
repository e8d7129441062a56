import { readFileSync } from 'node:fs';
import { ASSUMPTIONS } from '../../../lib/aws/doctor/assumptions/assumptions';
import { ERROR_CODES } from '../../../lib/shapes/error-codes';
import { checklistPage } from '../../../checks/reference/checklist-page';
import { DETAIL_TYPE } from '../../../lib/shapes/mail';
import { writeMail } from '../../../lib/report/mail/mail';
import { ALL_FUNCTIONS, ALL_MACHINES } from '../../../lib/shapes/machines';
import { FSX_DELETE_OPTIONS, FSX_VOLUME_DELETE_OPTIONS } from '../../../lib/shapes/fsx-deletes';
import { ALARMS } from '../../../lib/stacks/alarms/alarm-table';
import { operatePage } from '../../../checks/reference/operate-page';
import { errorsPage } from '../../../checks/reference/errors-page';
import { makeFacts, receiptWith } from '../../report/mail/facts';
import { TARGET_KINDS } from '../../../lib/targets/registry';
import { WORKLOAD_KINDS } from '../../../lib/shapes/workload-kinds';
import { makePages } from '../../../checks/reference/pages';

describe('errorsPage', () => {
  const page = errorsPage();

  it('has a row with meaning and remedy for every error code', () => {
    for (const code of ERROR_CODES) expect(page).toMatch(new RegExp(`^\\| \`${code}\` \\| \\S.* \\| \\S.* \\|$`, 'm'));
  });
});

describe('operatePage', () => {
  const page = operatePage();

  it('has the steps of every alarm, and every kind of mail', () => {
    for (const { id, title, means, todo } of ALARMS)
      for (const part of [`### ${title}\n\n\`NAME-${id}\`: `, means, ...todo]) expect(page).toContain(part);
    for (const subject of Object.values(DETAIL_TYPE)) expect(page).toContain(`| \`${subject}\` |`);
    // Mails and alarms send people here by this name.
    expect(page).toContain('## Something is left');
  });

  it('names only existing state machines, functions and members of receipts and events', () => {
    const its = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, name = '']) => name);
    const machines = its(/(?<!-)machines? `?([a-z-]+)`?/g);
    expect(machines.length).toBeGreaterThan(5);
    for (const machine of machines) expect(ALL_MACHINES).toContain(machine);
    const functions = its(/--function-name NAME-([a-z-]+)/g);
    expect(functions.length).toBeGreaterThan(0);
    for (const name of functions) expect(ALL_FUNCTIONS).toContain(name);
    for (const member of its(/receipt\.json`[^.]*`(\w+)`/g)) expect(receiptWith([])).toHaveProperty(member);
    const results = readFileSync('docs/results.md', 'utf8');
    const [section = ''] = /\n## The result\n[^]*?\n## /.exec(results) ?? [];
    const obvious = ['schema', 'stack', 'executionId', 'experiment', 'kind', 'why'];
    for (const member of Object.keys(writeMail(makeFacts()).detail))
      if (!obvious.includes(member)) expect(section).toContain(`\`${member}\``);
  });

  it('documents deletes of OpenZFS and of ONTAP volumes without a final backup', () => {
    const commands = [...page.matchAll(/aws fsx delete-file-system(?: --\S+ \S+| \\\n)*[^\n]*(?:\n {5}--.*)?/g)].map(
      String,
    );
    expect(commands).toHaveLength(3);
    expect(page).toContain(`aws fsx delete-volume --volume-id fsvol-ID \\\n     ${FSX_VOLUME_DELETE_OPTIONS}`);
    expect(commands.filter((one) => one.includes(FSX_DELETE_OPTIONS.OPENZFS))).toHaveLength(1);
  });
});

describe('checklistPage', () => {
  const page = checklistPage();

  it('has a complete row for every assumption', () => {
    for (const { id } of ASSUMPTIONS) expect(page).toMatch(new RegExp(`^\\| \`${id}\`( \\| \\S[^|]*){6} \\|$`, 'm'));
  });

  it('shows for each assumption how fsxbench doctor checks it', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    for (const row of rows) expect(row).toMatch(/ \| (read-only|before|experiment|by hand: \S.*) \| /);
  });
});

describe('makePages', () => {
  it('returns every generated page by its path', () => {
    const pages = makePages((path) => `of ${path}`);
    expect([...pages.keys()]).toEqual([
      'docs/aws-checklist.md',
      'docs/errors.md',
      'docs/faults.md',
      'docs/reference/images.md',
      'docs/operate.md',
      'docs/reference/summary.md',
      'lib/shapes/machine-bounds.json',
      'docs/targets/README.md',
      'docs/workloads/README.md',
      ...TARGET_KINDS.map((kind) => `docs/targets/${kind}.md`),
      ...WORKLOAD_KINDS.map((kind) => `docs/workloads/${kind}.md`),
    ]);
  });
});
