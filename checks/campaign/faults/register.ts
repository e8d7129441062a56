/** Faults of the register of running executions, and every version of it. */
import { RUNNING_KEY } from '../../../lib/shapes/layout';
import type { Fault, PendingCall } from '../../../lib/twin/cloud/cloud';
import type { MemoryStore } from '../../../lib/twin/cloud/s3/store';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { type Campaign, type RuleOf, pickRules } from './campaign';
import type { Schedule } from './schedule';

/** A written text. */
export interface RegisterVersion {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly text: string;
  /** Name of the execution whose admission wrote it; null for a rival or a person. */
  readonly execution: string | null;
}

/** Which calls a fault changes. */
const ACTIONS: Readonly<Record<RuleOf<'register'>['effect'], readonly string[]>> = {
  raced: ['PutObject'],
  conflict: ['PutObject'],
  unreadable: ['GetObject'],
  spoilt: ['GetObject', 'PutObject'],
  gone: ['GetObject', 'PutObject'],
};

export class Register {
  readonly versions: RegisterVersion[] = [];
  /** Names of executions by the text that they write: the bucket does not know them. */
  private readonly writers = new Map<string, string>();
  private rivals = 0;

  constructor(
    private readonly store: MemoryStore,
    private readonly now: () => number,
  ) {}

  /** The bucket, which notes each version. */
  watch(): MemoryStore {
    return {
      ...this.store,
      put: async (key, content, onlyIfAbsent) => {
        const written = await this.store.put(key, content, onlyIfAbsent);
        if (key === RUNNING_KEY && written !== 'exists') this.note(String(content));
        return written;
      },
    };
  }

  private note(text: string): void {
    this.versions.push({ at: this.now(), text, execution: this.writers.get(text) ?? null });
  }

  makeFaults(campaign: Campaign, strikes: Schedule): (call: PendingCall) => Fault | undefined {
    const rules = pickRules(campaign, 'register');
    return ({ service, action, input, caller, at }) => {
      const { Key, Body } = (input ?? {}) as { readonly Key?: unknown; readonly Body?: unknown };
      if (service !== 's3' || Key !== RUNNING_KEY) return undefined;
      if (action === 'PutObject') this.writers.set(String(Body), caller.execution);
      const struck = rules.find(
        ({ index, rule }) => ACTIONS[rule.effect].includes(action) && strikes.strikes(index, rule, at),
      );
      return struck === undefined ? undefined : this.apply(struck.rule.effect);
    };
  }

  private apply(effect: RuleOf<'register'>['effect']): Fault {
    switch (effect) {
      case 'conflict':
        return new ServiceError(
          'ConditionalRequestConflict',
          'A conflicting conditional operation is in progress',
          409,
        );
      case 'unreadable':
        return new ServiceError('ServiceUnavailable', 'Reduce your request rate.', 503);
      case 'raced':
        void this.addRival();
        break;
      case 'spoilt':
        void this.replace('{ "version": 1, "exec');
        break;
      case 'gone':
        this.store.lose(RUNNING_KEY);
        this.note('');
        break;
    }
    // The change is complete before the call.
    return { delayMs: 1 };
  }

  /** A start of another experiment that is admitted and never writes a pointer, as if admission had died then. */
  private async addRival(): Promise<void> {
    const text = (await this.store.get(RUNNING_KEY))?.text;
    this.rivals += 1;
    const at = new Date(this.now()).toISOString();
    const rival = {
      executionId: `rival-${this.rivals}`,
      experiment: 'rival',
      startedAt: at,
      admittedAt: at,
      usd: 1,
      ended: false,
    };
    await this.replace(JSON.stringify({ version: 1, executions: [...parseEntries(text ?? ''), rival] }));
  }

  private async replace(text: string): Promise<void> {
    await this.store.put(RUNNING_KEY, text, false);
    this.note(text);
  }
}

/** An entry, as far as it is checked. */
export interface RegisterEntry {
  readonly executionId: string;
  readonly startedAt: string;
  readonly admittedAt: string;
  readonly usd: number;
  readonly ended: boolean;
}

/** None of an invalid text. */
export function parseEntries(text: string): readonly RegisterEntry[] {
  try {
    return (JSON.parse(text) as { readonly executions: readonly RegisterEntry[] }).executions;
  } catch {
    return [];
  }
}
