import { findRig as rigOfName } from '../../../lib/shapes/execution-names';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { WORDS_MAX } from '../../report/count-words';
import { type RehearsalResult, runRehearsals } from './run-rehearsals';

/** Longest time in which a copy may stand idle beside the start and preparation of its hosts, seconds. */
const IDLE_SECONDS = 300;

const REPEATED = 'small-lustre';
const NAMES = [REPEATED, 'small-openzfs'];
const WEB = ['web-content-small', 'web-content-on-openzfs'];
const EXPERIMENTS = ['lustre-small', 'openzfs', 'lustre-metadata', ...WEB, 'doctor'];
/** The first with the same seed twice, then with another. */
const rehearsals: Record<string, RehearsalResult[]> = {};

beforeAll(async () => {
  for (const name of NAMES) rehearsals[name] = await runRehearsals(name, name === REPEATED ? ['', '', 'other'] : ['']);
  for (const name of EXPERIMENTS) rehearsals[name] = await runRehearsals(`experiments/${name}.yaml`, ['']);
});

function first(name: string): RehearsalResult {
  const found = rehearsals[name]?.[0];
  if (found === undefined) throw new Error(`${name} was not rehearsed`);
  return found;
}

type Members = Readonly<Record<string, unknown>>;
const getTime = (call: CallRecord): number => Date.parse(call.time);
const selectCalls = (changes: readonly CallRecord[], action: string): CallRecord[] =>
  changes.filter((call) => call.action === action && call.error === undefined);
const input = (call: CallRecord): Members => call.input as Members;

/** Instances of a fleet. */
function listInstances({ output }: CallRecord): string[] {
  const { Instances = [] } = output as { Instances?: { InstanceIds: string[] }[] };
  return Instances.flatMap(({ InstanceIds }) => InstanceIds);
}

/** `small-1.r1.make.fs.0` → `r1` */
const getRig = ({ execution }: CallRecord): string => rigOfName(execution) ?? '';

describe.each([...NAMES, ...EXPERIMENTS])('rehearsal of %s', (name) => {
  it('succeeds with only VALID rows, a clean receipt, and no complaints', () => {
    const { status, verdicts, clean, complaints, left } = first(name);
    expect([status, clean, complaints, left]).toEqual(['SUCCEEDED', true, [], []]);
    const { VALID = 0, ...others } = verdicts ?? {};
    expect(VALID).toBeGreaterThan(1);
    expect(Object.values(others)).toEqual([0, 0, 0, 0]);
  });

  it('writes a report of more than 500 words, within the word limit', () => {
    const { words } = first(name);
    expect(words).toBeGreaterThan(500);
    expect(words).toBeLessThanOrEqual(WORDS_MAX);
  });

  it(`keeps its target instances idle for at most ${IDLE_SECONDS} seconds each`, () => {
    const { bill, changes } = first(name);
    const copies = selectCalls(changes, 'CreateFileSystem').map(getRig);
    expect(bill.idle.length).toBeGreaterThan(0);
    for (const { rig, seconds } of bill.idle) {
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(IDLE_SECONDS * copies.filter((one) => one === rig).length);
    }
  });

  it('uses at most the state transitions in the plan, and more than half of them', () => {
    const [found, said] = first(name).transitions;
    expect(found).toBeLessThanOrEqual(said);
    expect(found).toBeGreaterThan(said / 2);
  });

  it('uses at most the history events and payload bytes in the plan', () => {
    const { events, payload } = first(name);
    const beyond = Object.entries({ ...events, payload }).filter(([, [found, worst]]) => found > worst);
    expect(Object.keys(events)).toContain('trial-batch');
    expect(beyond).toEqual([]);
  });

  it('computes a spend from the times of rig phases that exceeds the bill, by at most 35% plus $0.01', () => {
    const { spentUsd, bill } = first(name);
    expect(spentUsd).toBeGreaterThan(bill.usd);
    expect(spentUsd).toBeLessThan(1.35 * bill.usd + 0.01);
  });

  it('deletes everything that it creates, hosts before the file system that they mount', () => {
    const { changes } = first(name);
    const select = (action: string): CallRecord[] => selectCalls(changes, action);
    const [fleets, systems] = [select('CreateFleet'), select('CreateFileSystem')];
    expect(select('DeleteLaunchTemplate')).toHaveLength(select('CreateLaunchTemplate').length);
    const terminated = select('TerminateInstances').flatMap((call) =>
      (input(call)['InstanceIds'] as string[]).map((id) => [id, getTime(call)] as const),
    );
    expect(terminated.map(([id]) => id).sort()).toEqual(fleets.flatMap(listInstances).sort());
    expect(systems.length).toBeGreaterThan(0);
    for (const system of systems) {
      const { FileSystem } = system.output as { FileSystem: { FileSystemId: string } };
      const deletes = select('DeleteFileSystem').map((call) => [input(call)['FileSystemId'], getTime(call)]);
      const [own, ...others] = deletes.filter(([id]) => id === FileSystem.FileSystemId);
      expect(others).toEqual([]);
      const hosts = fleets.filter((fleet) => getRig(fleet) === getRig(system)).flatMap(listInstances);
      expect(hosts.length).toBeGreaterThan(0);
      for (const host of hosts) expect(new Map(terminated).get(host)).toBeLessThan(own?.[1] as number);
    }
  });

  it('creates or updates no resources once the cleanup fence is set', () => {
    const { changes } = first(name);
    const fence = selectCalls(changes, 'PutObject').map(getTime);
    expect(fence).toHaveLength(1);
    for (const call of changes.filter(({ action }) => /^(Create|Update)/.test(action)))
      expect(getTime(call)).toBeLessThan(fence[0] ?? 0);
  });

  it('accounts for all of its time and cost in phases, bill lines and critical path', () => {
    const { bill, path, seconds, reportedSeconds } = first(name);
    const sum = (amounts: readonly { readonly usd: number }[]): number =>
      amounts.reduce((all, { usd }) => all + usd, 0);
    expect(bill.usd).toBeGreaterThan(0);
    expect(sum(bill.phases)).toBeCloseTo(bill.usd, 6);
    expect(sum(bill.lines)).toBeCloseTo(bill.usd, 6);
    expect(bill.unknown).toEqual([]);
    // The plan begins with the first function, some milliseconds later.
    expect(reportedSeconds).toBeCloseTo(seconds, 1);
    // Steps are rounded to seconds, and those under half of one are left out.
    const steps = path.reduce((all, step) => all + step.seconds, 0);
    expect(Math.abs(steps - seconds)).toBeLessThanOrEqual(path.length + 2);
  });
});

describe.each(EXPERIMENTS)('estimate of %s', (name) => {
  // Estimates have seconds of Systems Manager around each command, which modelled hosts do not take.
  it('is at most 1/8 (one experiment: 1/4) of itself or $0.06 above the bill, and at most 1% below it', () => {
    const { bill, estimateUsd, shortestUsd } = first(name);
    // The plan of this one takes copies for as long as the study did, and hosts take as long as the model.
    const share = name === 'web-content-on-openzfs' ? 1 / 4 : 1 / 8;
    // Looks may end the trials that only they allow.
    expect(shortestUsd - bill.usd).toBeLessThan(Math.max(estimateUsd * share, 0.06));
    expect(bill.usd).toBeLessThan(1.01 * estimateUsd + 0.005);
  });
});

it('produces the same bytes for the same seed, and other bytes for another seed', () => {
  const [one, two, other] = (rehearsals[REPEATED] ?? []).map(({ digests }) => digests);
  expect(Object.keys(one ?? {}).sort()).toEqual(['calls', 'json', 'report', 'summary']);
  expect(two).toEqual(one);
  for (const [what, digest] of Object.entries(one ?? {})) expect([what, other?.[what]]).not.toEqual([what, digest]);
});

it('calls UpdateFileSystem once between stages, and charges the new values from then on', () => {
  for (const name of NAMES) expect(selectCalls(first(name).changes, 'UpdateFileSystem')).toHaveLength(1);
  const items = (name: string): string[] => first(name).bill.lines.map(({ item }) => item);
  expect(items('small-lustre').filter((item) => item.startsWith('Lustre metadata'))).toEqual([
    'Lustre metadata, 1500 IOPS above the automatic number',
    'Lustre metadata, 4500 IOPS above the automatic number',
  ]);
  const throughputs = ['OpenZFS SINGLE_AZ_1, 128 MB/s', 'OpenZFS SINGLE_AZ_1, 256 MB/s'];
  expect(items('small-openzfs').filter((item) => item.includes('MB/s'))).toEqual(throughputs);
  expect(first('small-lustre').bill.phases.map(({ phase }) => phase)).toContain('changing');
});
