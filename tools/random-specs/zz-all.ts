import fc from 'fast-check';
import { stringify } from 'yaml';
import { writeFileSync } from 'node:fs';
import { groundOf, judge } from '/tmp/wt/lead/tools/random-specs/judge';
import { specs } from '/tmp/wt/lead/tools/random-specs/spec';
(async () => {
  const ground = await groundOf('/tmp/wt/lead');
  const all = fc.sample(specs, { seed: Number(process.argv[2]), numRuns: Number(process.argv[3]) });
  let i = 0;
  const reached: Record<string, number> = {};
  for (const one of all) {
    const j = await judge(stringify(one), ground);
    reached[j.reached] = (reached[j.reached] ?? 0) + 1;
    if (j.faults.length) {
      console.log(i, j.reached, j.faults.join(' | ').slice(0, 400));
      writeFileSync(`/tmp/rs/${process.argv[2]}-${i}.yaml`, stringify(one));
    }
    i++;
  }
  console.log(reached);
})();
