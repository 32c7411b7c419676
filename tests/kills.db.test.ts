import { expect, test } from 'vitest'
import { survive } from '#bench/faults/run.ts'
import { Programs } from './programs.ts'

const programs = new Programs()

// `npm run bench faults` does the same a thousand times.
test('nothing is lost or duplicated after two workers are killed and the database restarts', {
  timeout: 300_000,
}, async () => {
  const options = { webs: 1, workers: 2, kills: 2, restarts: 1, seed: 20 }
  const { differences, ...survived } = await survive(programs.madeData('faults'), options)
  const { kills, restarts, items, edits, refused, leads, again, seconds } = survived
  console.log(
    `kills: ${kills} workers killed, ${restarts} restart of the database, ${items} items, ${edits} edits ` +
      `(${refused} refused), ${leads} leads, ${again} jobs sent again, ${Math.round(seconds)} s`,
  )
  expect(differences).toEqual([])
  expect(kills).toBe(2)
  expect(items).toBeGreaterThan(200)
  expect(leads).toBeGreaterThan(50)
})
