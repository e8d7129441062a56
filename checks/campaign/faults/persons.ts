/** Commands of a person on the deployment, at a time or right before a call: the command line's own code. */
import { Writable } from 'node:stream';
import type { Clock } from '../../../lib/asl/clock/clock';
import { type Operator, stopExecution, writePaused } from '../../../lib/aws/operator';
import type { Cli } from '../../../lib/cli/command';
import { deleteDeployment } from '../../../lib/cli/commands/down';
import { ensure } from '../../../lib/shapes/errors';
import { PAUSED_KEY } from '../../../lib/shapes/layout';
import { type StackPart, toPascal } from '../../../lib/shapes/machines';
import { UserError } from '../../../lib/shapes/user-error';
import { PERSON_ROLE_NAME } from '../../oracles/execution-record';
import type { Fault, PendingCall } from '../../../lib/twin/cloud/cloud';
import type { MemoryStore } from '../../../lib/twin/cloud/s3/store';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { toMachineName } from '../../../lib/twin/rehearsal/machine-use';
import type { SimulatedDeployment } from '../../../lib/twin/simulated-deployment';
import { getRoleName } from './calls';
import { type Campaign, type RuleOf, pickRules } from './campaign';
import type { Schedule } from './schedule';
import type { Stacks } from './stack';
import { EXECUTION } from './starts';

/** A deleted stack, and what went on at that moment. */
export interface StackRemoval {
  readonly part: StackPart;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Running experiments and guardians. */
  readonly running: readonly string[];
  readonly paused: boolean;
}

/** The caller of commands. */
const CALLER = { execution: '', state: '', role: PERSON_ROLE_NAME };
/** Time that a call takes longer where a person acts right before it, milliseconds: a command makes few calls. */
const BEFORE_MS = 1000;
/** A person interrupts `down` after this time, milliseconds. */
const PATIENCE_MS = 5 * 3_600_000;
/** CloudFormation takes a minute or more to delete a stack, milliseconds. */
const DELETE_MS = 60_000;

export class Persons {
  readonly removals: StackRemoval[] = [];

  constructor(
    private readonly parts: {
      readonly campaign: Campaign;
      readonly strikes: Schedule;
      readonly clock: Clock;
      readonly store: MemoryStore;
      readonly stacks: Stacks;
      readonly deployment: () => SimulatedDeployment;
    },
  ) {}

  /** Runs a command. @returns 1; 0 where it was impossible */
  async run({ effect }: RuleOf<'person'>): Promise<number> {
    const { deployment } = this.parts;
    const context = { ...deployment().context, aws: deployment().account.calls(CALLER) };
    try {
      if (effect === 'stop') await stopExecution(EXECUTION, 'Stopped by a person.', context);
      else if (effect === 'down') void this.takeDown();
      else await writePaused(effect === 'pause', 'of a campaign', context);
      return 1;
    } catch (error) {
      if (error instanceof ServiceError) return 0;
      throw error;
    }
  }

  /** Acts right before calls. */
  beforeCalls(): (call: PendingCall) => Fault | undefined {
    const { campaign, strikes, clock } = this.parts;
    const rules = pickRules(campaign, 'person');
    return ({ action, input, caller }) => {
      for (const { index, rule } of rules) {
        const { before } = rule;
        const { Key = '' } = (input ?? {}) as { readonly Key?: unknown };
        const isMatch =
          before?.role === getRoleName(caller.role) &&
          before.action === action &&
          (before.key === undefined || String(Key).includes(before.key));
        if (!isMatch || strikes.count(`${index}`) !== before.nth) continue;
        void this.run(rule).then((touched) => {
          if (touched > 0) strikes.note(index, clock.now());
        });
        return { delayMs: BEFORE_MS };
      }
      return undefined;
    };
  }

  private async takeDown(): Promise<void> {
    const { deployment, clock, store, stacks } = this.parts;
    const { config } = deployment();
    const operator: Operator = {
      ...deployment().context,
      aws: deployment().account.calls(CALLER),
      flags: '',
      download: async (key) => ensure(await store.get(key), `the object ${key}`).bytes,
      removeStack: async (name) => {
        const part = name === toPascal(`${config.stack}-bench`) ? 'bench' : 'safety';
        const running = deployment()
          .account.sfn.executions()
          .filter(({ status, machineArn }) => status === 'RUNNING' && GUARDED.includes(toMachineName(machineArn)));
        const paused = (await store.get(PAUSED_KEY))?.text.includes('"paused":true') ?? false;
        this.removals.push({ part, at: clock.now(), running: running.map(({ name }) => name), paused });
        stacks.remove(part);
        await clock.sleep(DELETE_MS);
      },
    };
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const cli: Cli = {
      root: '',
      cwd: '',
      lock: '',
      out: nowhere,
      err: nowhere,
      interrupts: {
        take: (ends) => {
          void clock.sleep(PATIENCE_MS).then(() => ends.first());
          return () => undefined;
        },
      },
    };
    try {
      await deleteDeployment(cli, operator, [], { yes: true });
    } catch (error) {
      // The command explains it, and a person runs it again.
      if (!(error instanceof ServiceError || error instanceof UserError)) throw error;
    }
  }
}

const GUARDED: readonly string[] = ['experiment', 'guardian'];
