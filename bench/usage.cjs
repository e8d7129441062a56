// Loaded first by a measured process: appends its CPU seconds and its peak memory, MiB, to a file.
const { appendFileSync } = require('node:fs');

process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const line = JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, mebibytes: maxRSS / 1024 });
  appendFileSync(process.env.FSXBENCH_USAGE, `${line}\n`);
});
