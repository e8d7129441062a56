/** A process that runs test files for the runner, one after the other: modules are loaded once for all of them. */
const { default: run, setWorkerData } = await import(
  new URL('worker-runner.js', import.meta.resolve('jest-light-runner'))
);

process.on('message', async ({ path, settings }) => {
  setWorkerData(settings);
  try {
    process.send({ result: await run(path) });
  } catch ({ message, stack }) {
    process.send({ error: { message, stack } });
  }
});
