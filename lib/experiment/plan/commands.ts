/** Scripts of a plan, and the commands that run them on hosts. */
import type { TargetModel } from '../../targets/model';
import type { Step, ScriptFiles } from '../../workloads/contract';
import { sha256 } from '../../shapes/canonical';
import type { Layout } from '../../shapes/layout';
import type { PlannedStep, Scripts, Timing } from '../../shapes/plan';

/** Looks at a command after its expected end, so that its history stays under 20,000 events. */
export const COMMAND_LOOKS = 2000;
/** Of a command's time a tenth, at most a minute, is kept for ending the script and storing its results. */
const STORING = { share: 0.1, mostSeconds: 60 };

/** Gathers scripts by their SHA-256, so that equal ones are stored once. */
export class Commands {
  private readonly texts = new Map<string, string>();

  constructor(
    private readonly keys: Layout,
    private readonly timing: Timing,
  ) {}

  /** Keeps a script for the bucket. @returns where it will lie, and the SHA-256 of its bytes */
  store(text: string): { readonly key: string; readonly sha256: string } {
    const hash = sha256(text);
    this.texts.set(hash, text);
    return { key: this.keys.script(hash), sha256: hash };
  }

  /**
   * The command that runs a script on the hosts of some roles.
   * @param counts hosts of each role of the rig
   * @param model what the storage that they share allows, where it is known
   */
  add(stage: Step, counts: ReadonlyMap<string, number>, model: TargetModel | null): PlannedStep {
    const { key: scriptKey, sha256: scriptSha256 } = this.store(stage.script);
    const withStoring = Math.min(
      stage.timeoutSeconds / (1 - STORING.share),
      stage.timeoutSeconds + STORING.mostSeconds,
    );
    const timeoutSeconds = Math.ceil(withStoring);
    const { barrierLeadSeconds, deliverySeconds, pollSeconds } = this.timing;
    const hosts = stage.roles.reduce((sum, role) => sum + (counts.get(role) ?? 0), 0);
    const expected = Math.max(stage.expectedSeconds, storageSeconds(stage, hosts, model));
    const afterExpected = timeoutSeconds + barrierLeadSeconds + deliverySeconds - expected;
    return {
      name: stage.name,
      roles: stage.roles,
      hosts,
      scriptKey,
      scriptSha256,
      barrier: stage.barrier,
      measures: stage.measures ?? false,
      expectedSeconds: rounded(expected),
      timeoutSeconds,
      pollSeconds: Math.max(pollSeconds, Math.ceil((1000 * afterExpected) / COMMAND_LOOKS) / 1000),
    };
  }

  /** All scripts, in the order in which they were first needed. */
  scripts(): Scripts {
    return Object.fromEntries(this.texts);
  }
}

/** Time that the storage needs for the work of all hosts together, at the rates that it keeps up at all times. */
function storageSeconds({ work }: Step, hosts: number, model: TargetModel | null): number {
  if (work === undefined || model === null) return 0;
  const data = work.writtenBytes / model.write.baseline;
  const operations = Object.entries(work.operations).map(([kind, count]) => {
    const rate = model.metadata[kind];
    return rate === undefined ? 0 : count / rate;
  });
  return hosts * operations.reduce((sum, one) => sum + one, data);
}

/** Expected length of commands that run one after the other, their barriers included. */
export function expectedSeconds(commands: readonly PlannedStep[], timing: Timing): number {
  return rounded(
    commands.reduce((sum, one) => sum + one.expectedSeconds + (one.barrier ? timing.barrierLeadSeconds : 0), 0),
  );
}

/** The files that a kind may use: its own by name, and those of the shell library as `shell/<name>`. */
export function filesOf(kind: string, scripts: ScriptFiles): ScriptFiles {
  const own = Object.entries(scripts).filter(([path]) => path.startsWith(`${kind}/`));
  const shared = Object.entries(scripts).filter(([path]) => path.startsWith('shell/'));
  return Object.fromEntries([...own.map(([path, text]) => [path.slice(kind.length + 1), text] as const), ...shared]);
}

/** Milliseconds are enough: more digits would be noise in every document. */
export function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
