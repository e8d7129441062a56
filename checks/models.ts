/** `npm run facts:models`: lists what AWS's newest service models changed since the kept digest, or validates calls. */
import { readFileSync, writeFileSync } from 'node:fs';
import { installBotocore } from './models/botocore';
import { compareParts, digestModel, type ServiceDigest } from './models/digest';
import { checkInput } from './models/input';
import { formatUsage, parseOptions, runCommand, UsageError } from './options';
import { PLACE } from './policy/findings';
import { experiments, EXTRA, rehearseOne } from './policy/rehearsals';

const KEPT = 'checks/facts/models.json';

interface KeptDigest {
  readonly botocore: string;
  readonly services: Readonly<Record<string, ServiceDigest>>;
}

const OPTIONS = {
  botocore: { type: 'text', value: 'VERSION', help: 'this release; default: the newest on PyPI' },
  keep: { type: 'flag', help: `renews ${KEPT}; add operations there by hand` },
  calls: { type: 'flag', help: 'validates all calls of the rehearsed experiments; six minutes' },
  help: { type: 'flag', help: 'this text' },
} as const;

/** Folders in botocore of services with other names in the call log. */
const FOLDERS: Readonly<Record<string, string>> = { sfn: 'stepfunctions', servicequotas: 'service-quotas' };

type Botocore = ReturnType<typeof installBotocore>;

void runCommand(async (argv) => {
  const { values } = parseOptions(argv, OPTIONS);
  if (values.help) {
    process.stdout.write(formatUsage('npm run facts:models [-- OPTIONS]: compares models of AWS services', OPTIONS));
    return 0;
  }
  if (values.calls && values.keep) throw new UsageError('--calls compares no models, so it has nothing to --keep');
  const botocore = installBotocore(values.botocore);
  const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as KeptDigest;
  const lines = values.calls ? await checkCalls(botocore, kept) : compareModels(botocore, kept, values.keep);
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return lines.length > 1 && !values.keep ? 1 : 0;
});

/** The last line sums up. */
function compareModels({ version, readModel }: Botocore, kept: KeptDigest, keep: boolean): string[] {
  const services = Object.entries(kept.services).map(
    ([service, { operations }]) => [service, digestModel(readModel(service), operations)] as const,
  );
  const changes = services.flatMap(([service, { parts }]) =>
    compareParts(service, kept.services[service]?.parts ?? '', parts),
  );
  const digest: KeptDigest = { botocore: version, services: Object.fromEntries(services) };
  if (keep) writeFileSync(KEPT, `${JSON.stringify(digest, null, 2)}\n`);
  return [...changes, `botocore ${version}, kept ${kept.botocore}: ${changes.length} differences`];
}

/** Each kind of problem once, with the number of calls and one experiment. The last line sums up. */
async function checkCalls({ version, readModel }: Botocore, kept: KeptDigest): Promise<string[]> {
  const models = new Map<string, ReturnType<typeof readModel>>();
  const problems = new Map<string, { count: number; readonly experiment: string }>();
  let calls = 0;
  const names = [...experiments(), ...EXTRA];
  for (const experiment of names) {
    await rehearseOne(experiment, PLACE.region, ({ service, action, input }) => {
      calls += 1;
      const folder = FOLDERS[service] ?? service;
      const model = models.get(folder) ?? readModel(folder);
      models.set(folder, model);
      // The digest keeps storage services; calls of others are only validated.
      const listed = kept.services[folder]?.operations.split(' ') ?? [action];
      const unlisted = listed.includes(action) ? [] : [`missing in ${KEPT}`];
      for (const problem of [...checkInput(model, action, input), ...unlisted]) {
        const text = `${service}:${action} ${problem.replaceAll(/\.\d+/g, '.n')}`;
        problems.set(text, { count: (problems.get(text)?.count ?? 0) + 1, experiment });
      }
    });
  }
  const rows = [...problems].map(([text, { count, experiment }]) => `${text} (${count}, e.g. ${experiment})`);
  return [...rows, `botocore ${version}: ${calls} calls of ${names.length} experiments, ${rows.length} bad`];
}
