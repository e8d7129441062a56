/**
 * What a deployment without settings costs while nothing runs: amounts read off the templates and off a janitor that
 * finds nothing, by the list prices of us-east-1 (looked up in November 2026). `docs/deploy.md` has the same table.
 */
import { readFileSync } from 'node:fs';
import { makeDeployment } from '../cli/deployment';
import { LUSTRE } from '../twin/rehearsal/specs';
import { deploy, filterByType, findFunction, listAll } from './deployed-templates';
import { freeTypes, prices } from './stacks.cost.cases.json';

/** Dollars a month that nobody may pass without a decision, free tiers left out. */
const MOST = 3.5;
const HOURS = 730;
/** The lists of an empty account take about 2 s. */
const SECONDS = 2;
/** Lines of a call that finds nothing. */
const LOG_KB = 1;
/** The bundles of all functions, zipped: `dist/lambdas` after `node build.mjs lambdas`. */
const CODE_MB = 20;

const plain = deploy();

function countAlarmMetrics(): number {
  return filterByType(plain, 'AWS::CloudWatch::Alarm').reduce((sum, { Properties }) => {
    const metrics = Properties['Metrics'] as readonly { readonly MetricStat?: unknown }[] | undefined;
    return sum + (metrics?.filter(({ MetricStat }) => MetricStat !== undefined).length ?? 1);
  }, 0);
}

function countTurns(): number {
  const schedules = filterByType(plain, 'AWS::Scheduler::Schedule').map(
    ({ Properties }) => Properties['ScheduleExpression'],
  );
  expect(schedules).toEqual([expect.stringMatching(/^rate\(\d+ minutes\)$/)]);
  return (HOURS * 60) / Number(/\d+/.exec(String(schedules[0]))?.[0]);
}

/** Of one janitor that finds nothing. */
async function playTurn(): Promise<{ transitions: number; count: (service: string) => number }> {
  const on = makeDeployment(LUSTRE);
  const stateMachineArn = on.operator.config.machineArns.janitor;
  await on.operator.aws.sfn.startExecution({ stateMachineArn, name: 'turn', input: '{}' });
  await on.deployment.settled();
  const [turn] = on.deployment.account.sfn.executions();
  expect(turn?.status).toBe('SUCCEEDED');
  return {
    transitions: turn?.history.transitions ?? 0,
    count: (service) => on.calls.filter((call) => call.service === service && call.role !== 'person').length,
  };
}

async function listAmounts(): Promise<Record<string, number>> {
  const turns = countTurns();
  const { transitions, count } = await playTurn();
  const memoryMb = Number(findFunction(plain, 'find-orphans')['MemorySize']);
  return {
    'metrics of alarms': countAlarmMetrics(),
    'state transitions of the janitor': turns * transitions,
    'seconds × GB of its function': (turns * count('lambda') * SECONDS * memoryMb) / 1024,
    'invocations of its function': turns * count('lambda'),
    'its lists of buckets and keys': turns * count('s3'),
    'its lists of alarms': turns * count('cloudwatch'),
    'its lists of secrets': turns * count('secretsmanager'),
    'its starts by the schedule': turns,
    'KB of its log': turns * LOG_KB,
    'MB of code in the bucket of the CDK': CODE_MB,
  };
}

describe('idle deployment', () => {
  let rows: { what: string; amount: number; usd: number; usdAboveFree: number; text: string }[];
  beforeAll(async () => {
    const amounts = await listAmounts();
    rows = prices.map(({ what, usd, each, free, source }) => {
      const amount = Math.round(amounts[what] ?? Number.NaN);
      const price = `${each === 1 ? '' : `${each.toLocaleString('en')} for `}$${String(usd)}`;
      const cost = (amount / each) * usd;
      return {
        what,
        amount,
        usd: cost,
        usdAboveFree: (Math.max(0, amount - free) / each) * usd,
        text: `| ${amount.toLocaleString('en')} | ${what} | [${price}](${source}) | ${cost.toFixed(2)} |`,
      };
    });
  });
  const sum = (of: 'usd' | 'usdAboveFree'): number => rows.reduce((all, row) => all + row[of], 0);

  it('costs at most $3.50 a month without free tiers', () => {
    expect(rows.every(({ usd }) => Number.isFinite(usd) && usd > 0)).toBe(true);
    expect(sum('usd')).toBeLessThan(MOST);
  });

  it('has each cost line and the total in docs/deploy.md', () => {
    const total = `| | together | without free tiers | ${sum('usd').toFixed(2)} |`;
    const above = `With the free tiers it is $${sum('usdAboveFree').toFixed(2)}`;
    const page = readFileSync('docs/deploy.md', 'utf8');
    const lines = [...rows.map(({ text }) => text), total];
    // The formatter pads cells.
    const written = page.split('\n').map((line) => line.replace(/ +/g, ' '));
    expect(written.filter((line) => lines.includes(line))).toEqual(lines);
    expect(page).toContain(above);
  });

  it('has alarms and schedules as its only billed resource types', () => {
    const types = listAll(plain).map(({ Type }) => Type);
    const other = new Set(types.filter((type) => !freeTypes.includes(type)));
    expect([...other].toSorted()).toEqual(['AWS::CloudWatch::Alarm', 'AWS::Scheduler::Schedule']);
    const endpoints = filterByType(plain, 'AWS::EC2::VPCEndpoint').map(
      ({ Properties }) => Properties['VpcEndpointType'],
    );
    expect(endpoints).toEqual(['Gateway']);
  });
});
