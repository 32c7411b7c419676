import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { invalidate, pendingFetch } from './fetches.ts'

const queryKey = ['leads', 'rejected']

/** A list that is shown, and a server that answers each question when it is told to, with what is true then. */
function open() {
  const client = new QueryClient()
  const asked: ((answer: string) => void)[] = []
  const queryFn = () => new Promise<string>((answer) => asked.push(answer))
  const close = new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => {},
  )
  /** Answers the question of this number, counted from 0, once it is asked. */
  const answer = async (number: number, text: string) => {
    await expect.poll(() => asked.length).toBeGreaterThan(number)
    asked[number]!(text)
    await pendingFetch(client, queryKey)
  }
  return { client, asked, answer, close, shown: () => client.getQueryData(queryKey) }
}

test('a first fetch that was under way when something changed is followed by another', async () => {
  const { client, asked, answer, close, shown } = open()
  invalidate(client, { queryKey: ['leads'] })
  invalidate(client, { queryKey: ['leads'] })
  await answer(0, 'what was')
  await answer(1, 'what is')
  expect(shown()).toBe('what is')
  expect(asked).toHaveLength(2)
  expect(pendingFetch(client, queryKey)).toBeNull()
  close()
})

test('what is there is fetched again at once, in place of a fetch that is under way', async () => {
  const { client, asked, answer, close, shown } = open()
  await answer(0, 'first')
  invalidate(client, { queryKey })
  invalidate(client, { queryKey })
  await answer(2, 'third')
  asked[1]!('second, late')
  await answer(2, 'nobody listens')
  expect(shown()).toBe('third')
  close()
})

test('what was never asked for is not asked for now', () => {
  const { client, asked, close } = open()
  close()
  client.removeQueries({ queryKey })
  invalidate(client, { queryKey })
  expect(pendingFetch(client, queryKey)).toBeNull()
  expect(asked).toHaveLength(1)
})
