import { expect, test } from 'vitest'
import { changeQueue } from './in-order.ts'

test('changes are sent in order, and those after a failed one too', async () => {
  const queue = changeQueue()
  const calls: string[] = []
  let finishFirst = () => {}
  const first = queue.send(async () => {
    calls.push('first')
    await new Promise<void>((resolve) => {
      finishFirst = resolve
    })
  })
  const second = queue.send(() => {
    calls.push('second')
    return Promise.reject(new Error('refused'))
  })
  const third = queue.send(async () => {
    calls.push('third')
    return 3
  })
  const sent = queue.sent()
  await Promise.resolve()
  expect(calls).toEqual(['first'])
  finishFirst()
  await first
  await expect(second).rejects.toThrow('refused')
  expect(await third).toBe(3)
  await sent
  expect(calls).toEqual(['first', 'second', 'third'])
  expect(queue.sent()).toBe(sent)
})
