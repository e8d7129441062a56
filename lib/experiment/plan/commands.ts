/** Converts steps to the commands of the plan, and stores each script once. */
import { sha256 } from '../../shapes/canonical-json';
import { getOrMake } from '../../shapes/collections';
import type { Layout } from '../../shapes/layout';
import type { PlannedStep, Scripts, Timing } from '../../shapes/plan';
import type { Script, Step, ScriptFiles } from '../../workloads/contract';
import { type StepHosts, estimateStepTimes, usesBarrier } from './step-times';

/** Collects scripts by SHA-256, so that equal scripts are stored once. */
export class ScriptStore {
  private readonly texts = new Map<string, string>();
  /** Encoded bodies that scripts share: encoding takes longer than hashing. */
  private readonly bodies = new Map<string, Buffer>();
  /** Stored scripts by step, because several trials share steps. */
  private readonly stored = new WeakMap<Step, { readonly key: string; readonly sha256: string }>();

  private wrapperKey: string | undefined;

  constructor(
    private readonly keys: Layout,
    private readonly timing: Timing,
  ) {}

  /** Keeps a script for the bucket. @returns its key, and the SHA-256 of its bytes */
  store({ head, body }: Script): { readonly key: string; readonly sha256: string } {
    const bytes = getOrMake(this.bodies, body, () => Buffer.from(body));
    const hash = sha256(head, bytes);
    // V8 keeps a concatenation as two strings until the text is read, so memory contains the body once.
    this.texts.set(hash, head + body);
    return { key: this.keys.script(hash), sha256: hash };
  }

  /** Sets the wrapper that runs the following steps on managed hosts, which have no boot script. */
  runBy(wrapper: Script): void {
    this.wrapperKey = this.store(wrapper).key;
  }

  add(step: Step, fleet: StepHosts): PlannedStep {
    const { key: scriptKey, sha256: scriptSha256 } = getOrMake(this.stored, step, () => this.store(step.script));
    const { name, roles, barrier, measures = false } = step;
    const { hosts, ...times } = estimateStepTimes(step, fleet, this.timing);
    const wrapper = this.wrapperKey === undefined ? {} : { wrapperKey: this.wrapperKey };
    return {
      name,
      roles,
      hosts,
      scriptKey,
      scriptSha256,
      ...wrapper,
      barrier: usesBarrier({ barrier, hosts }),
      measures,
      ...times,
    };
  }

  scripts(): Scripts {
    return Object.fromEntries(this.texts);
  }
}

const KIND_FILES = new WeakMap<ScriptFiles, Map<string, ScriptFiles>>();

const SHARED_FOLDERS: readonly string[] = ['shell/', 'fixtures/', 'mpi/', 'fio/'];

/** The files that a kind may use: its own by name, shared ones as `shell/<name>`, `mpi/<name>` and `fio/<name>`. */
export function pickScriptFiles(kind: string, scripts: ScriptFiles): ScriptFiles {
  const known = getOrMake(KIND_FILES, scripts, () => new Map<string, ScriptFiles>());
  return getOrMake(known, kind, () => {
    const all = Object.entries(scripts);
    const own = all.filter(([path]) => path.startsWith(`${kind}/`));
    const shared = all.filter(([path]) => SHARED_FOLDERS.some((folder) => path.startsWith(folder)));
    return Object.fromEntries([...own.map(([path, text]) => [path.slice(kind.length + 1), text] as const), ...shared]);
  });
}
