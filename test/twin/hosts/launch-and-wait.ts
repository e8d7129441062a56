/** A program for `real.killed.test.ts`: launches a host, runs a command on it, reports it, and waits to be killed. */
import { makeRealHosts } from '../../../lib/local/deployment';
import type { HostCommand, HostLaunch } from '../../../lib/twin/hosts/driver';

interface Task {
  readonly options: { folder: string; bucketDir: string; cwd: string; wrapper: string };
  readonly launch: HostLaunch;
  readonly command: HostCommand;
}

const task: Task = JSON.parse(process.argv[2] ?? '');
const hosts = makeRealHosts({ ...task.options, log: { info: () => {}, warn: () => {}, error: () => {} } });
void hosts.launch(task.launch).then(() => {
  void hosts.run(task.launch.instanceId, task.command).done.then(() => process.stdout.write('ended\n'));
  process.stdout.write('running\n');
});
setInterval(() => {}, 1_000);
