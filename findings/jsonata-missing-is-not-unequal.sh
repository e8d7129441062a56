#!/usr/bin/env bash
# jsonata 2.0.6 (npm), which evaluates like AWS Step Functions: if a side of a comparison is missing, both `=` and `!=`
# are false. So `status != "done"` is false for an object without `status`, while `$not(status = "done")` is true; a
# filter `[status != "done"]` drops such objects. No error, no warning. One would expect `!=` to be the opposite of `=`.
# Needs Node.js and npm. Exit code 0: as described. 1: the behaviour has changed.
set -euo pipefail
version=2.0.6
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm init --yes >/dev/null
npm install --no-audit --no-fund --silent "jsonata@$version"
cat >run.js <<'JS'
const jsonata = require('jsonata');
const input = { jobs: [{ id: 1, status: 'done' }, { id: 2, status: 'open' }, { id: 3 }], none: {} };
const wanted = [
  ['none.status = "done"', false],
  ['none.status != "done"', false],
  ['$not(none.status = "done")', true],
  ['[jobs[status != "done"].id]', [2]],
  ['[jobs[$not(status = "done")].id]', [2, 3]],
];
(async () => {
  for (const [text, value] of wanted) {
    const found = JSON.stringify(await jsonata(text).evaluate(input));
    console.log(`${text}  ->  ${found}`);
    if (found !== JSON.stringify(value)) process.exitCode = 1;
  }
})();
JS
echo "jsonata $version"
node run.js
