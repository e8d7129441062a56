/** An external state machine in the simulated account (`place.ts`), which the deployment may run. */
export const HOOK = 'arn:aws:states:xx-local-1:000000000000:stateMachine:grow';
