/** Compares the kernel's mount with the spec, because kernel or server may lower or ignore options. */

/** One line of `/proc/mounts`. */
interface MountLine {
  readonly source: string;
  readonly type: string;
  readonly options: string;
}

/** From `/proc/mounts`; all fields are empty if nothing is mounted. */
export interface KernelMount extends MountLine {
  /** Other volumes mounted below the same directory. */
  readonly more?: readonly MountLine[] | undefined;
  /** Current values of requested client settings, by name; Lustre only. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/** Options by name; the value of an option without one is an empty text. */
export class KernelOptions {
  private readonly found: ReadonlyMap<string, string>;

  constructor(options: string) {
    const pairs = options.split(',').map((option): [string, string] => {
      const at = option.indexOf('=');
      return at < 0 ? [option, ''] : [option.slice(0, at), option.slice(at + 1)];
    });
    this.found = new Map(pairs);
  }

  /** Checks that a flag is set if and only if requested. */
  checkFlag(name: string, requested: boolean): string[] {
    if (this.found.has(name) === requested) return [];
    return [
      requested
        ? `requested ${name}, but the kernel lacks it`
        : `the mount has option ${name}, which was not requested`,
    ];
  }

  /** Checks that an option has the requested value, if any. @param unsaid value if the kernel does not report it */
  checkValue(name: string, requested: string | number | undefined, unsaid = 'nothing'): string[] {
    const found = this.found.get(name) ?? unsaid;
    if (requested === undefined || found === String(requested)) return [];
    return [`requested ${name} ${requested}, but the kernel has ${found}`];
  }
}

/** Checks the type of the mount; other options matter only if it is right. */
export function checkFsType({ type }: KernelMount, requested: string): string[] {
  if (type === requested) return [];
  return [
    type === ''
      ? `requested ${requested}, but nothing is mounted`
      : `requested ${requested}, but the kernel has ${type}`,
  ];
}
