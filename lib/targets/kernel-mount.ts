/** What the kernel of a host says of a mount, held against what was asked for: options may be lowered, or forgotten. */

/** One line of `/proc/mounts`. */
interface MountLine {
  readonly source: string;
  readonly type: string;
  readonly options: string;
}

/** As `/proc/mounts` has it; all empty where nothing is mounted. */
export interface KernelMount extends MountLine {
  /** The others, where several volumes are mounted below one place. */
  readonly more?: readonly MountLine[] | undefined;
  /** Settings of the client that were asked for with the mount, by name, as it has them; of Lustre only. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/** Options by name; those without a value are the empty text. */
export class KernelOptions {
  private readonly found: ReadonlyMap<string, string>;

  constructor(options: string) {
    const pairs = options.split(',').map((option): [string, string] => {
      const at = option.indexOf('=');
      return at < 0 ? [option, ''] : [option.slice(0, at), option.slice(at + 1)];
    });
    this.found = new Map(pairs);
  }

  /** Whether an option without a value is there when it was asked for, and only then. */
  checkFlag(name: string, asked: boolean): string[] {
    if (this.found.has(name) === asked) return [];
    return [asked ? `${name} was asked for, the kernel has it not` : `the kernel has ${name}, which nobody asked for`];
  }

  /**
   * Whether an option has the value that was asked for; nothing is wrong where none was.
   * @param unsaid what it is where the kernel does not say it
   */
  checkValue(name: string, asked: string | number | undefined, unsaid = 'nothing'): string[] {
    const found = this.found.get(name) ?? unsaid;
    if (asked === undefined || found === String(asked)) return [];
    return [`${name} ${asked} was asked for, the kernel has ${found}`];
  }
}

/** Whether something of the type is mounted: nothing else is worth a look where it is not. */
export function checkFsType({ type }: KernelMount, asked: string): string[] {
  if (type === asked) return [];
  return [
    type === '' ? `${asked} was asked for, nothing is mounted` : `${asked} was asked for, the kernel has ${type}`,
  ];
}
