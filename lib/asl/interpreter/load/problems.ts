/** The refusal of a state machine; the message names the machine and lists one problem per line. */
export class MachineInvalid extends Error {
  constructor(
    readonly machine: string,
    readonly problems: readonly string[],
  ) {
    super(`State machine ${machine} is invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'MachineInvalid';
  }
}

/** Collects problems, so that one error reports them all. */
export class Problems {
  private readonly found: string[] = [];

  /** @param where e.g. `state 'Create', field Next`. */
  add(where: string, what: string): void {
    this.found.push(`${where}: ${what}`);
  }

  /** @throws {MachineInvalid} if there is a problem. */
  refuse(machine: string): void {
    if (this.found.length > 0) throw new MachineInvalid(machine, this.found);
  }
}
