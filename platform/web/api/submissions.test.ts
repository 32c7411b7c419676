import { expect, test } from 'vitest'
import { CallError, unknownError } from './call-error.ts'
import { submitOnce } from './submissions.ts'

/** Submits requests to a server whose responses the test controls. */
function setUp() {
  const keys: string[] = []
  const answers: PromiseWithResolvers<string>[] = []
  const submit = (request: string) =>
    submitOnce(request, (key) => {
      keys.push(key)
      const answer = Promise.withResolvers<string>()
      answers.push(answer)
      return answer.promise
    })
  return { keys, answers, submit }
}

test('a double click sends one request', async () => {
  const { keys, answers, submit } = setUp()
  const both = [submit('keyword 1'), submit('keyword 1')]
  answers[0]!.resolve('created')
  expect(await Promise.all(both)).toEqual(['created', 'created'])
  expect(keys).toHaveLength(1)
})

test('a submission gets a new key after an answer or with other content', async () => {
  const { keys, answers, submit } = setUp()
  const submitted = [submit('keyword 2'), submit('keyword 3')]
  for (const answer of answers) answer.resolve('created')
  await Promise.all(submitted)
  void submit('keyword 2')
  expect(new Set(keys).size).toBe(3)
})

test('sending the same content again after a lost answer reuses the key', async () => {
  const { keys, answers, submit } = setUp()
  const lost = submit('keyword 4')
  answers[0]!.reject(unknownError('The server could not be reached.'))
  await expect(lost).rejects.toThrow()
  const again = submit('keyword 4')
  answers[1]!.reject(new CallError({ status: 409, name: 'ConflictError', message: 'interrupted', details: {} }))
  await expect(again).rejects.toThrow('interrupted')
  void submit('keyword 4')
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
