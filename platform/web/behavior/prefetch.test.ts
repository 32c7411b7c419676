import { expect, test } from 'vitest'
import { prefetcher } from './prefetch.ts'

/** A network that answers when it is told to. */
function testNetwork() {
  const asked: string[] = []
  const open = new Map<string, { done: () => void; failed: (error: Error) => void }>()
  const want = prefetcher(
    (url) =>
      new Promise<void>((done, failed) => {
        asked.push(url)
        open.set(url, { done, failed })
      }),
  )
  const settle = async (url: string, error?: Error) => {
    if (error) open.get(url)?.failed(error)
    else open.get(url)?.done()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { asked, want, settle }
}

test('four pages are fetched at once, and the fifth when one is there', async () => {
  const { asked, want, settle } = testNetwork()
  for (const url of ['/a', '/b', '/c', '/d', '/e']) want(url)
  expect(asked).toEqual(['/a', '/b', '/c', '/d'])
  await settle('/b')
  expect(asked).toEqual(['/a', '/b', '/c', '/d', '/e'])
})

test('of those that wait the last wanted is fetched first', async () => {
  const { asked, want, settle } = testNetwork()
  for (const url of ['/a', '/b', '/c', '/d', '/e', '/f', '/g']) want(url)
  await settle('/a')
  await settle('/b')
  await settle('/c')
  expect(asked.slice(4)).toEqual(['/g', '/f', '/e'])
})

test('a page is fetched once, however often it is wanted', async () => {
  const { asked, want, settle } = testNetwork()
  want('/a')
  want('/a')
  await settle('/a')
  want('/a')
  expect(asked).toEqual(['/a'])
})

test('one that fails gives its place to the next', async () => {
  const { asked, want, settle } = testNetwork()
  for (const url of ['/a', '/b', '/c', '/d', '/e']) want(url)
  await settle('/a', new Error('offline'))
  expect(asked.at(-1)).toBe('/e')
})
