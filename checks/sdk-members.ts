/**
 * `tsx checks/sdk-members.ts`: writes lib/asl/lint/sdk/members.json, the calls of the SDK that the lint of machines
 * knows. To be run when a machine makes a call that it did not make before, or a client is updated; a test says so.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readMachines } from './machines/files';
import { callsOf } from './sdk/calls';
import { type Clients, sdkTable } from './sdk/members';

const FILE = 'lib/asl/lint/sdk/members.json';
/** Services by the names that `aws-sdk:NAME` and their packages have. */
const SERVICES = ['ec2', 'fsx', 's3', 'sfn', 'sns', 'ssm'];

async function write(): Promise<void> {
  const clients: Record<string, Clients[string]> = {};
  for (const name of SERVICES) clients[name] = (await import(`@aws-sdk/client-${name}`)) as Clients[string];
  const calls = callsOf(readMachines(process.cwd()));
  writeFileSync(FILE, JSON.stringify(sdkTable(clients, calls), null, 2));
  const { status, stderr } = spawnSync('npx', ['biome', 'format', '--write', FILE], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`biome: ${stderr}`);
  console.log(`${FILE}: ${calls.length} calls`);
}

void write().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
