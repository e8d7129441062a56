import { writeFileSync, readFileSync } from 'node:fs';
import { answerConstructed, CONSTRUCTED } from './test/results/answer/constructed';
const old = JSON.parse(readFileSync('test/results/answer/headline.cases.json','utf8'));
const out: Record<string, unknown> = {};
for (const c of CONSTRUCTED) {
  const { outcome, comparison, reason, met, headline } = answerConstructed(c);
  const why = reason === null ? '' : ` (${reason})`;
  const n = { outcome: `${outcome}${why}`, among: comparison, met, headline };
  out[c.name] = n;
  const o = old[c.name];
  if (JSON.stringify(o) !== JSON.stringify(n)) console.log(`${c.name}${o && o.outcome !== n.outcome ? ` [${o.outcome} -> ${n.outcome}]` : ''}\n   ${headline}`);
}
writeFileSync('test/results/answer/headline.cases.json', `${JSON.stringify(out, null, 2)}\n`);
