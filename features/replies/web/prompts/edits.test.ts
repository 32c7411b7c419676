import { expect, test } from 'vitest'
import type { Prompt } from '../../contract.ts'
import { communitiesWith, communityIn, placeKey, postPathIn, promptAt, testedPrompts } from './edits.ts'

const prompt = (kind: Prompt['kind'], subreddit: string | null, active = true) =>
  ({ kind, subreddit, active, text: 'x' }) as Prompt
const prompts = [prompt('facts', null), prompt('facts', 'Welding'), prompt('facts', 'pipes', false)]

test('a prompt is found by its kind and community, whatever the case', () => {
  expect(promptAt(prompts, { kind: 'facts', subreddit: 'welding' })).toBe(prompts[1])
  expect(promptAt(prompts, { kind: 'facts', subreddit: null })).toBe(prompts[0])
  expect(promptAt(prompts, { kind: 'voice', subreddit: null })).toBeUndefined()
})

test('communities have their own prompt only while it is active', () => {
  expect(communitiesWith(prompts, 'facts')).toEqual(['Welding'])
})

test('drafts are tested with edits of what they are written with', () => {
  const places = [
    { kind: 'voice', subreddit: 'welding', text: 'Short.' },
    { kind: 'noiseBrief', subreddit: null, text: 'Jobs.' },
  ] as const
  expect(testedPrompts(new Map(places.map((edit) => [placeKey(edit), edit])))).toEqual([places[0]])
})

test.each([
  ['r/Welding', 'welding'],
  [' /r/small_business/ ', 'small_business'],
  ['welding', 'welding'],
  ['two words', null],
  ['', null],
])('the community in %j is %j', (typed, community) => {
  expect(communityIn(typed)).toBe(community)
})

test.each([
  ['https://www.reddit.com/r/Welding/comments/1abc/which_robot/?share=1', '/comments/1abc'],
  ['https://old.reddit.com/r/Welding/comments/1abc/which_robot/k2x/', '/comments/1abc/which_robot/k2x'],
  ['reddit.com/comments/1abc', '/comments/1abc'],
  ['https://www.reddit.com/r/Welding/', null],
])('the post at %s is %s', (address, path) => {
  expect(postPathIn(address)).toBe(path)
})
