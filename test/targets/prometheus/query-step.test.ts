import { readScripts } from '../../../lib/aws/scripts';
import { addQueries } from '../../../lib/targets/prometheus/query-step';
import type { Step } from '../../../lib/workloads/contract';
import type { Telemetry } from '../../../lib/shapes/telemetry';
import cases from './query-step.cases.json';

const STEP = cases.step as Step;
const TELEMETRY = cases.telemetry as Telemetry;

it('adds the queries to the script of the measuring step, run by its first role, and extends its time', async () => {
  const { script, ...step } = addQueries(STEP, TELEMETRY, await readScripts('workloads'));
  expect(step).toMatchObject({ expectedSeconds: 41, timeoutSeconds: 125, roles: ['client', 'other'] });
  expect(script.body).toBe(STEP.script.body);
  const lines = script.head.split('\n');
  expect(lines[0]).toBe('#!/usr/bin/env bash');
  expect(lines).toContain("export TELEMETRY_URL='http://10.0.0.5:9090'");
  expect(lines).toContain("export TELEMETRY_QUERIES='server_up\tsum(up{a=\"it'\\''s\"})'");
  expect(lines).toContain("export TELEMETRY_ROLE='client'");
  expect(lines).toContain('telemetry_ask() {');
  expect(lines.filter((line) => line.startsWith('#!'))).toHaveLength(1);
});

it('returns other steps, and steps without telemetry, unchanged', async () => {
  const files = await readScripts('workloads');
  expect(addQueries(STEP, null, files)).toBe(STEP);
  const { measures: _, ...layout } = STEP;
  expect(addQueries(layout, TELEMETRY, files)).toBe(layout);
});
