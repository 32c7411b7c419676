import { expect, test } from 'vitest'
import { runWithFaults } from '#bench/faults/run.ts'
import { Programs } from './programs.ts'

const programs = new Programs()

// `npm run bench faults` does the same a thousand times.
test('nothing is lost or duplicated after two workers are killed and the database restarts', {
  timeout: 300_000,
}, async () => {
  const plan = { webs: 1, workers: 2, kills: 2, restarts: 1, projects: 2, seed: 20 }
  const { differences, ...result } = await runWithFaults(programs.madeData('faults'), plan)
  const { kills, restarts, items, edits, failedEdits, leads, retriedJobs, seconds } = result
  console.log(
    `kills: killed workers ${kills}, database restarts ${restarts}, items ${items}, edits ${edits} ` +
      `(failed ${failedEdits}), leads ${leads}, retried jobs ${retriedJobs}, ${Math.round(seconds)} s`,
  )
  expect(differences).toEqual([])
  expect(kills).toBe(2)
  expect(items).toBeGreaterThan(200)
  expect(leads).toBeGreaterThan(25)
})
