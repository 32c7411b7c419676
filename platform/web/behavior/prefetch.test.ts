import { expect, test } from 'vitest'
import { prefetcher } from './prefetch.ts'

/** Creates a network whose responses the test controls. */
function testNetwork() {
  const requests: string[] = []
  const open = new Map<string, { done: () => void; failed: (error: Error) => void }>()
  const want = prefetcher(
    (url) =>
      new Promise<void>((done, failed) => {
        requests.push(url)
        open.set(url, { done, failed })
      }),
  )
  const settle = async (url: string, error?: Error) => {
    if (error) open.get(url)?.failed(error)
    else open.get(url)?.done()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { requests, want, settle }
}

test('fetches four pages at once, and the fifth after one arrives', async () => {
  const { requests, want, settle } = testNetwork()
  for (const url of ['/a', '/b', '/c', '/d', '/e']) want(url)
  expect(requests).toEqual(['/a', '/b', '/c', '/d'])
  await settle('/b')
  expect(requests).toEqual(['/a', '/b', '/c', '/d', '/e'])
})

test('takes the most recently requested page first', async () => {
  const { requests, want, settle } = testNetwork()
  for (const url of ['/a', '/b', '/c', '/d', '/e', '/f', '/g']) want(url)
  await settle('/a')
  await settle('/b')
  await settle('/c')
  expect(requests.slice(4)).toEqual(['/g', '/f', '/e'])
})

test('fetches a page once, however often it is requested', async () => {
  const { requests, want, settle } = testNetwork()
  want('/a')
  want('/a')
  await settle('/a')
  want('/a')
  expect(requests).toEqual(['/a'])
})

test('a failed page makes room for the next', async () => {
  const { requests, want, settle } = testNetwork()
  for (const url of ['/a', '/b', '/c', '/d', '/e']) want(url)
  await settle('/a', new Error('offline'))
  expect(requests.at(-1)).toBe('/e')
})
