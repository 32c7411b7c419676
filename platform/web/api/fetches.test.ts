import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { invalidate, pendingFetch } from './fetches.ts'

const queryKey = ['leads', 'rejected']

/** Opens a list on a server whose responses the test controls. */
function open() {
  const client = new QueryClient()
  const requests: ((answer: string) => void)[] = []
  const queryFn = () => new Promise<string>((answer) => requests.push(answer))
  const close = new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => {},
  )
  /** Answers the request with this index once it arrives. */
  const answer = async (number: number, text: string) => {
    await expect.poll(() => requests.length).toBeGreaterThan(number)
    requests[number]!(text)
    await pendingFetch(client, queryKey)
  }
  return { client, requests, answer, close, shown: () => client.getQueryData(queryKey) }
}

test('a first fetch in flight during a change is followed by another fetch', async () => {
  const { client, requests, answer, close, shown } = open()
  invalidate(client, { queryKey: ['leads'] })
  invalidate(client, { queryKey: ['leads'] })
  await answer(0, 'what was')
  await answer(1, 'what is')
  expect(shown()).toBe('what is')
  expect(requests).toHaveLength(2)
  expect(pendingFetch(client, queryKey)).toBeNull()
  close()
})

test('existing data is refetched at once and replaces a fetch in flight', async () => {
  const { client, requests, answer, close, shown } = open()
  await answer(0, 'first')
  invalidate(client, { queryKey })
  invalidate(client, { queryKey })
  await answer(2, 'third')
  requests[1]!('second, late')
  await answer(2, 'nobody listens')
  expect(shown()).toBe('third')
  close()
})

test('a query that was never fetched is not fetched', () => {
  const { client, requests, close } = open()
  close()
  client.removeQueries({ queryKey })
  invalidate(client, { queryKey })
  expect(pendingFetch(client, queryKey)).toBeNull()
  expect(requests).toHaveLength(1)
})
