/** Refusal of a state machine's definition; the message names the machine and every problem, one a line. */
export class MachineInvalid extends Error {
  constructor(
    readonly machine: string,
    readonly problems: readonly string[],
  ) {
    super(`State machine ${machine} is invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'MachineInvalid';
  }
}

/** Collects problems, so that all are told at once. */
export class Problems {
  private readonly found: string[] = [];

  /** @param where e.g. `state 'Create', field Next`. */
  add(where: string, what: string): void {
    this.found.push(`${where}: ${what}`);
  }

  /** @throws {MachineInvalid} where any problem was added. */
  refuse(machine: string): void {
    if (this.found.length > 0) throw new MachineInvalid(machine, this.found);
  }
}
