import { expect, test } from 'vitest'
import type { ThreadComment } from '../../contract.ts'
import { deepest, withDepths } from './depths.ts'

function comment(id: string, parentId: string | null): ThreadComment {
  const texts = { author: 'ada', body: 'Same here', permalink: `/r/welding/comments/1/_/${id}/` }
  return { ...texts, id, parentId, score: 1, postedAt: null, isByPoster: false, isAsked: false }
}

const depthsOf = (...comments: ThreadComment[]) => withDepths(comments).map(({ depth }) => depth)

test('replies are one deeper than the comment that they answer', () => {
  expect(depthsOf(comment('a', null), comment('b', 'a'), comment('c', 'b'), comment('d', 'a'))).toEqual([0, 1, 2, 1])
})

test('a reply to a comment that was not read starts at the left', () => {
  expect(depthsOf(comment('b', 'gone'), comment('c', 'b'))).toEqual([0, 1])
})

test('a long exchange stops moving to the right', () => {
  const chain = Array.from({ length: 8 }, (_, at) => comment(String(at), at === 0 ? null : String(at - 1)))
  expect(depthsOf(...chain).at(-1)).toBe(deepest)
})
