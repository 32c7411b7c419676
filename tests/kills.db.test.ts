import { expect, test } from 'vitest'
import { survive } from '../bench/faults/run.ts'

test('ten workers killed and the database restarted: nothing is lost, and nothing is there twice', {
  timeout: 300_000,
}, async () => {
  const { differences, ...survived } = await survive({ kills: 10, restarts: 1, seed: 20 })
  const { kills, restarts, items, edits, refused, leads, again, seconds } = survived
  console.log(
    `kills: ${kills} workers killed, ${restarts} restart of the database, ${items} items, ${edits} edits ` +
      `(${refused} refused), ${leads} leads, ${again} jobs sent again, ${Math.round(seconds)} s`,
  )
  expect(differences).toEqual([])
  expect(kills).toBe(10)
  expect(items).toBeGreaterThan(200)
  expect(leads).toBeGreaterThan(100)
})
