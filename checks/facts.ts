/**
 * Writes facts that AWS publishes into data files, from packages that record them: `npm run facts`. Needs Python 3.11
 * or newer, and Go. The first run downloads 120 MB.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { STORAGE_TABLES } from '../lib/pricing/aws';
import { listHostPrices } from './facts/host-prices';
import { listInstanceTypes } from './facts/instance-types';
import { KARPENTER, INSTANCES_INFO, MOTO, readModuleFile, readRecordedTypes } from './facts/sources';
import { install } from './moto/install';

const FILES = { types: 'lib/targets/instance-tables/recorded.json', prices: 'lib/pricing/data/hosts.json' };

try {
  const { python } = install();
  const types = listInstanceTypes(readRecordedTypes(python), MOTO);
  // Hosts need prices of volumes, too: other Regions read all prices from AWS.
  const regions = [...new Set(STORAGE_TABLES.map(({ region }) => region))];
  const prices = listHostPrices(readModuleFile(KARPENTER, python), readModuleFile(INSTANCES_INFO, python), regions);
  for (const [file, facts] of [[FILES.types, types] as const, [FILES.prices, prices] as const])
    writeFileSync(file, `${JSON.stringify(facts, null, 2)}\n`);
  execFileSync('node_modules/.bin/biome', ['format', '--write', ...Object.values(FILES)], { stdio: 'pipe' });
  process.stdout.write(
    `${FILES.types}: ${Object.keys(types.types).length} types\n` +
      `${FILES.prices}: ${Object.keys(prices.usd).length} types in ${regions.length} Regions\n`,
  );
} catch (error) {
  process.stderr.write(`facts: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
